import { randomUUID } from 'node:crypto';
import type { PendingWorkReply } from '../../shared/api/operator.ts';
import { now, seconds } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { absent, exists, expression, same, set } from './expression.ts';
import { type PendingWork, pendingWork, type WorkKind, type WorkOf, work } from './items.ts';
import { keys, type OutboxName } from './keys.ts';
import { del, isUpdated, put, queryAll, update, type Write, writes } from './table.ts';

// Work that follows a change: mails, packages and events for the university's systems, and the rest of a
// change of address. The transaction of the change adds it, so neither is lost without the other. It is tried
// until it succeeds or has failed ten times. A function that stops between a success and the deletion of the
// work repeats it (docs/decisions.md#work-that-follows-a-change-is-in-an-outbox).

/** Longer than the timeout of the functions that do the work. A crashed try is repeated after this time. */
const leaseMs = 6 * 60_000;

/** Days after which mails are useless. Other work never expires. */
const mailDays = 7;

/** The outbox of each kind of work, and its sort key. */
const places: { readonly [Kind in WorkKind]: (about: WorkOf<Kind>) => readonly [OutboxName, string] } = {
  receipt: ({ sub }) => ['mail', `receipt#${sub}`],
  'checklist-mail': ({ sub }) => ['mail', `checklist#${sub}`],
  notice: ({ at }) => ['mail', `${at}#${randomUUID()}`],
  // The work about one application is done in the order of its sort keys: its package comes first.
  package: ({ confirmation }) => ['systems', `${confirmation}#0`],
  'change-event': ({ detail, at, type }) => ['systems', `${detail.confirmation}#${at}#${type}`],
  'checklist-event': ({ confirmation }) => ['systems', `${confirmation}#checklist`],
  'address-move': ({ sub }) => ['moves', sub],
};

/** Work to add. The first try is not before `delayMs`. Work with the same sort key replaces earlier work. */
export function workItem<Kind extends WorkKind>(kind: Kind, about: WorkOf<Kind>, delayMs = 0): PendingWork {
  const [name, sk] = places[kind](about);
  const time = now();
  return {
    ...keys.outbox(name, sk),
    ...{ id: randomUUID(), kind, about, tries: 0, next_at: time + delayMs },
    added_at: new Date(time).toISOString(),
    ...(name === 'mail' && { expires_at: seconds(time) + mailDays * 86_400 }),
  };
}

/** Adds work in the transaction of the change that it follows. */
export const addWork = (...work: Parameters<typeof workItem>): Write => writes.put(workItem(...work));

/** Adds work about a change that no transaction made. */
export async function storeWork<Kind extends WorkKind>(
  kind: Kind,
  about: WorkOf<Kind>,
): Promise<PendingWork> {
  const item = workItem(kind, about);
  await put(item);
  return item;
}

/** Adds work unless the same work is pending. */
export const addWorkOnce = (item: PendingWork): Write => writes.put(item, { if: absent });

/** The work of an outbox whose sort key begins so, in the order of these keys. */
export async function pendingIn(name: OutboxName, prefix = ''): Promise<readonly PendingWork[]> {
  const where = prefix === '' ? undefined : expression`begins_with(sk, ${prefix})`;
  const found = await queryAll(keys.outbox(name, '').pk, { where });
  return found.map((item) => pendingWork.parse(item));
}

const keyOf = ({ pk, sk }: PendingWork) => ({ pk, sk });

const isDue = ({ next_at, failed_at }: PendingWork): boolean => next_at <= now() && failed_at === undefined;

/** Work of one application for the systems is done one after the other, other work by itself. */
const laneOf = ({ pk, sk }: PendingWork): string =>
  pk === keys.outbox('systems', '').pk ? sk.slice(0, sk.indexOf('#')) : sk;

/**
 * Work that can be tried, in lanes: within a lane, each waits for the one before. Those that were tried the
 * longest time ago come first, so work that always fails does not block others.
 */
export const dueLanes = (pending: readonly PendingWork[]): readonly (readonly PendingWork[])[] =>
  [...Map.groupBy(pending, laneOf).values()]
    .filter(([first]) => first !== undefined && isDue(first))
    .sort(([one], [other]) => (one?.next_at ?? 0) - (other?.next_at ?? 0));

