import { now } from '../runtime/clock.ts';
import { pendingChecklistMails } from '../store/checklist.ts';
import { pendingNotices } from '../store/notices.ts';
import { deletePendingReceipt, isReceiptSent, pendingReceipts, type Recipient } from '../store/outbox.ts';
import { mailCompleteChecklist } from './checklist-mail.ts';
import { mailReceipt } from './receipt-mail.ts';
import { mailPending } from './security-notices.ts';

/** After this many failures in one run, mail counts as down and the next run retries. */
const failuresMaximum = 20;

/** Shuffles the list so addresses that always fail do not block the others. */
const shuffled = <T>(all: readonly T[]): readonly T[] =>
  all
    .map((each) => ({ each, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each);

/** Mails one after the other until `end` (milliseconds since 1970). `mail` returns false after a failure. */
async function mailEach<T>(
  pending: readonly T[],
  end: number,
  mail: (one: T) => Promise<boolean>,
): Promise<void> {
  let failures = 0;
  for (const one of pending) {
    if (failures === failuresMaximum || now() > end) return;
    if (!(await mail(one))) failures += 1;
  }
}

/** Takes a receipt that was already mailed off the list. */
async function mailLateReceipt(recipient: Recipient): Promise<boolean> {
  if (!(await isReceiptSent(recipient.sub))) return mailReceipt(recipient);
  await deletePendingReceipt(recipient.sub);
  return true;
}

/** Mails pending receipts, except those that another caller has claimed. */
export const mailLateReceipts = async (end: number): Promise<void> =>
  mailEach(shuffled(await pendingReceipts()), end, mailLateReceipt);

/**
 * Mails pending notices that every checklist item arrived. They are mailed only here, so operators have
 * minutes to unmark an item.
 */
export const mailPendingChecklists = async (end: number): Promise<void> =>
  mailEach(shuffled(await pendingChecklistMails()), end, mailCompleteChecklist);

/** Mails pending notices about accounts, withdrawals and deletions. */
export const mailLateNotices = async (end: number): Promise<void> =>
  mailEach(await pendingNotices(), end, mailPending);
