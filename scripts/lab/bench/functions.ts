import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { routes } from '../../../shared/api/routes.ts';
import { buildFunctions, withBuildLock } from '../../build/index.ts';
import { root } from '../../build/root.ts';
import { awsStandIn } from './aws-stand-in.ts';
import { bundleForBench } from './bundle-for-bench.ts';
import { median, type Row } from './row.ts';

const run = promisify(execFile);
const child = join(root, 'scripts/lab/bench/functions-child.ts');
const runs = 9;

type Measured = 'import' | 'first call' | 'calls';

/** The last line that a new process prints for a measurement, with AWS on this machine. */
async function measured(what: Measured, name = ''): Promise<string> {
  const standIn = await awsStandIn();
  const env = { ...process.env, ...standIn.env };
  const { stdout } = await run(process.execPath, [child, what, name], { env });
  standIn.close();
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** Median of the processor time of a function's start, each in a new process. */
async function costOf(what: 'import' | 'first call', name: string): Promise<number> {
  const costs = [];
  for (let index = 0; index < runs; index += 1) costs.push(Number(await measured(what, name)));
  return median(costs);
}

/** Cost of an API function before its first call: load time and bundle size. */
async function atStart(name: string, kilobytes: number): Promise<readonly Row[]> {
  const init = await costOf('import', name);
  return [
    { what: `${name}: code at start, gzip`, measured: kilobytes, unit: 'KB', atMost: 105 },
    { what: `${name}: init, processor time`, measured: init, unit: 'ms', atMost: 60 },
  ];
}

/** The profile is what a page of the form reads first: two secrets, a session and an application. */
async function firstCall(): Promise<Row> {
  const what = 'application: init and first call with DynamoDB, processor time';
  return { what, measured: await costOf('first call', 'application'), unit: 'ms', atMost: 60 };
}

/**
 * Time that our own code adds to a call: finding the route, security checks, parsing, the reply and its log
 * line.
 */
async function eachCall(): Promise<readonly Row[]> {
  await bundleForBench('scripts/lab/bench/handling.ts', 'handling');
  const { small, large } = JSON.parse(await measured('calls'));
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
  return [...rows, await firstCall(), ...(await eachCall())];
}
