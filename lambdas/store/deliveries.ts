import { DeleteCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import { now } from '../runtime/clock.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import type { Write } from './change.ts';
import { maxTryMs, pendingChangeEvents } from './change-events.ts';
import { type ChangeEvent, checklistEvent, pendingDelivery, type Receipt } from './items.ts';
import { checklistEventPrefix, deliveryPartitions, keys } from './keys.ts';
import { isConditionFailure, meetsCondition, queryPartition, TableName, table } from './table.ts';

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
): Write => ({
  Put: {
    TableName,
    Item: {
      ...keys.delivery(sub),
      username,
      ...receipt,
      tries: 0,
      next_at: now(),
    },
  },
});

/**
 * Claims a due package for one caller at a time; undefined if there is none, or another caller is delivering
 * it.
 */
export async function claimDelivery(sub: ApplicantId): Promise<PendingDelivery | undefined> {
  try {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName,
        Key: keys.delivery(sub),
        UpdateExpression: 'SET next_at = :over, tries = tries + :one',
        ConditionExpression: 'attribute_exists(pk) AND next_at <= :now AND attribute_not_exists(failed_at)',
        ExpressionAttributeValues: { ':over': now() + maxTryMs, ':now': now(), ':one': 1 },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return parsed(Attributes);
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** Updates a package only if it is still pending, so no leftover item is created. */
const updatePending = (sub: ApplicantId, set: string, values: Readonly<Record<string, unknown>>) =>
  meetsCondition(
    table.send(
      new UpdateCommand({
        TableName,
        Key: keys.delivery(sub),
        UpdateExpression: set,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: values,
      }),
    ),
  );

/** Ends a failed try. The next one starts after a pause in milliseconds. */
export const postponeDelivery = (sub: ApplicantId, reason: string, pause: number) =>
  updatePending(sub, 'SET reason = :reason, next_at = :next', { ':reason': reason, ':next': now() + pause });

/** Ends the last try. Only an operator can restart the delivery. */
export const failDelivery = (sub: ApplicantId, reason: string) =>
  updatePending(sub, 'SET reason = :reason, failed_at = :at', {
    ':reason': reason,
    ':at': new Date(now()).toISOString(),
  });

/** Restarts the tries of a package; false if it is not pending. */
export const retryDelivery = (sub: ApplicantId) =>
  updatePending(sub, 'SET next_at = :now, tries = :none REMOVE failed_at, reason', {
    ':now': now(),
    ':none': 0,
  });

export const deletePendingDelivery = (sub: ApplicantId) =>
  table.send(new DeleteCommand({ TableName, Key: keys.delivery(sub) }));

/** Records a delivered package and takes it off the list, in one transaction. */
export const recordDelivery = (sub: ApplicantId, delivered: DeliveredPackage) =>
  table.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Put: {
            TableName,
            Item: { ...keys.package(sub), ...delivered, delivered_at: new Date(now()).toISOString() },
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        { Delete: { TableName, Key: keys.delivery(sub) } },
      ],
    }),
  );

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
  meetsCondition(
    table.send(
      new DeleteCommand({
        TableName,
        Key: keys.checklistEvent(sub),
        ConditionExpression: 'rev = :rev',
        ExpressionAttributeValues: { ':rev': rev },
      }),
    ),
  );
