import { now } from '../runtime/clock.ts';
import { pendingChecklistMails } from '../store/checklist.ts';
import { forgetNotice, pendingNotices } from '../store/notices.ts';
import { deletePendingReceipt, isReceiptSent, pendingReceipts } from '../store/outbox.ts';
import { mailCompleteChecklist } from './checklist-mail.ts';
import { mailOf } from './notice-mail.ts';
import { mailReceipt } from './receipt-mail.ts';
import { logNotMailed } from './security-notices.ts';

/** After this many failures in one run, mail counts as down and the next run retries. */
const failuresMaximum = 20;

/** Shuffles the list so addresses that always fail do not block the others. */
const shuffled = <T>(all: readonly T[]): readonly T[] =>
  all
    .map((each) => ({ each, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each);

/**
 * Mails pending receipts one after the other until `end`, in milliseconds since 1970. Skips a receipt that
 * another caller has claimed. Takes receipts that were already mailed off the list.
 */
export async function mailLateReceipts(end: number): Promise<void> {
  let failures = 0;
  for (const recipient of shuffled(await pendingReceipts())) {
    if (failures === failuresMaximum || now() > end) return;
    if (await isReceiptSent(recipient.sub)) await deletePendingReceipt(recipient.sub);
    else if (!(await mailReceipt(recipient))) failures += 1;
  }
}

/**
 * Mails pending notices that every checklist item arrived, in the same way. They are mailed only here, so
 * operators have minutes to unmark an item.
 */
export async function mailPendingChecklists(end: number): Promise<void> {
  let failures = 0;
  for (const pending of shuffled(await pendingChecklistMails())) {
    if (failures === failuresMaximum || now() > end) return;
    if (!(await mailCompleteChecklist(pending))) failures += 1;
  }
}

/** Mails pending notices about accounts, withdrawals and deletions, in the same way. */
export async function mailLateNotices(end: number): Promise<void> {
  let failures = 0;
  const { sendMail } = await import('../aws/ses.ts');
  for (const pending of shuffled(await pendingNotices())) {
    if (failures === failuresMaximum || now() > end) return;
    try {
      await sendMail(mailOf(pending.notice));
      await forgetNotice(pending);
    } catch (error) {
      failures += 1;
      logNotMailed(error);
    }
  }
}
