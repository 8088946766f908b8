import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { isComplete, nextStepsOf } from '../../shared/partners/next-steps.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { type ApplicationRecord, readApplication } from '../table/application.ts';
import { markChecklistMailed } from '../table/checklist.ts';
import type { WorkOf } from '../table/items.ts';
import { currentPartner } from '../table/settings.ts';

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
