import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Assembly } from '../../local-cloud/assembly/assembly.ts';
import type { LocalCloud } from '../../local-cloud/index.ts';
import { readFunctions } from '../../local-cloud/lambda/read-functions.ts';
import { Meter } from './meter.ts';
import { activeMonths, type Usage } from './prices.ts';
import { season } from './season.ts';

interface Report {
  readonly name: string;
  readonly seconds: number;
}

/** Memory that gives a function one full processor. A function with less memory takes longer than here. */
const wholeProcessor = 1769;

function reportsOf(log: string): readonly Report[] {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('platform.report'))
    .map((line) => JSON.parse(line))
    .map((entry) => ({
      name: entry.function,
      seconds: entry.message.record.metrics.durationMs / 1000,
    }));
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/**
 * Each run of a function counts with the median duration, because other load on this machine makes some runs
 * longer.
 */
function gigabyteSeconds(reports: readonly Report[], assembly: string): number {
  const memory = new Map(readFunctions(new Assembly(assembly)).map((each) => [each.name, each.memory]));
  const byFunction = Object.entries(Object.groupBy(reports, ({ name }) => name));
  return byFunction.reduce((sum, [name, runs = []]) => {
    const megabytes = memory.get(name) ?? Number.NaN;
    const seconds = runs.length * median(runs.map((run) => run.seconds));
    return sum + (megabytes / 1024) * seconds * Math.max(1, wholeProcessor / megabytes);
  }, 0);
}

/** Bytes of uploads and documents after the last change. */
function bytesOfFiles({ data }: LocalCloud): number {
  const folder = join(data, 's3');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /(uploads|documents)[^/]*\/.*\.body$/.test(file))
    .reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

/**
 * State transitions. Each state runs a function, except the choice and the end of a run that had nothing to
 * do.
 */
function transitions(reports: readonly Report[]): number {
  const runs = (part: string) => reports.filter(isOf(part)).length;
  const [inspections, conversions] = [runs('-Inspect'), runs('-Convert') + runs('-OfficeConvert')];
  const choices = inspections;
  const nothingToDo = inspections - conversions;
  return inspections + choices + nothingToDo + conversions + runs('-Record') + runs('-Make');
}

const isOf =
  (part: string) =>
  ({ name }: Report) =>
    name.includes(part);

/** Estimated bytes of one line. The local cloud does not write these logs. */
const accessLogLines = { edge: 600, api: 260 };
/** Lambda's own sampling: the first request of a second, and a twentieth of the others. */
const tracedShare = 0.05;

/** AWS usage of one application, counted while it is made on the local cloud. */
export async function measure(cloud: LocalCloud, assembly: string): Promise<Usage> {
  const meter = new Meter(cloud);
  const felt = await season(cloud, () => meter.settle());
  await cloud.quiet();
  await meter.settle();
  meter.stop();
  const log = join(cloud.data, 'logs', 'functions.jsonl');
  const reports = reportsOf(log);
  const calls = reports.filter(isOf('Contracts')).length;
  const counted = meter.usage();
  return {
    ...counted,
    'page and file requests': felt.requests + calls,
    'runs at the edge': felt.requests + calls,
    'requests through the firewall': felt.requests + calls,
    'bytes to browsers': felt.bytes,
    'calls of the API': calls,
    'runs of functions': reports.length,
    'function gigabyte-seconds': gigabyteSeconds(reports, assembly),
    'state transitions': transitions(reports),
    mails: cloud.mail().length,
    'bytes of files': bytesOfFiles(cloud),
    'bytes of logs': statSync(log).size,
    'bytes of access logs': (felt.requests + calls) * accessLogLines.edge + calls * accessLogLines.api,
    traces: reports.length * tracedShare,
    'active accounts': activeMonths,
  };
}
