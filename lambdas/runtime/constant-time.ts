import { timingSafeEqual } from 'node:crypto';
import { now, pause } from './clock.ts';

// Known and unknown addresses get the same message after the same time, so callers cannot tell which
// addresses have accounts. Responses are sent only at whole steps. After a response takes longer than a step,
// later responses of the same call take as long for a minute.

/** Tests shorten it in their local cloud; the variable is not set on AWS. */
const stepMs = Number(process.env.RESPONSE_STEP_MS ?? 600);
/** More steps than a sign-up needs when the mail function starts cold. */
const maxSteps = 5;
const rememberedMs = 60_000;

interface Slowest {
  readonly steps: number;
  readonly until: number;
}

const slowest = new Map<string, Slowest>();

/** Number of steps that the responses of a call currently take, in this process. */
function stepsOf(call: string): number {
  const { steps, until } = slowest.get(call) ?? { steps: 1, until: 0 };
  return until > now() ? steps : 1;
}

function remember(call: string, steps: number): void {
  if (steps > 1) slowest.set(call, { steps: Math.min(steps, maxSteps), until: now() + rememberedMs });
}

/** Returns the result of `work` at the end of a step. */
export async function inConstantTime<T>(call: string, work: Promise<T>): Promise<T> {
  const start = now();
  const [settled] = await Promise.allSettled([work]);
  const needed = Math.max(1, Math.ceil((now() - start) / stepMs));
  const known = stepsOf(call);
  if (needed >= known) remember(call, needed);
  await pause(Math.max(needed, known) * stepMs - (now() - start));
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** Compares two secret texts. The time does not reveal where they differ. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
