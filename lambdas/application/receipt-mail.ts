import type { Answers } from '../../shared/form/index.ts';
import { decisionDayOf } from '../../shared/partners/decision-day.ts';
import { nextStepsOf } from '../../shared/partners/next-steps.ts';
import { formatTime } from '../../shared/rules/format-time.ts';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { readApplication } from '../store/application.ts';
import type { Receipt } from '../store/items.ts';
import { claimReceipt, markReceiptSent, releaseReceipt } from '../store/outbox.ts';

interface Applicant {
  readonly sub: ApplicantId;
  readonly username: string;
}

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

async function send({ sub, username }: Applicant, receipt: Receipt, host: string): Promise<void> {
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
 * logged, the item stays in the outbox, and the applicant's next visit tries again
 * (docs/decisions/010-receipt-by-mail.md).
 */
export async function mailReceipt(applicant: Applicant, host: string): Promise<void> {
  let receipt: Receipt | undefined;
  try {
    receipt = await claimReceipt(applicant.sub);
    if (receipt === undefined) return;
    await send(applicant, receipt, host);
    log({ level: 'info', event: 'receipt sent', minutes: minutesOwed(receipt) });
  } catch (error) {
    const minutes = receipt && minutesOwed(receipt);
    log({ level: 'error', event: 'receipt-mail', minutes, error: describeError(error) });
  }
}

const minutesOwed = ({ submitted_at }: Receipt): number =>
  Math.floor((now() - Date.parse(submitted_at)) / 60_000);
