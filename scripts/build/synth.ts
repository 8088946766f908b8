import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from './ensure-built.ts';
import { root } from './root.ts';

export interface SynthOptions {
  /** Off for the local run alone: template validation and cdk-nag say nothing about behaviour. */
  readonly checked?: boolean;
  readonly stage?: string;
  /** More CDK context: another folder with the built functions and pages (`build`), another `partner`. */
  readonly context?: Readonly<Record<string, string>>;
}

/** Writes the cloud assembly, offline, from what the last build left in dist. Findings fail it. */
export async function synth(
  outdir = 'cdk.out',
  { checked = true, stage = 'dev', context = {} }: SynthOptions = {},
): Promise<void> {
  if (context.build === undefined) await ensureBuilt();
  const place = join(root, outdir);
  await rm(place, { recursive: true, force: true }); // cdk keeps what an older assembly left
  const app = `"${process.execPath}" bin/admissions.ts`;
  const args = [
    'synth',
    '**',
    '--quiet',
    '--output',
    place,
    '--app',
    app,
    '--build',
    '',
    ...Object.entries({ ...context, stage }).flatMap((pair) => ['--context', pair.join('=')]),
  ];
  const child = spawn(process.execPath, [join(root, 'node_modules/aws-cdk/bin/cdk'), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CDK_VALIDATION: String(checked), CI: 'true', CDK_DISABLE_CLI_TELEMETRY: 'true' },
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`cdk synth ended with ${code}`);
}
