import { setTimeout as pause } from 'node:timers/promises';
import type { AlarmStatus } from '../../local-cloud/index.ts';
import type { Bench, Part } from './part.ts';

export interface Rung extends Pick<AlarmStatus, 'name' | 'text' | 'periodSeconds' | 'periods'> {
  /** From the break to the alarm, here. */
  readonly milliseconds: number;
}

export interface PartResult {
  readonly part: string;
  readonly broken: string;
  readonly alarms: readonly Rung[];
  /** Alarms that had to ring and did not. */
  readonly silent: readonly string[];
}

/** How long alarms may take, in milliseconds. Retries of a conversion take about ten seconds. */
const defaultPatience = 25_000;
/** Alarms of an earlier part must be over first. None of them lasts this long. */
const longestAlarm = 30_000;

/** Seconds on AWS. An alarm that looks further back is not waited for, unless the next part has to ring it. */
const longPeriod = 600;

const isQuiet = ({ cloud }: Bench, { rings }: Part) =>
  cloud
    .alarms()
    .filter(({ name, periodSeconds }) => periodSeconds < longPeriod || rings.includes(name))
    .every(({ state }) => state === 'OK');

async function waitUntil(isReached: () => boolean, patience: number): Promise<void> {
  const end = Date.now() + patience;
  while (!isReached() && Date.now() < end) await pause(100);
}

/** The alarms that began to ring since a moment. */
const rungSince = ({ cloud }: Bench, moment: number): readonly Rung[] =>
  cloud
    .alarms()
    .filter(({ rangAt }) => rangAt !== undefined && rangAt >= moment)
    .map(({ name, text, periodSeconds, periods, rangAt = 0 }) => ({
      ...{ name, text, periodSeconds, periods },
      milliseconds: rangAt - moment,
    }));

/** Uses the product until the alarms ring or patience ends. What fails meanwhile is what was broken. */
async function keepUsing(
  isReached: () => boolean,
  { use }: Part,
  bench: Bench,
  patience: number,
): Promise<void> {
  const end = Date.now() + patience;
  while (!isReached() && Date.now() < end) {
    await Promise.race([
      Promise.resolve(use(bench)).catch(() => undefined),
      waitUntil(isReached, end - Date.now()),
    ]);
    await pause(100);
  }
}

/** Breaks one part, uses the product as applicants do, and returns which alarms rang. */
export async function drillPart(part: Part, bench: Bench, patience = defaultPatience): Promise<PartResult> {
  await waitUntil(() => isQuiet(bench, part), longestAlarm);
  const moment = Date.now();
  const restore = part.break(bench);
  const silent = () => {
    const rung = rungSince(bench, moment).map(({ name }) => name);
    return part.rings.filter((name) => !rung.includes(name));
  };
  try {
    await keepUsing(() => silent().length === 0, part, bench, patience);
    const { name, broken } = part;
    return { part: name, broken, alarms: rungSince(bench, moment), silent: silent() };
  } finally {
    restore();
    await bench.cloud.quiet();
  }
}
