import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Assembly } from '../../local-cloud/assembly/assembly.ts';
import type { LocalCloud } from '../../local-cloud/index.ts';
import { readFunctions } from '../../local-cloud/lambda/read-functions.ts';
import type { Phase, PhaseUsage } from '../../operator/season/applicant.ts';
import { Meter } from './meter.ts';
import { ofEachPhase } from './phase-counter.ts';
import { activeMonths, type Usage } from './prices.ts';
import { season } from './season.ts';

interface Report {
  readonly name: string;
  readonly seconds: number;
  /** The start of the run, in milliseconds since 1970. */
  readonly at: number;
}

/** Memory that gives a function one full processor. */
const wholeProcessor = 1769;

function reportsOf(log: string): readonly Report[] {
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('platform.report'))
    .map((line) => JSON.parse(line))
    .map((entry) => ({
      name: entry.function,
      seconds: entry.message.record.metrics.durationMs / 1000,
      at: Date.parse(entry.time) - entry.message.record.metrics.durationMs,
    }));
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

type Memory = ReadonlyMap<string, number>;

const byFunction = (reports: readonly Report[]) =>
  Object.entries(Object.groupBy(reports, ({ name }) => name)).map(
    ([name, runs = []]) => [name, runs] as const,
  );

/**
 * The median duration of a function's runs, because other load on this machine makes some runs longer. With
 * less memory than for a whole processor, a function takes longer than here.
 */
const typicalSeconds = (runs: readonly Report[], megabytes: number): number =>
  median(runs.map(({ seconds }) => seconds)) * Math.max(1, wholeProcessor / megabytes);

const gigabyteSeconds = (reports: readonly Report[], memory: Memory): number =>
  byFunction(reports).reduce((sum, [name, runs]) => {
    const megabytes = memory.get(name) ?? Number.NaN;
    return sum + (megabytes / 1024) * runs.length * typicalSeconds(runs, megabytes);
  }, 0);

/** The name of a function's construct, such as `application` or `Inspect`. */
const constructOf = (name: string) =>
  /-(?:Contracts)?([A-Za-z]+?)Function[0-9A-F]{8}$/.exec(name)?.[1] ?? name;

const secondsByFunction = (reports: readonly Report[], memory: Memory) =>
  Object.fromEntries(
    byFunction(reports).map(([name, runs]) => [
      constructOf(name),
      typicalSeconds(runs, memory.get(name) ?? Number.NaN),
    ]),
  );

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

function phaseUsage(phase: Phase, meter: Meter, reports: readonly Report[], files: number): PhaseUsage {
  const own = reports.filter(({ at }) => meter.phases.at(at) === phase);
  return {
    requests: { ...(phase === 'visits' && { 'pages and files': files }), ...meter.phases.requestsOf(phase) },
    runs: Object.fromEntries(byFunction(own).map(([name, runs]) => [constructOf(name), runs.length])),
    ...meter.unitsOf(phase),
    transitions: transitions(own),
  };
}

/** AWS usage of one application, counted while it is made on the local cloud. */
export async function measure(cloud: LocalCloud, assembly: string) {
  const meter = new Meter(cloud);
  const felt = await season(cloud, () => meter.settle());
  await cloud.quiet();
  await meter.settle();
  meter.stop();
  const log = join(cloud.data, 'logs', 'functions.jsonl');
  const reports = reportsOf(log);
  const calls = reports.filter(isOf('Contracts')).length;
  const memory: Memory = new Map(
    readFunctions(new Assembly(assembly)).map((each) => [each.name, each.memory]),
  );
  const usage: Usage = {
    ...meter.usage(),
    'page and file requests': felt.requests + calls,
    'runs at the edge': felt.requests + calls,
    'requests through the firewall': felt.requests + calls,
    'bytes to browsers': felt.bytes,
    'calls of the API': calls,
    'runs of functions': reports.length,
    'function gigabyte-seconds': gigabyteSeconds(reports, memory),
    'state transitions': transitions(reports),
    mails: cloud.mail().length,
    'bytes of files': bytesOfFiles(cloud),
    'bytes of logs': statSync(log).size,
    'bytes of access logs': (felt.requests + calls) * accessLogLines.edge + calls * accessLogLines.api,
    traces: reports.length * tracedShare,
    'active accounts': activeMonths,
  };
  return {
    usage,
    seconds: secondsByFunction(reports, memory),
    phases: ofEachPhase((phase) => phaseUsage(phase, meter, reports, felt.requests)),
  };
}
