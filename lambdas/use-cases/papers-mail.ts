import { isComplete, nextStepsOf } from '../../shared/partners/next-steps.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { type ApplicationRecord, readApplication } from '../store/application.ts';
import {
  claimPapersMail,
  forgetPapersMail,
  markPapersMailSent,
  type PendingChecklistMail,
  releasePapersMail,
} from '../store/papers.ts';

/** What the last paper's arrival means, in the words of the completion page. */
function mailOf({ username, host, papers, submission }: ApplicationRecord) {
  const { name, helpEmail } = partner();
  const steps = nextStepsOf(partner(), submission?.answers ?? {}, papers.received);
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

const isDue = ({ papers, submission, username }: ApplicationRecord): boolean =>
  submission !== undefined && username !== '' && isComplete(partner(), submission.answers, papers.received);

/** Sends a claimed mail; false when a paper was taken back meanwhile. */
async function send({ sub }: PendingChecklistMail): Promise<boolean> {
  try {
    const stored = await readApplication(sub);
    if (!isDue(stored)) {
      await releasePapersMail(sub);
      return false;
    }
    const { sendMail } = await import('../aws/ses.ts');
    await sendMail(mailOf(stored));
  } catch (error) {
    await releasePapersMail(sub);
    throw error;
  }
  await markPapersMailSent(sub);
  return true;
}

/**
 * Mails an applicant that every paper arrived, once, though several callers try. Returns whether nothing failed.
 */
export async function mailPapers(pending: PendingChecklistMail): Promise<boolean> {
  try {
    if ((await claimPapersMail(pending.sub)) && (await send(pending)))
      log({ level: 'info', event: 'papers mail sent' });
    await forgetPapersMail(pending);
    return true;
  } catch (error) {
    log({ level: 'error', event: 'papers-mail', error: describeError(error) });
    return false;
  }
}
