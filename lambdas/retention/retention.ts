import { addDays, addMonths } from '../../shared/rules/days.ts';
import { formatDay } from '../../shared/rules/format-time.ts';
import { type ListedUser, readUser } from '../aws/cognito.ts';
import { siteUrl } from '../http/viewer.ts';
import { now, today } from '../runtime/clock.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { readApplication } from '../table/application.ts';
import { addressAuditLog } from '../table/audit-log.ts';
import { expression } from '../table/expression.ts';
import { type EndNotice, type Erasure, endNotice, meta } from '../table/items.ts';
import { keys, parts } from '../table/keys.ts';
import { put, queryAll } from '../table/table.ts';
import { goOnWith } from './erase.ts';

// Data retention (docs/data-retention.md): deletes inactive drafts, and submitted applications after
// the university's years.

/** Days between the mail that announces the expiry of a draft and the expiry. */
const noticeDays = 30;

export type End = Pick<Erasure, 'rev'> & {
  readonly reason: Extract<Erasure['reason'], 'years-over' | 'draft-over'>;
};

/** The same day the given number of years ago, as ISO 8601 because dates are compared as text. */
function yearsAgo(years: number): string {
  const then = new Date(now());
  then.setUTCFullYear(then.getUTCFullYear() - years);
  return then.toISOString();
}

function isSubmissionOver(submittedAt: string): boolean {
  const years = partner().retention?.submittedYears;
  return years !== undefined && submittedAt < yearsAgo(years);
}

interface Draft {
  readonly sub: ApplicantId;
  readonly email: string;
  readonly age: ApplicationAge;
  /** The day of the last change, or of the sign-up when nothing was ever changed. */
  readonly changedOn: string;
}

/**
 * Announces the expiry of a draft 30 days before, and returns true when it has expired. A change after the
 * mail cancels the expiry, because the mail announced another day.
 */
async function isDraftOver({ sub, email, age, changedOn }: Draft): Promise<boolean> {
  const months = partner().retention?.draftMonths;
  if (months === undefined) return false;
  const ends = addMonths(changedOn, months);
  const on = today();
  if (on < addDays(ends, -noticeDays)) return false;
  if (age.notice?.changed_on === changedOn) return on >= ends && on >= addDays(age.notice.on, noticeDays);
  const announced = addDays(on, noticeDays);
  await announceEnd({ sub, email, changedOn, on, ends: announced > ends ? announced : ends });
  return false;
}

/** Returns the reason to delete a user's data now; undefined to keep it. */
export async function endOf(user: ListedUser): Promise<End | undefined> {
  const { applicant, email, created } = user;
  if (applicant === undefined || email === undefined) return undefined;
  const sub = applicantId.parse(applicant);
  const age = await ageOf(sub);
  if (age.submittedAt !== undefined)
    return isSubmissionOver(age.submittedAt) ? { reason: 'years-over' } : undefined;
  const changedOn = age.changedOn ?? created?.slice(0, 10);
  if (changedOn === undefined || !(await isDraftOver({ sub, email, age, changedOn }))) return undefined;
  return { reason: 'draft-over', rev: age.rev };
}

export async function endNow(email: string, end: End): Promise<void> {
  const user = await readUser(email);
  if (user === undefined) return;
  await goOnWith({
    sk: user.sub,
    ...end,
    asked_at: new Date(now()).toISOString(),
    user: user.name,
    address_log: await addressAuditLog(email),
  });
}

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
async function announceEnd(draft: EndingDraft): Promise<void> {
  const { host } = await readApplication(draft.sub);
  const { sendMail } = await import('../aws/ses.ts');
  await sendMail(mailOf(draft, host));
  await recordEndNotice(draft.sub, { changed_on: draft.changedOn, on: draft.on });
}

/** Data that decides when an application expires. */
interface ApplicationAge {
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
