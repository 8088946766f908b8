import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../../scripts/local-cloud/lock.ts';
import type { PartnerWithSettings } from '../../shared/partners/partner.ts';
import { desertSky } from './second-partner.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const parts =
  'bin lib lambdas shared web scripts cdk.json package.json package-lock.json tsconfig.json'.split(' ');
/** The second partner's operator works here. */
const project = join(root, '.cache/second-partner');

/** A deadline with a day of grace before the partner's own ones. Tests move it to where they need it. */
const priority = {
  id: 'priority',
  label: 'Priority date',
  at: '2034-11-01T23:59',
  graceMinutes: 24 * 60,
  warnDays: [],
} as const satisfies NonNullable<PartnerWithSettings['deadlines']>[number];
const deadlines = [priority, ...(desertSky.deadlines ?? [])];

/** A moment on the second partner's clocks, as its deadlines are written. */
const onItsClocks = (moment: number): string =>
  new Date(moment)
    .toLocaleString('sv-SE', { timeZone: desertSky.timeZone, dateStyle: 'short', timeStyle: 'short' })
    .replace(' ', 'T');

function copySources() {
  for (const part of parts) {
    rmSync(join(project, part), { recursive: true, force: true });
    cpSync(join(root, part), join(project, part), { recursive: true });
  }
  rmSync(join(project, 'node_modules'), { force: true });
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'));
}

/** A newer version of the repository may change the sample: another university does not notice. */
function changeSample(): void {
  const file = join(project, 'shared/universities/northern-lakes/university.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('Harbor Street', 'Pier Street'));
}

/** Makes the second university's folder. Its operator would edit a copy of the sample. */
function makeFolder(): string {
  const folder = join(project, 'university');
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(project, 'shared/universities/northern-lakes'), folder, { recursive: true });
  const source = readFileSync(join(root, 'test/support/second-partner.ts'), 'utf8');
  const edited = source
    .replace(/^import .*\n/gm, '')
    .replace('export const desertSky: PartnerWithSettings =', 'export default')
    .replace(/deadlines: \[.*?\n {2}\]/s, () => `deadlines: ${JSON.stringify(deadlines)}`);
  writeFileSync(join(folder, 'university.ts'), edited);
  return folder;
}

/**
 * Builds the second university's product as its operator would, unless it was built from the same sources
 * before.
 */
async function build(): Promise<string> {
  copySources();
  changeSample();
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const { stdout } = await run(process.execPath, ['scripts/main.ts', 'assemble'], {
    cwd: project,
    env: { ...env, MATRICULA_UNIVERSITY: makeFolder() },
  });
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** The second partner's product, built and ready for a local cloud. */
export interface SecondPartnerProduct {
  /** The folder of the assembly. */
  readonly assembly: string;
  /** Writes another moment of the "priority" deadline into what is built. */
  movePriority(moment: number): void;
}

/**
 * A copy of the second partner's product, in `folder`. Its deadlines are its own, and the "priority" one
 * before them.
 */
export async function secondPartnerProduct(folder: string): Promise<SecondPartnerProduct> {
  const assembly = join(folder, 'assembly');
  const copyBuilt = async () => cpSync(await build(), assembly, { recursive: true });
  await withLock(`${project}.lock`, copyBuilt, () => {});
  const movePriority = (moment: number) => {
    for (const name of readdirSync(assembly, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(mjs|js|html)$/.test(name)) continue;
      const file = join(assembly, name);
      const text = readFileSync(file, 'utf8');
      if (text.includes(priority.at)) writeFileSync(file, text.replaceAll(priority.at, onItsClocks(moment)));
    }
  };
  return { assembly, movePriority };
}
