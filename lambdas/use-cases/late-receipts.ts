import { now } from '../runtime/clock.ts';
import { pendingChecklistMails } from '../store/checklist.ts';
import { forgetNotice, pendingNotices } from '../store/notices.ts';
import { deletePendingReceipt, isReceiptSent, pendingReceipts } from '../store/outbox.ts';
import { mailCompleteChecklist } from './checklist-mail.ts';
import { erasureMail } from './erasure-mail.ts';
import { noticeMail } from './notice-mail.ts';
import { mailReceipt } from './receipt-mail.ts';
import { logNotMailed } from './security-notices.ts';

/** After so many failures in one run mail is down, and the next run tries again. */
const failuresMaximum = 20;

/** In another order each time, so that addresses that never take a mail do not keep the others from theirs. */
const shuffled = <T>(all: readonly T[]): readonly T[] =>
  all
    .map((each) => ({ each, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ each }) => each);

/**
 * Mails the receipts that are still pending, one after the other until `end`, in milliseconds since 1970. One that is being
 * mailed at this moment is claimed and left alone; one that was mailed and could not be taken off the list is taken off.
 */
export async function mailLateReceipts(end: number): Promise<void> {
  let failures = 0;
  for (const recipient of shuffled(await pendingReceipts())) {
    if (failures === failuresMaximum || now() > end) return;
    if (await isReceiptSent(recipient.sub)) await deletePendingReceipt(recipient.sub);
    else if (!(await mailReceipt(recipient))) failures += 1;
  }
}

/** Mails that every checklist item arrived, in the same way. Nobody mails it before: who ticks off checklist items has minutes to take one back. */
export async function mailPendingChecklists(end: number): Promise<void> {
  let failures = 0;
  for (const pending of shuffled(await pendingChecklistMails())) {
    if (failures === failuresMaximum || now() > end) return;
    if (!(await mailCompleteChecklist(pending))) failures += 1;
  }
}

/** Mails the notices about accounts that could not be mailed at once, and those about finished erasures, in the same way. */
export async function mailLateNotices(end: number): Promise<void> {
  let failures = 0;
  const { sendMail } = await import('../aws/ses.ts');
  for (const { sk, notice } of shuffled(await pendingNotices())) {
    if (failures === failuresMaximum || now() > end) return;
    try {
      await sendMail('browser' in notice ? noticeMail(notice) : erasureMail(notice));
      await forgetNotice(sk);
    } catch (error) {
      failures += 1;
      logNotMailed(error);
    }
  }
}
