import { formatDay } from '../../shared/rules/format-time.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { readApplication } from '../table/application.ts';
import { expression } from '../table/expression.ts';
import { type EndNotice, endNotice, meta } from '../table/items.ts';
import { keys, parts } from '../table/keys.ts';
import { put, queryAll } from '../table/table.ts';

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

/** Data that decides when an application expires. */
export interface ApplicationAge {
  /** 0 if it was never changed. */
  readonly rev: number;
  readonly submittedAt: string | undefined;
  /** The day (yyyy-mm-dd) of the last change; undefined if it was never changed. */
  readonly changedOn: string | undefined;
  readonly notice: EndNotice | undefined;
}

export async function ageOf(sub: ApplicantId): Promise<ApplicationAge> {
  const where = expression`begins_with(sk, ${parts.meta})`;
  const items = await queryAll(keys.application(sub), { where, isConsistent: false });
  const found = new Map(items.map((item) => [item.sk, item]));
  const revision = found.has(parts.meta) ? meta.parse(found.get(parts.meta)) : undefined;
  return {
    rev: revision?.rev ?? 0,
    submittedAt: revision?.submitted_at,
    changedOn: revision?.changed_on,
    notice: found.has(parts.endNotice) ? endNotice.parse(found.get(parts.endNotice)) : undefined,
  };
}

/** Records the mail that announced the expiry of a draft. */
export const recordEndNotice = (sub: ApplicantId, notice: EndNotice) =>
  put({ pk: keys.application(sub), sk: parts.endNotice, ...notice });