/** Claims work for one caller at a time; undefined if it is done, replaced, or being tried. */
export async function claimWork(item: PendingWork): Promise<PendingWork | undefined> {
  const claim = expression`SET next_at = ${now() + leaseMs}, tries = tries + ${1}`;
  const isFree = expression`next_at <= ${now()} AND attribute_not_exists(failed_at)`;
  const claimed = await update(keyOf(item), claim, {
    if: expression`${same({ id: item.id })} AND ${isFree}`,
  });
  return claimed && pendingWork.parse(claimed);
}

const change = (item: PendingWork, attributes: Readonly<Record<string, unknown>>) =>
  isUpdated(keyOf(item), set(attributes), { if: same({ id: item.id }) });

/** Ends a failed try. The next one starts after a pause in milliseconds. */
const postponeWork = (item: PendingWork, pauseMs: number, reason?: string) =>
  change(item, { reason, next_at: now() + pauseMs });

/** Ends the last try. Only an operator can restart the work. */
const giveUpWork = (item: PendingWork, reason: string) =>
  change(item, { reason, failed_at: new Date(now()).toISOString() });

/** Deletes work that is done, unless newer work replaced it. */
export const finishWork = (item: PendingWork): Promise<boolean> =>
  del(keyOf(item), { if: same({ id: item.id }) });

/** Restarts the tries of work; false if it is done. */
const restartWork = (item: PendingWork): Promise<boolean> =>
  isUpdated(keyOf(item), expression`${set({ next_at: now(), tries: 0 })} REMOVE failed_at, reason`, {
    if: exists,
  });

const minuteMs = 60_000;
const triesMaximum = 10;
/** Milliseconds between tries: 1, 2, 4 and so on up to 60 minutes. Ten tries take about four hours. */
const pauseAfter = (tries: number): number => Math.min(60, 2 ** (tries - 1)) * minuteMs;

const crashed = 'The function stopped before it could report an error.';

/** Does work of one kind. It may be repeated. Returns 'later' to postpone work whose time has not come. */
type Handler<Kind extends WorkKind> = (about: WorkOf<Kind>) => Promise<unknown>;
export type Handlers<Kinds extends WorkKind = WorkKind> = { readonly [Kind in Kinds]: Handler<Kind> };

/** A failed step, described for operators. */
class StepFailed extends Error {}

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

/** Maximum work in one response, and maximum that one call starts again. */
const listedAtOnce = 1_000;
const redrivenAtOnce = 200;

const hasFailed = ({ failed_at }: PendingWork): boolean => failed_at !== undefined;

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function shown({ kind, about, added_at, tries, reason, next_at, failed_at }: PendingWork): PendingWorkReply {
  const detail = typeof about.detail === 'object' ? { ...about.detail } : {};
  const { confirmation, username }: Readonly<Record<string, unknown>> = { ...detail, ...about };
  return {
    ...{ kind, user: text(username), confirmation: text(confirmation), added_at, tries, reason },
    ...(failed_at === undefined && { next_at: new Date(next_at).toISOString() }),
  };
}

const allPending = async (): Promise<readonly PendingWork[]> =>
  (await Promise.all([pendingIn('systems'), pendingIn('mail')])).flat();

/**
 * Lists work that is not done: first what failed and is no longer tried, and each group by its age.
 */
export async function listWork() {
  const all = (await allPending()).toSorted(
    (one, other) =>
      Number(hasFailed(other)) - Number(hasFailed(one)) || (one.added_at < other.added_at ? -1 : 1),
  );
  return { work: all.slice(0, listedAtOnce).map(shown), total: all.length };
}

/** Restarts all work that failed, or the work about one address. The scheduled runs do it within a minute. */
export async function redriveWork(username: string | undefined) {
  const all = await allPending();
  const chosen =
    username === undefined ? all.filter(hasFailed) : all.filter(({ about }) => about.username === username);
  const batch = chosen.slice(0, redrivenAtOnce);
  const done = await Promise.all(batch.map(restartWork));
  return { redriven: done.filter(Boolean).length, left: chosen.length - batch.length };
}
