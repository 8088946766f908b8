import type { Answers } from '../../shared/form/index.ts';
import { decisionDayOf } from '../../shared/partners/decision-day.ts';
import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { isComplete, nextStepsOf, type ReceivedItems } from '../../shared/partners/next-steps.ts';
import { formatTime } from '../../shared/rules/format-time.ts';
import { siteUrl } from '../http/viewer.ts';
import { type ApplicationRecord, markReceiptMailed, readApplication } from '../table/application.ts';
import { markChecklistMailed } from '../table/checklist.ts';
import type { Receipt, WorkOf } from '../table/items.ts';
import { currentPartner } from '../table/settings.ts';

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

/** Mails the receipt of a submission, unless an earlier try has sent it or the application is deleted. */
export async function mailReceipt({ sub, username, host }: WorkOf<'receipt'>): Promise<void> {
  const [{ sendMail }, partner, stored] = await Promise.all([
    import('../aws/ses.ts'),
    currentPartner(),
    readApplication(sub),
  ]);
  const { receipt, submission, checklist, withdrawnAt, username: current } = stored;
  if (receipt === undefined || receipt.sent_at !== undefined) return;
  const known = { answers: submission?.answers ?? {}, received: checklist.received };
  const situation = { partner, ...known, isWithdrawn: withdrawnAt !== undefined };
  await sendMail({
    to: current || username, // the address may have changed since the submission
    subject: `${partner.name}: we received your application`,
    text: mailText(receipt, situation, host),
  });
  await markReceiptMailed(sub);
}

/** The mail that the checklist is complete, worded like the completion page. */
function mailOf({ username, host, checklist, submission }: ApplicationRecord, partner: PartnerWithSettings) {
  const { name, helpEmail } = partner;
  const steps = nextStepsOf(partner, submission?.answers ?? {}, checklist.received);
  const page = host === '' ? 'Log in to your application' : `Open ${siteUrl(host, '/completion')}`;
  return {
    to: username,
    subject: `${name}: we have everything we need from you`,
    text: [
      'We have everything we need for your application.',
      `Confirmation number: ${submission?.confirmation ?? ''}`,
      steps.flatMap(({ title, status }) => (status === undefined ? [] : `${title}: ${status}`)).join('\n'),
      `You don't need to do anything now. ${page} to check your status any time.`,
      `Questions? Write to ${helpEmail}.`,
    ].join('\n\n'),
  };
}

const isDue = (
  { checklist, submission, username, withdrawnAt }: ApplicationRecord,
  partner: PartnerWithSettings,
): boolean =>
  submission !== undefined &&
  checklist.sent_at === undefined &&
  withdrawnAt === undefined &&
  username !== '' &&
  isComplete(partner, submission.answers, checklist.received);

/**
 * Mails the applicant that every checklist item arrived, unless an item was undone or the application
 * withdrawn in the meantime.
 */
export async function mailCompleteChecklist({ sub }: WorkOf<'checklist-mail'>): Promise<void> {
  const [stored, partner] = await Promise.all([readApplication(sub), currentPartner()]);
  if (!isDue(stored, partner)) return;
  const { sendMail } = await import('../aws/ses.ts');
  await sendMail(mailOf(stored, partner));
  await markChecklistMailed(sub);
}
