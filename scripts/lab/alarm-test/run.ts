import { setTimeout as pause } from 'node:timers/promises';
import type { AlarmStatus } from '../../local-cloud/index.ts';
import type { Part, TestBed } from './part.ts';

export interface FiredAlarm extends Pick<AlarmStatus, 'name' | 'text' | 'periodSeconds' | 'periods'> {
  /** Milliseconds from the break to the alarm, on the local cloud. */
  readonly milliseconds: number;
}

export interface PartResult {
  readonly part: string;
  readonly broken: string;
  readonly alarms: readonly FiredAlarm[];
  /** Expected alarms that did not fire. */
  readonly silent: readonly string[];
}

/** Time within which alarms must fire. Retries of a conversion take about ten seconds. */
const defaultWaitMs = 25_000;
/** Maximum wait for the end of an earlier part's alarms. */
const maxAlarmMs = 30_000;

/** On AWS. The test waits for an alarm with a longer period only if the next part expects it. */
const longPeriodSeconds = 600;

const isQuiet = ({ cloud }: TestBed, { alarms }: Part) =>
  cloud
    .alarms()
    .filter(({ name, periodSeconds }) => periodSeconds < longPeriodSeconds || alarms.includes(name))
    .every(({ state }) => state === 'OK');

async function waitUntil(isReached: () => boolean, patience: number): Promise<void> {
  const end = Date.now() + patience;
  while (!isReached() && Date.now() < end) await pause(100);
}

/** Alarms that fired since a time in milliseconds since 1970. */
const firedSince = ({ cloud }: TestBed, moment: number): readonly FiredAlarm[] =>
  cloud
    .alarms()
    .filter(({ firedAt }) => firedAt !== undefined && firedAt >= moment)
    .map(({ name, text, periodSeconds, periods, firedAt = 0 }) => ({
      ...{ name, text, periodSeconds, periods },
      milliseconds: firedAt - moment,
    }));

/**
 * Uses the product until the alarms fire or patience ends. Failures of the broken part are expected and
 * ignored.
 */
async function keepUsing(
  isReached: () => boolean,
  { use }: Part,
  testBed: TestBed,
  patience: number,
): Promise<void> {
  const end = Date.now() + patience;
  while (!isReached() && Date.now() < end) {
    await Promise.race([
      Promise.resolve(use(testBed)).catch(() => undefined),
      waitUntil(isReached, end - Date.now()),
    ]);
    await pause(100);
  }
}

/** Breaks one part, uses the product as applicants do, and returns the alarms that fired. */
export async function testPart(part: Part, testBed: TestBed, patience = defaultWaitMs): Promise<PartResult> {
  await waitUntil(() => isQuiet(testBed, part), maxAlarmMs);
  const moment = Date.now();
  const restore = part.break(testBed);
  const silent = () => {
    const fired = firedSince(testBed, moment).map(({ name }) => name);
    return part.alarms.filter((name) => !fired.includes(name));
  };
  try {
    await keepUsing(() => silent().length === 0, part, testBed, patience);
    const { name, broken } = part;
    return { part: name, broken, alarms: firedSince(testBed, moment), silent: silent() };
  } finally {
    restore();
    await testBed.cloud.quiet();
  }
}
