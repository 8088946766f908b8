import { randomUUID } from 'node:crypto';
import { now, seconds } from '../runtime/clock.ts';
import { absent, exists, expression, same, set } from './expression.ts';
import { type PendingWork, pendingWork, type WorkKind, type WorkOf } from './items.ts';
import { keys, type OutboxName } from './keys.ts';
import { del, isUpdated, put, queryAll, update, type Write, writes } from './table.ts';

// Work that follows a change: mails, packages and events for the university's systems, and the rest of a
// change of address. The transaction of the change adds it, so neither is lost without the other. It is tried
// until it succeeds or has failed ten times. A function that stops between a success and the deletion of the
// work repeats it (docs/decisions.md#work-that-follows-a-change-is-in-an-outbox).

/** Longer than the timeout of the functions that do the work. A crashed try is repeated after this time. */
export const leaseMs = 6 * 60_000;

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
export const postponeWork = (item: PendingWork, pauseMs: number, reason?: string) =>
  change(item, { reason, next_at: now() + pauseMs });

/** Ends the last try. Only an operator can restart the work. */
export const giveUpWork = (item: PendingWork, reason: string) =>
  change(item, { reason, failed_at: new Date(now()).toISOString() });

/** Deletes work that is done, unless newer work replaced it. */
export const finishWork = (item: PendingWork): Promise<boolean> =>
  del(keyOf(item), { if: same({ id: item.id }) });

/** Restarts the tries of work; false if it is done. */
export const restartWork = (item: PendingWork): Promise<boolean> =>
  isUpdated(keyOf(item), expression`${set({ next_at: now(), tries: 0 })} REMOVE failed_at, reason`, {
    if: exists,
  });
