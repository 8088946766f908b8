import { type Call, isRefused } from './judge.ts';
import type { Due } from './slots.ts';

/** What one step measured. */
export interface StepReport extends Due {
  readonly title: string;
  /** Calls a second that were to leave. */
  readonly rate: number;
  /** Calls a second that were answered and not refused. */
  readonly throughput: number;
  /** Milliseconds from when a call should have left until it was served. */
  readonly p50: number;
  readonly p99: number;
  /** The slowest answer of all, refusals included. */
  readonly slowest: number;
  /** How often each status came, and calls that had no answer. */
  readonly answers: Readonly<Record<string, number>>;
}

/** Answers about accounts come at the end of steps of 0.6 seconds on purpose, so that they tell nothing by their time. */
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

/** Less is served than asked for. */
export const isSaturated = ({ rate, throughput }: StepReport): boolean => throughput < 0.95 * rate;
