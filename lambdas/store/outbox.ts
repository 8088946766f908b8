import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { Write } from './change.ts';
import { outbox, pendingReceipt, type Receipt } from './items.ts';
import { keys, parts, pendingReceiptPartitions } from './keys.ts';
import { isConditionFailure, ofPartition, queryAll, TableName, table } from './table.ts';

/**
 * Longer than sending a mail takes; the claim of a crashed function expires after this time.
 */
const claimMs = 60_000;

/**
 * Days for which a receipt is retried. After that, an address that never accepts mail no longer keeps the
 * alarm on.
 */
const pendingDays = 7;

/** The recipient of a receipt, and the host of the site in its links. */
export interface Recipient {
  readonly sub: ApplicantId;
  readonly username: string;
  readonly host: string;
}

type Key = Readonly<Record<'pk' | 'sk', string>>;

interface Change {
  readonly set: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly condition?: string;
}

/** Changes an item and returns it; undefined if it was deleted or the condition fails. */
async function update(Key: Key, { set, values, condition }: Change): Promise<unknown> {
  const command = new UpdateCommand({
    TableName,
    Key,
    UpdateExpression: set,
    ConditionExpression: ['attribute_exists(pk)', condition].filter(Boolean).join(' AND '),
    ExpressionAttributeValues: values,
    ReturnValues: 'ALL_NEW',
  });
  try {
    return (await table.send(command)).Attributes;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/**
 * Claims the mail about an item, for one caller at a time. Returns the item; undefined if there is nothing to
 * mail.
 */
export const claimMail = (Key: Key): Promise<unknown> =>
  update(Key, {
    set: 'SET claimed_until = :until',
    values: { ':until': now() + claimMs, ':now': now() },
    condition:
      'attribute_not_exists(sent_at) AND (attribute_not_exists(claimed_until) OR claimed_until < :now)',
  });

/** Records that a mail was sent, so it is never sent again. */
export const markMailSent = (Key: Key) =>
  update(Key, { set: 'SET sent_at = :at', values: { ':at': new Date(now()).toISOString() } });

/** Ends a claim, so the next caller retries. Its end stays: it shows when the last try failed. */
export const releaseMail = (Key: Key) =>
  update(Key, { set: 'SET claimed_until = :past', values: { ':past': now() - 1 } });

const receiptKey = (sub: ApplicantId) => ({ pk: keys.application(sub), sk: parts.outbox });

/** Claims the unsent receipt, for one caller at a time; undefined if there is nothing to mail. */
export async function claimReceipt(sub: ApplicantId): Promise<Receipt | undefined> {
  const claimed = await claimMail(receiptKey(sub));
  return claimed === undefined ? undefined : outbox.parse(claimed);
}

/** Records that the receipt was mailed, so it is never mailed again. */
export async function markReceiptSent(sub: ApplicantId): Promise<void> {
  await markMailSent(receiptKey(sub));
  await deletePendingReceipt(sub);
}

/** Ends the claim after a failure, so the next run retries. */
export const releaseReceipt = (sub: ApplicantId) => releaseMail(receiptKey(sub));

/** Adds a receipt to the pending ones, in the transaction that submits. */
export const addPendingReceipt = ({ sub, username, host }: Recipient): Write => ({
  Put: {
    TableName,
    Item: { ...keys.pendingReceipt(sub), username, host, expires_at: seconds(now()) + pendingDays * 86_400 },
  },
});

export const deletePendingReceipt = (sub: ApplicantId) =>
  table.send(new DeleteCommand({ TableName, Key: keys.pendingReceipt(sub) }));

/** The items of these partitions. A run that reads only the first could fail at the same ones forever. */
export const pendingIn = async (partitions: readonly string[]): Promise<readonly unknown[]> =>
  (await Promise.all(partitions.map((pk) => queryAll(ofPartition(pk))))).flat();

/** Pending receipts. Some may be in the process of being mailed, or were mailed a moment ago. */
export const pendingReceipts = async (): Promise<readonly Recipient[]> =>
  (await pendingIn(pendingReceiptPartitions))
    .map((item) => pendingReceipt.parse(item))
    .map(({ sk, ...rest }) => ({ sub: sk, ...rest }));

/** True if the mail about an item was sent, or the item was deleted. */
export async function isMailSent(Key: Key): Promise<boolean> {
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item === undefined || Item.sent_at !== undefined;
}

export const isReceiptSent = (sub: ApplicantId): Promise<boolean> => isMailSent(receiptKey(sub));
