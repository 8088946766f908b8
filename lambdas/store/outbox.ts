import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { exists, expression, set } from './expression.ts';
import { outbox, pendingReceipt, type Receipt } from './items.ts';
import { keys, parts, pendingReceiptPartitions } from './keys.ts';
import { del, ofPartition, queryAll, read, update, type Write, writes } from './table.ts';

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

/**
 * Claims the mail about an item, for one caller at a time. Returns the item; undefined if there is nothing to
 * mail.
 */
export const claimMail = (key: Key): Promise<unknown> =>
  update(key, set({ claimed_until: now() + claimMs }), {
    if: expression`${exists} AND attribute_not_exists(sent_at) AND (attribute_not_exists(claimed_until) OR claimed_until < ${now()})`,
  });

/** Records that a mail was sent, so it is never sent again. */
export const markMailSent = (key: Key) =>
  update(key, set({ sent_at: new Date(now()).toISOString() }), { if: exists });

/** Ends a claim, so the next caller retries. Its end stays: it shows when the last try failed. */
export const releaseMail = (key: Key) => update(key, set({ claimed_until: now() - 1 }), { if: exists });

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
export const addPendingReceipt = ({ sub, username, host }: Recipient): Write => {
  const expires_at = seconds(now()) + pendingDays * 86_400;
  return writes.put({ ...keys.pendingReceipt(sub), username, host, expires_at });
};

export const deletePendingReceipt = (sub: ApplicantId) => del(keys.pendingReceipt(sub));

/** The items of these partitions. A run that reads only the first could fail at the same ones forever. */
export const pendingIn = async (partitions: readonly string[]): Promise<readonly unknown[]> =>
  (await Promise.all(partitions.map((pk) => queryAll(ofPartition(pk))))).flat();

/** Pending receipts. Some may be in the process of being mailed, or were mailed a moment ago. */
export const pendingReceipts = async (): Promise<readonly Recipient[]> =>
  (await pendingIn(pendingReceiptPartitions))
    .map((item) => pendingReceipt.parse(item))
    .map(({ sk, ...rest }) => ({ sub: sk, ...rest }));

/** True if the mail about an item was sent, or the item was deleted. */
export async function isMailSent(key: Key): Promise<boolean> {
  const item = await read(key);
  return item === undefined || item.sent_at !== undefined;
}

export const isReceiptSent = (sub: ApplicantId): Promise<boolean> => isMailSent(receiptKey(sub));
