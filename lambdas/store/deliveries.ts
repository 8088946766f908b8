import type * as z from 'zod/mini';
import { now } from '../runtime/clock.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { maxTryMs, pendingChangeEvents } from './change-events.ts';
import { absent, type Expression, exists, expression, same, set } from './expression.ts';
import { type ChangeEvent, checklistEvent, pendingDelivery, type Receipt } from './items.ts';
import { checklistEventPrefix, deliveryPartitions, keys } from './keys.ts';
import { del, isUpdated, queryPartition, transact, update, type Write, writes } from './table.ts';

type PendingItem = z.output<typeof pendingDelivery>;

/** A submission whose package has not been delivered yet. */
export interface PendingDelivery extends Omit<PendingItem, 'sk'> {
  readonly sub: ApplicantId;
}

/** Record of a package whose objects are all in the bucket and whose event was sent. */
export interface DeliveredPackage {
  readonly confirmation: string;
  readonly format: number;
  readonly form_version: string;
  /** The folder of its objects in the bucket. */
  readonly folder: string;
}

const parsed = (item: unknown): PendingDelivery => {
  const { sk, ...rest } = pendingDelivery.parse(item);
  return { sub: sk, ...rest };
};

/** Adds a package to the pending ones, in the transaction that submits. */
export const addPendingDelivery = (
  { sub, username }: Pick<PendingDelivery, 'sub' | 'username'>,
  receipt: Receipt,
): Write => writes.put({ ...keys.delivery(sub), username, ...receipt, tries: 0, next_at: now() });

/**
 * Claims a due package for one caller at a time; undefined if there is none, or another caller is delivering
 * it.
 */
export async function claimDelivery(sub: ApplicantId): Promise<PendingDelivery | undefined> {
  const claim = expression`SET next_at = ${now() + maxTryMs}, tries = tries + ${1}`;
  const isDue = expression`${exists} AND next_at <= ${now()} AND attribute_not_exists(failed_at)`;
  const claimed = await update(keys.delivery(sub), claim, { if: isDue });
  return claimed && parsed(claimed);
}

/** Updates a package only if it is still pending, so no leftover item is created. */
const updatePending = (sub: ApplicantId, change: Expression) =>
  isUpdated(keys.delivery(sub), change, { if: exists });

/** Ends a failed try. The next one starts after a pause in milliseconds. */
export const postponeDelivery = (sub: ApplicantId, reason: string, pause: number) =>
  updatePending(sub, set({ reason, next_at: now() + pause }));

/** Ends the last try. Only an operator can restart the delivery. */
export const failDelivery = (sub: ApplicantId, reason: string) =>
  updatePending(sub, set({ reason, failed_at: new Date(now()).toISOString() }));

/** Restarts the tries of a package; false if it is not pending. */
export const retryDelivery = (sub: ApplicantId) =>
  updatePending(sub, expression`${set({ next_at: now(), tries: 0 })} REMOVE failed_at, reason`);

export const deletePendingDelivery = (sub: ApplicantId) => del(keys.delivery(sub));

/** Records a delivered package and takes it off the list, in one transaction. */
export const recordDelivery = (sub: ApplicantId, delivered: DeliveredPackage) =>
  transact([
    writes.put(
      { ...keys.package(sub), ...delivered, delivered_at: new Date(now()).toISOString() },
      { if: absent },
    ),
    writes.del(keys.delivery(sub)),
  ]);

/** A changed checklist whose event has not been sent: its applicant, and the revision of the checklist. */
export interface ChecklistEvent {
  readonly sub: ApplicantId;
  readonly rev: number;
}

interface Pending {
  readonly packages: readonly PendingDelivery[];
  readonly changed: readonly ChecklistEvent[];
}

async function allPending(): Promise<Pending> {
  const found = (await Promise.all(deliveryPartitions.map(queryPartition))).flat();
  const isChange = ({ sk }: Readonly<Record<string, unknown>>) => String(sk).startsWith(checklistEventPrefix);
  return {
    packages: found.filter((item) => !isChange(item)).map(parsed),
    changed: found.filter(isChange).map((item) => {
      const { sk, rev } = checklistEvent.parse(item);
      return { sub: applicantId.parse(sk.slice(checklistEventPrefix.length)), rev };
    }),
  };
}

/** Every package that is pending. */
export const pendingDeliveries = async (): Promise<readonly PendingDelivery[]> =>
  (await allPending()).packages;

/** A night of retention may delete thousands of applications, and packages wait for these events. */
const maxEvents = 500;

const isDue = ({ next_at, failed_at }: PendingDelivery): boolean =>
  next_at <= now() && failed_at === undefined;

/**
 * The packages that can be tried now, and the events about checklists and other changes. Changes of an
 * application wait until its package is delivered: before that, the university does not know the application.
 */
export async function dueDeliveries(): Promise<Pending & { readonly events: readonly ChangeEvent[] }> {
  const events = await pendingChangeEvents();
  // Read last: an application whose event was read is in this list until its package is delivered.
  const { packages, changed } = await allPending();
  const subs = new Set(packages.map(({ sub }) => sub));
  const confirmations = new Set(packages.map(({ confirmation }) => confirmation));
  return {
    packages: packages.filter(isDue),
    changed: changed.filter(({ sub }) => !subs.has(sub)),
    events: events.filter(({ detail }) => !confirmations.has(detail.confirmation)).slice(0, maxEvents),
  };
}

/** Takes an event off the list, unless the checklist changed again. */
export const deleteChecklistEvent = ({ sub, rev }: ChecklistEvent): Promise<boolean> =>
  del(keys.checklistEvent(sub), { if: same({ rev }) });
