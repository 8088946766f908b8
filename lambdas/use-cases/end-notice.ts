import { formatDay } from '../../shared/rules/format-time.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { readApplication } from '../store/application.ts';
import { recordEndNotice } from '../store/application-age.ts';

interface EndingDraft {
  readonly sub: ApplicantId;
  readonly email: string;
  /** Days, yyyy-mm-dd: of the last change, of this mail, and the first on which the draft can end. */
  readonly changedOn: string;
  readonly on: string;
  readonly ends: string;
}

function mailOf({ email, changedOn, ends }: EndingDraft, host: string) {
  const { name, applicationTitle, helpEmail } = partner();
  const place = host === '' ? '' : ` at ${siteUrl(host, '/about')}`;
  return {
    to: email,
    subject: `${name}: we will delete your unfinished application`,
    text: [
      `You haven't submitted your application to ${name} (${applicationTitle}), and you haven't changed it since ${formatDay(changedOn)}.`,
      `We will delete it, along with your account and files, on ${formatDay(ends)} or in the days after.`,
      `To keep it, log in${place} and change any answer before then.`,
      'If you no longer need it, you can ignore this email.',
      `Questions? Write to ${helpEmail}.`,
    ].join('\n\n'),
  };
}

/**
 * Tells an applicant when the draft ends. The mail is recorded after it was sent, so that no draft ends
 * unannounced: after a crash between the two it is sent again.
 */
export async function announceEnd(draft: EndingDraft): Promise<void> {
  const { host } = await readApplication(draft.sub);
  const { sendMail } = await import('../aws/ses.ts');
  await sendMail(mailOf(draft, host));
  await recordEndNotice(draft.sub, { changed_on: draft.changedOn, on: draft.on });
}
