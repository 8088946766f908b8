import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deploymentNames } from '../../../lib/config/index.ts';
import { synth, withBuildLock } from '../../build/index.ts';
import { root } from '../../build/root.ts';
import { step } from '../../command-line/progress.ts';
import { readStacks, type Stack } from '../../local-cloud/assembly/template.ts';
import { withRevision } from '../source-copy/copy.ts';
import { runProgram } from '../source-copy/run-program.ts';

/** A stage with its synthesized assembly. */
export interface Stage {
  readonly name: string;
  readonly folder: string;
  readonly stacks: readonly Stack[];
}

/** Synthesizes every stage from the source as it is. */
export const currentStages = (): Promise<readonly Stage[]> =>
  withBuildLock(async () => {
    const stages: Stage[] = [];
    for (const name of deploymentNames) {
      const folder = join('.cache/engines', name);
      await step(`Synthesizing ${name}`, () => synth(folder, { checked: false, stage: name }));
      stages.push({ name, folder: join(root, folder), stacks: readStacks(join(root, folder)) });
    }
    return stages;
  });

/** Creates empty bundle folders: a template needs the folders, but not the code. */
function standIn(folder: string): void {
  mkdirSync(join(folder, 'image'), { recursive: true });
  for (const file of ['index.mjs', 'Dockerfile', 'image/Dockerfile']) writeFileSync(join(folder, file), '');
}

/** Uses the current pages, because a template contains hashes of their scripts. */
function fillDist(copy: string): void {
  for (const name of readdirSync(join(root, 'dist/functions'))) standIn(join(copy, 'dist/functions', name));
  for (const name of ['web', 'pages'])
    symlinkSync(join(root, 'dist', name), join(copy, 'dist', name), 'junction');
}

async function synthesizeCopy(copy: string, stage: string, signal: AbortSignal): Promise<readonly Stack[]> {
  const output = join(copy, 'cdk.out', stage);
  const cdk = join(root, 'node_modules/aws-cdk/bin/cdk');
  const args = ['synth', '**', '--quiet', '--output', output, '--build', '', '--context', `stage=${stage}`];
  const app = ['--app', `"${process.execPath}" bin/admissions.ts`];
  const variables = { CDK_VALIDATION: 'false', CI: 'true', CDK_DISABLE_CLI_TELEMETRY: 'true' };
  const said = await runProgram(copy, [cdk, ...args, ...app], { signal, variables });
  if (existsSync(join(output, 'manifest.json'))) return readStacks(output);
  const missing = /Cannot find asset at (\S+)/.exec(said)?.[1];
  if (missing === undefined || existsSync(missing)) throw new Error(`cdk synth of ${stage} failed:\n${said}`);
  standIn(missing);
  return synthesizeCopy(copy, stage, signal);
}

/** Synthesizes stages from the source of an earlier revision, with the current packages. */
export const stagesAt = (
  revision: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, readonly Stack[]>>> =>
  withRevision(revision, async (copy) => {
    fillDist(copy);
    const stages: Record<string, readonly Stack[]> = {};
    for (const name of names)
      stages[name] = await step(`Synthesizing ${name} of ${revision}`, () =>
        synthesizeCopy(copy, name, signal),
      );
    return stages;
  });
