import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makePack } from '../../shared/lookup/make-pack.ts';
import { bundle } from '../build/bundle.ts';
import { root } from '../build/root.ts';
import { generatedSchools } from './generated-schools.ts';
import type { LookUpFigures } from './lookup-child.ts';

const folder = join(root, '.cache/bench/lookup');

/** One measured row and what the design wants of it. */
export interface LookUpRow {
  readonly what: string;
  readonly measured: string;
  readonly budget: string;
}

/** Bundles what the function runs, and packs 35,000 invented schools as its build would. */
async function prepare(): Promise<void> {
  for (const name of ['search', 'pack']) {
    const { files } = await bundle(`lambdas/lookup/${name}.ts`, join(folder, name));
    for (const { path, contents } of files) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, contents);
    }
  }
  await writeFile(join(folder, 'schools.pack'), makePack(generatedSchools(35_000)));
}

const shown = (number: number, digits: number) => number.toFixed(digits);

/** Looks for schools in a process of its own, by exact texts, by texts with one error, and by every keystroke of both. */
export async function benchLookUp(): Promise<readonly LookUpRow[]> {
  await prepare();
  const child = join(root, 'scripts/bench/lookup-child.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', child, folder]);
  const { load, megabytes, p50, p99, exact, mended } = JSON.parse(stdout) as LookUpFigures;
  return [
    { what: '35,000 schools: load, ms', measured: shown(load, 1), budget: '<= 10, reach for 1' },
    { what: 'memory, MB', measured: shown(megabytes, 1), budget: '<= 8, reach for 4' },
    { what: 'a keystroke, ms p50', measured: shown(p50, 3), budget: '' },
    { what: 'a keystroke, ms p99', measured: shown(p99, 3), budget: '<= 1, reach for 0.3' },
    { what: 'in the first 5: exact, %', measured: shown(exact, 1), budget: '100' },
    { what: 'in the first 5: one error, %', measured: shown(mended, 1), budget: '>= 85, reach for 95' },
  ];
}

if (import.meta.main) console.table(await benchLookUp());
