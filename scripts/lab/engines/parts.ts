import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '../../build/assemble.ts';
import { root } from '../../build/root.ts';
import { ensureProgram } from '../../dev/programs.ts';
import { startMotoCloud } from './moto-cloud.ts';
import { runOnMoto } from './moto-run.ts';
import { releaseChanges } from './release-changes.ts';
import { violationsIn } from './schemas.ts';
import { type Stage, stagesAt } from './stages.ts';

/** The result of a part: its findings, or the reason why its engine could not run. */
export type Outcome =
  | { readonly notRun: string }
  | { readonly isPassed: boolean; readonly detail: string; readonly findings: readonly string[] };

/** The input of every part. */
export interface Run {
  /** The revision to compare with, instead of the last tag. */
  readonly base: string | undefined;
  readonly signal: AbortSignal;
  /** Every stage, synthesized once for all parts. */
  readonly stages: () => Promise<readonly Stage[]>;
}

const countOf = (stages: readonly Stage[]) => {
  const resources = stages.flatMap(({ stacks }) =>
    stacks.flatMap((each) => Object.keys(each.Resources ?? {})),
  );
  return `${resources.length} resources of ${stages.map(({ name }) => name).join(' and ')}`;
};

/**
 * W3005 reports a DependsOn that a reference already implies. CDK writes them for whole constructs, and
 * CloudFormation deploys the same with and without.
 */
const ignoredRules = ['W3005'];

async function cfnLint({ stages }: Run): Promise<Outcome> {
  const program = await ensureProgram('cfnLint');
  if ('missing' in program) return { notRun: program.missing };
  const found = await stages();
  const templates = found.flatMap(({ folder }) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.template.json'))
      .map((file) => join(folder, file)),
  );
  const options = ['--regions', 'us-east-1', '--non-zero-exit-code', 'error', '--format', 'parseable'];
  const args = [...options, '--ignore-checks', ...ignoredRules, '--', ...templates];
  const { status, stdout, stderr } = spawnSync(program.file, args, { encoding: 'utf8' });
  const findings = `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '');
  return { isPassed: status === 0, detail: countOf(found), findings };
}

async function schemas({ stages }: Run): Promise<Outcome> {
  const found = await stages();
  const findings = found
    .flatMap(({ stacks }) => violationsIn(stacks))
    .map(({ stack, id, path, message }) => `${stack} ${id} ${path}: ${message}`);
  return { isPassed: findings.length === 0, detail: countOf(found), findings };
}

/**
 * The newest version below this commit. A release that has just been tagged is compared with the one before
 * it.
 */
function lastTag(): string | undefined {
  const tags = (...which: readonly string[]) =>
    execFileSync('git', ['tag', '--list', 'v*', '--sort=-version:refname', ...which], {
      cwd: root,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((tag) => tag !== '');
  const here = tags('--points-at', 'HEAD');
  return tags('--merged', 'HEAD').find((tag) => !here.includes(tag));
}

async function release({ base = lastTag(), signal, stages }: Run): Promise<Outcome> {
  if (base === undefined)
    return { notRun: 'this clone has no tag of an earlier version; name a revision with --base' };
  const found = await stages();
  const names = found.map(({ name }) => name);
  const earlier = await stagesAt(base, names, signal);
  const changes = found.flatMap(({ name, stacks }) => releaseChanges(earlier[name] ?? [], stacks));
  const blocking = changes.filter(({ isBlocking }) => isBlocking);
  const findings = changes.map(
    ({ stack, id, message, isBlocking }) => `${isBlocking ? 'BLOCKS ' : ''}${stack} ${id}: ${message}`,
  );
  const detail = `${changes.length} replaced or removed since ${base}, ${blocking.length} of them block the release`;
  return { isPassed: blocking.length === 0, detail, findings };
}

async function moto(): Promise<Outcome> {
  const program = await ensureProgram('moto');
  if ('missing' in program) return { notRun: program.missing };
  const cloud = await startMotoCloud(program.file, await assemble());
  try {
    const { done, problem, log } = await runOnMoto(cloud);
    const isPassed = problem === undefined;
    const detail = `${done.length} steps of an applicant`;
    return { isPassed, detail, findings: isPassed ? [] : [...log, problem] };
  } finally {
    await cloud.close();
  }
}

/** All parts. Each uses third-party code to find errors that otherwise only AWS would report. */
export const parts = { 'cfn-lint': cfnLint, schemas, release, moto } as const;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as readonly PartName[];
