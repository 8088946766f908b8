import { now, pause } from './clock.ts';

// Known and unknown addresses get the same message after the same time, so that nobody learns who has an account. An answer is
// given only at whole steps. Once one answer took longer than a step, the next answers of the same call take as long, whether
// they had to or not (docs/decisions/061-failed-attempts-are-counted-per-caller.md).

/** Milliseconds. Tests of other things shorten it in their local cloud; nothing sets the variable on AWS. */
const step = Number(process.env.RESPONSE_STEP_MS ?? 600);
/** Longer than a sign-up takes whose mail function starts cold. */
const mostSteps = 5;
const remembered = 60_000;

interface Slowest {
  readonly steps: number;
  readonly until: number;
}

const slowest = new Map<string, Slowest>();

/** How many steps the answers of a call take at present, in this process. */
function stepsOf(call: string): number {
  const { steps, until } = slowest.get(call) ?? { steps: 1, until: 0 };
  return until > now() ? steps : 1;
}

function remember(call: string, steps: number): void {
  if (steps > 1) slowest.set(call, { steps: Math.min(steps, mostSteps), until: now() + remembered });
}

/** The result of `work`, at the end of a step. */
export async function inAlikeTime<T>(call: string, work: Promise<T>): Promise<T> {
  const start = now();
  const [settled] = await Promise.allSettled([work]);
  const needed = Math.max(1, Math.ceil((now() - start) / step));
  const known = stepsOf(call);
  if (needed >= known) remember(call, needed);
  await pause(Math.max(needed, known) * step - (now() - start));
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}
