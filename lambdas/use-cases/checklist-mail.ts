import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { isComplete, nextStepsOf } from '../../shared/partners/next-steps.ts';
import { describeError, log } from '../runtime/log.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { type ApplicationRecord, readApplication } from '../store/application.ts';
import {
  claimChecklistMail,
  deletePendingMail,
  isChecklistMailSent,
  markChecklistMailSent,
  type PendingChecklistMail,
  releaseChecklistMail,
} from '../store/checklist.ts';
import { currentPartner } from '../store/settings.ts';

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
  withdrawnAt === undefined &&
  username !== '' &&
  isComplete(partner, submission.answers, checklist.received);

/** Sends a claimed mail; false if an item was unmarked or the application withdrawn in the meantime. */
async function send({ sub }: PendingChecklistMail): Promise<boolean> {
  try {
    const [stored, partner] = [await readApplication(sub), await currentPartner()];
    if (!isDue(stored, partner)) {
      await releaseChecklistMail(sub);
      return false;
    }
    const { sendMail } = await import('../aws/ses.ts');
    await sendMail(mailOf(stored, partner));
  } catch (error) {
    await releaseChecklistMail(sub);
    throw error;
  }
  await markChecklistMailSent(sub);
  return true;
}

/**
 * Mails the applicant that every checklist item arrived, exactly once for concurrent callers. Returns false
 * after a failure.
 */
export async function mailCompleteChecklist(pending: PendingChecklistMail): Promise<boolean> {
  try {
    const isClaimed = await claimChecklistMail(pending.sub);
    if (isClaimed && (await send(pending))) log({ level: 'info', event: 'checklist-mail.sent' });
    // Another caller may still be sending it, and fail.
    if (isClaimed || (await isChecklistMailSent(pending.sub))) await deletePendingMail(pending);
    return true;
  } catch (error) {
    log({ level: 'error', event: 'checklist-mail.failed', error: describeError(error) });
    return false;
  }
}
