import type { Answers } from '../../shared/form/index.ts';
import { decisionDayOf } from '../../shared/partners/decision-day.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { nextStepsOf, type ReceivedItems } from '../../shared/partners/next-steps.ts';
import { formatTime } from '../../shared/rules/format-time.ts';
import { now } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { readApplication } from '../store/application.ts';
import type { Receipt } from '../store/items.ts';
import { claimReceipt, markReceiptSent, type Recipient, releaseReceipt } from '../store/outbox.ts';
import { currentPartner } from '../store/settings.ts';

/** 'Send your official transcript (received on March 3, 2027)' */
const stepText = ({ title, status, isReceived }: ReturnType<typeof nextStepsOf>[number]) =>
  isReceived && status !== undefined
    ? `${title} (${status.charAt(0).toLowerCase()}${status.slice(1)})`
    : title;

const stepsText = (steps: ReturnType<typeof nextStepsOf>): string =>
  `To complete your application:\n${steps.map((step, index) => `${index + 1}. ${stepText(step)}`).join('\n')}`;

interface Situation {
  readonly partner: PartnerWithSettings;
  readonly answers: Answers;
  readonly received: ReceivedItems;
  readonly isWithdrawn: boolean;
}

function mailText(
  { confirmation, submitted_at }: Receipt,
  { partner, answers, received, isWithdrawn }: Situation,
  host: string,
): string {
  const { name, applicationTitle, entryYear, timeZone, helpEmail } = partner;
  const decisionDay = decisionDayOf(partner, submitted_at);
  return [
    `${name} received your application: ${applicationTitle}, ${entryYear}.`,
    `Confirmation number: ${confirmation}\nSubmitted: ${formatTime(submitted_at, timeZone)} (${formatTime(submitted_at, 'UTC')})`,
    `Keep this email as your receipt. You'll also find the receipt and a PDF copy of your application at ${siteUrl(host, '/completion')}.`,
    ...(isWithdrawn ? [] : [stepsText(nextStepsOf(partner, answers, received))]),
    ...(isWithdrawn || decisionDay === undefined ? [] : [`You can expect our decision by ${decisionDay}.`]),
    `If you didn't submit this application, write to ${helpEmail}.`,
  ].join('\n\n');
}

async function send({ sub, username, host }: Recipient, receipt: Receipt): Promise<void> {
  try {
    const { sendMail } = await import('../aws/ses.ts');
    const partner = await currentPartner();
    const subject = `${partner.name}: we received your application`;
    const { submission, checklist, withdrawnAt, username: current } = await readApplication(sub);
    const known = { answers: submission?.answers ?? {}, received: checklist.received };
    const situation = { partner, ...known, isWithdrawn: withdrawnAt !== undefined };
    // The address may have changed since the submission.
    await sendMail({ to: current || username, subject, text: mailText(receipt, situation, host) });
  } catch (error) {
    await releaseReceipt(sub);
    throw error;
  }
  await markReceiptSent(sub);
}

/**
 * Mails the receipt of a submission unless it was mailed already. The response does not depend on it: if it
 * fails, the error is logged, and the scheduled run retries. Returns false if it failed.
 */
export async function mailReceipt(recipient: Recipient): Promise<boolean> {
  let receipt: Receipt | undefined;
  try {
    receipt = await claimReceipt(recipient.sub);
    if (receipt === undefined) return true;
    await send(recipient, receipt);
    log({ level: 'info', event: 'receipt.sent', minutes: minutesPending(receipt) });
    return true;
  } catch (error) {
    const minutes = receipt && minutesPending(receipt);
    log({ level: 'error', event: 'receipt.failed', minutes, error: describeError(error) });
    return false;
  }
}

const minutesPending = ({ submitted_at }: Receipt): number =>
  Math.floor((now() - Date.parse(submitted_at)) / 60_000);
