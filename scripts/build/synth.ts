import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './ensure-built.ts';
import { root } from './root.ts';

export interface SynthOptions {
  /** Off for local runs: template validation and cdk-nag do not change how the cloud behaves. */
  readonly checked?: boolean;
  readonly stage?: string;
  /** More CDK context: another folder with the built functions and pages (`build`). */
  readonly context?: Readonly<Record<string, string>>;
}

/** Synthesizes the cloud assembly from the last build, offline. Throws if a check fails. */
export async function synth(
  outdir = 'cdk.out',
  { checked = true, stage = 'dev', context = {} }: SynthOptions = {},
): Promise<void> {
  if (context.build === undefined) await ensureBuilt();
  const target = join(root, outdir);
  await rm(target, { recursive: true, force: true }); // cdk keeps the files of an older assembly
  const university = pathToFileURL(join(import.meta.dirname, 'import-chosen-university.ts'));
  const app = `"${process.execPath}" --import "${university}" bin/admissions.ts`;
  const args = [
    'synth',
    '**',
    '--quiet',
    '--output',
    target,
    '--app',
    app,
    '--build',
    '',
    ...Object.entries({ examples: 'allowed', ...context, stage }).flatMap((pair) => [
      '--context',
      pair.join('='),
    ]),
  ];
  const child = spawn(process.execPath, [join(root, 'node_modules/aws-cdk/bin/cdk'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CDK_VALIDATION: String(checked), CI: 'true', CDK_DISABLE_CLI_TELEMETRY: 'true' },
  });
  // On standard error, because standard output may be a result in JSON. A local run shows only the output of
  // a failure.
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      // After a success, CDK asks which stack's template to show.
      if (checked)
        process.stderr.write(text.replaceAll(/^(?:Successfully synthesized|Supply a stack id).*\n/gm, ''));
      else output += text;
    });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) process.stderr.write(output);
  if (code !== 0) throw new Error(`cdk synth ended with ${code}`);
}
