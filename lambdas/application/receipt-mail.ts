import type { Answers } from '../../shared/form/index.ts';
import { decisionDayOf } from '../../shared/partners/decision-day.ts';
import { nextStepsOf } from '../../shared/partners/next-steps.ts';
import { formatTime } from '../../shared/rules/format-time.ts';
import { now } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { readApplication } from '../store/application.ts';
import type { Receipt } from '../store/items.ts';
import { claimReceipt, markReceiptSent, type Recipient, releaseReceipt } from '../store/outbox.ts';

function mailText({ confirmation, submitted_at }: Receipt, answers: Answers, host: string): string {
  const { name, applicationTitle, entryYear, timeZone, helpEmail } = partner();
  const decisionDay = decisionDayOf(partner(), submitted_at);
  return [
    `${name} received your application: ${applicationTitle}, ${entryYear}.`,
    `Confirmation number: ${confirmation}\nSubmitted: ${formatTime(submitted_at, timeZone)} (${formatTime(submitted_at, 'UTC')})`,
    `Keep this email as your receipt. You can also find it, with a PDF copy of your application, at ${siteUrl(host, '/completion')}.`,
    `To complete your application:\n${nextStepsOf(partner(), answers)
      .map(({ title }, index) => `${index + 1}. ${title}`)
      .join('\n')}`,
    ...(decisionDay === undefined ? [] : [`You can expect our decision by ${decisionDay}.`]),
    `If you did not submit this application, please write to ${helpEmail}.`,
  ].join('\n\n');
}

async function send({ sub, username, host }: Recipient, receipt: Receipt): Promise<void> {
  try {
    const { sendMail } = await import('../aws/ses.ts');
    const subject = `${partner().name}: we received your application`;
    const { submission } = await readApplication(sub);
    await sendMail({ to: username, subject, text: mailText(receipt, submission?.answers ?? {}, host) });
  } catch (error) {
    await releaseReceipt(sub);
    throw error;
  }
  await markReceiptSent(sub);
}

/**
 * Mails the receipt of a submission unless it was mailed already. The response does not depend on it: a failure is
 * logged, the item stays in the outbox, and the applicant's next visit or the clock tries again
 * (docs/decisions/010-receipt-by-mail.md). Returns whether nothing failed.
 */
export async function mailReceipt(recipient: Recipient): Promise<boolean> {
  let receipt: Receipt | undefined;
  try {
    receipt = await claimReceipt(recipient.sub);
    if (receipt === undefined) return true;
    await send(recipient, receipt);
    log({ level: 'info', event: 'receipt sent', minutes: minutesOwed(receipt) });
    return true;
  } catch (error) {
    const minutes = receipt && minutesOwed(receipt);
    log({ level: 'error', event: 'receipt-mail', minutes, error: describeError(error) });
    return false;
  }
}

const minutesOwed = ({ submitted_at }: Receipt): number =>
  Math.floor((now() - Date.parse(submitted_at)) / 60_000);
