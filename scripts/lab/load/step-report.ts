import { type Call, isRefused } from './judge.ts';
import type { Due } from './slots.ts';

/** Measurements of one step. */
export interface StepReport extends Due {
  readonly title: string;
  /** Scheduled calls per second. */
  readonly rate: number;
  /** Calls per second that got a response and were not rejected. */
  readonly throughput: number;
  /** Milliseconds from the scheduled start of a call until it was served. */
  readonly p50: number;
  readonly p99: number;
  /** The slowest response, rejections included. */
  readonly slowest: number;
  /** Number of responses by status, and of calls without a response. */
  readonly answers: Readonly<Record<string, number>>;
}

/**
 * Responses about accounts are delayed to multiples of 0.6 seconds on purpose: their timing must reveal
 * nothing.
 */
const isSlowOnPurpose = ({ title }: Call) => title.includes(' /public/');

const answerOf = ({ outcome }: Call): string =>
  outcome.is === 'reply' ? String(outcome.status) : outcome.is;
export const isServed = ({ outcome }: Call) => outcome.is === 'reply' && !isRefused(outcome.status);

function counted(calls: readonly Call[]): Readonly<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const answer of calls.map(answerOf).sort()) times[answer] = (times[answer] ?? 0) + 1;
  return times;
}

interface Step extends Due {
  readonly title: string;
  readonly rate: number;
  readonly seconds: number;
  readonly calls: readonly Call[];
}

export function reportOn({ title, rate, seconds, calls, offered, heldBack }: Step): StepReport {
  const served = calls.filter(isServed);
  const times = served
    .filter((call) => !isSlowOnPurpose(call))
    .map(({ took }) => took)
    .sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const slowest = calls.reduce((most, { took }) => Math.max(most, took), 0);
  const measured = { p50: at(0.5), p99: at(0.99), slowest, answers: counted(calls) };
  return { title, rate, offered, heldBack, throughput: served.length / seconds, ...measured };
}

/** True if the product serves less than 95 percent of the scheduled rate. */
export const isSaturated = ({ rate, throughput }: StepReport): boolean => throughput < 0.95 * rate;
