import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { routes } from '../../../shared/api/routes.ts';
import { buildFunctions, withBuildLock } from '../../build/index.ts';
import { root } from '../../build/root.ts';
import { bundleForBench } from './bundle-for-bench.ts';
import { median, type Row } from './row.ts';

const run = promisify(execFile);
const child = join(root, 'scripts/lab/bench/functions-child.ts');
const runs = 9;

/** Cost of an API function before its first call: load time and bundle size. */
async function atStart(name: string, kilobytes: number): Promise<readonly Row[]> {
  const costs = [];
  for (let index = 0; index < runs; index += 1) {
    const { stdout } = await run(process.execPath, [child, 'import', name]);
    costs.push(Number(stdout));
  }
  return [
    { what: `${name}: code at start, gzip`, measured: kilobytes, unit: 'KB', atMost: 105 },
    { what: `${name}: init, processor time`, measured: median(costs), unit: 'ms', atMost: 60 },
  ];
}

/**
 * Time that our own code adds to a call: finding the route, security checks, parsing, the reply and its log
 * line.
 */
async function eachCall(): Promise<readonly Row[]> {
  await bundleForBench('scripts/lab/bench/handling.ts', 'handling');
  const { stdout } = await run(process.execPath, [child, 'calls', '']);
  const { small, large } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return [
    { what: 'a call with a small body, processor time', measured: small, unit: 'us', atMost: 5 },
    { what: 'a call with 13 KB of answers, processor time', measured: large, unit: 'us', atMost: 200 },
  ];
}

/** Measures every API function as it is deployed, each run in a separate process. */
export async function benchFunctions(): Promise<readonly Row[]> {
  const groups = Object.keys(routes);
  const built = (await withBuildLock(buildFunctions)).filter(({ name }) => groups.includes(name));
  const rows: Row[] = [];
  for (const { name, eager } of built) rows.push(...(await atStart(name, eager)));
  return [...rows, ...(await eachCall())];
}
