import { now } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { type PendingWork, type WorkKind, type WorkOf, work } from './items.ts';
import type { OutboxName } from './keys.ts';
import { claimWork, dueLanes, finishWork, giveUpWork, pendingIn, postponeWork } from './outbox.ts';

const minuteMs = 60_000;
const triesMaximum = 10;
/** Milliseconds between tries: 1, 2, 4 and so on up to 60 minutes. Ten tries take about four hours. */
const pauseAfter = (tries: number): number => Math.min(60, 2 ** (tries - 1)) * minuteMs;

const crashed = 'The function stopped before it could report an error.';

/** Does work of one kind. It may be repeated. Returns 'later' to postpone work whose time has not come. */
type Handler<Kind extends WorkKind> = (about: WorkOf<Kind>) => Promise<unknown>;
export type Handlers<Kinds extends WorkKind = WorkKind> = { readonly [Kind in Kinds]: Handler<Kind> };

/** A failed step, described for operators. */
export class StepFailed extends Error {}

/** Names the step of some work in its failure. */
export async function step<T>(name: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    throw new StepFailed(`${name}: ${describeError(cause).name}`, { cause });
  }
}

/** The one log event about work in an outbox. The alarm OutboxLate reads its minutes. */
function logTry(
  level: 'info' | 'error',
  { kind, added_at, tries }: PendingWork,
  outcome: 'done' | 'postponed' | 'given-up',
  details: { readonly reason?: string; readonly error?: ReturnType<typeof describeError> } = {},
): void {
  const minutes = Math.floor((now() - Date.parse(added_at)) / minuteMs);
  log({ level, event: 'outbox.tried', kind, outcome, minutes, tries, ...details });
}

async function fail(item: PendingWork, error: unknown): Promise<void> {
  const reason = error instanceof StepFailed ? error.message : describeError(error).name;
  const details = { reason, error: describeError(error instanceof StepFailed ? error.cause : error) };
  const isLast = item.tries >= triesMaximum;
  logTry('error', item, isLast ? 'given-up' : 'postponed', details);
  await (isLast ? giveUpWork(item, reason) : postponeWork(item, pauseAfter(item.tries), reason));
}

/** Tries work that the caller has claimed. Returns true if the next of its lane can be tried. */
async function tryWork(item: PendingWork, handlers: Partial<Handlers>): Promise<boolean> {
  if (item.tries > triesMaximum) {
    logTry('error', item, 'given-up', { reason: item.reason ?? crashed });
    await giveUpWork(item, item.reason ?? crashed);
    return false;
  }
  const handle = handlers[item.kind] as Handler<WorkKind> | undefined;
  try {
    if (handle === undefined) throw new Error(`No handler for ${item.kind}.`);
    if ((await handle(work[item.kind].parse(item.about) as WorkOf<WorkKind>)) === 'later') {
      await postponeWork(item, pauseAfter(item.tries));
      return false;
    }
    await finishWork(item);
  } catch (error) {
    await fail(item, error);
    return false;
  }
  logTry('info', item, 'done');
  return true;
}

/**
 * Tries work in its order, up to one that fails or that another caller has. Returns true if all of it is
 * done. Failures are logged and tried again on a schedule, so they do not fail the caller.
 */
export async function doWork(lane: readonly PendingWork[], handlers: Partial<Handlers>): Promise<boolean> {
  for (const item of lane) {
    const claimed = await claimWork(item);
    if (claimed === undefined || !(await tryWork(claimed, handlers))) return false;
  }
  return true;
}

/** Tries work that a call has just added. A failure never fails the call: the scheduled run retries. */
export async function doNow(item: PendingWork, handlers: Partial<Handlers>): Promise<void> {
  try {
    await doWork([item], handlers);
  } catch (error) {
    logTry('error', item, 'postponed', { error: describeError(error) });
  }
}

/** Tries all work of an outbox that is due, until `end` (milliseconds since 1970). */
export async function runOutbox(name: OutboxName, handlers: Partial<Handlers>, end: number): Promise<void> {
  for (const lane of dueLanes(await pendingIn(name))) {
    if (now() > end) return;
    await doWork(lane, handlers);
  }
}
