import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildLookupIndex } from '../../../shared/lookup/build-index.ts';
import { root } from '../../build/root.ts';
import { bundleForBench } from './bundle-for-bench.ts';
import { generatedSchools } from './generated-schools.ts';
import type { LookUpFigures } from './lookup-child.ts';
import type { Row } from './row.ts';

const folder = join(root, '.cache/bench/lookup');

/** Bundles the function's search code, and packs 35,000 invented schools as the function's build does. */
async function prepare(): Promise<void> {
  for (const name of ['search', 'pack']) await bundleForBench(`lambdas/lookup/${name}.ts`, `lookup/${name}`);
  await writeFile(join(folder, 'schools.pack'), buildLookupIndex(generatedSchools(35_000)));
}

/**
 * Searches for schools in a separate process: by exact texts, by texts with one error, and by every keystroke
 * of both.
 */
export async function benchLookUp(): Promise<readonly Row[]> {
  await prepare();
  const child = join(root, 'scripts/lab/bench/lookup-child.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', child, folder]);
  const { load, megabytes, p50, p99, exact, corrected }: LookUpFigures = JSON.parse(stdout);
  return [
    { what: '35,000 schools: load', measured: load, unit: 'ms', atMost: 10 },
    { what: 'memory', measured: megabytes, unit: 'MB', atMost: 8 },
    { what: 'a keystroke, p50', measured: p50, unit: 'ms' },
    { what: 'a keystroke, p99', measured: p99, unit: 'ms', atMost: 1 },
    { what: 'in the first 5: exact', measured: exact, unit: '%', atLeast: 100 },
    { what: 'in the first 5: one typing error', measured: corrected, unit: '%', atLeast: 85 },
  ];
}
