import { addDays, addMonths } from '../../shared/rules/days.ts';
import { readUser } from '../aws/cognito-user.ts';
import type { ListedUser } from '../aws/user-list.ts';
import { now, today } from '../runtime/clock.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { addressAuditLog } from '../table/audit-log.ts';
import type { Erasure } from '../table/items.ts';
import { type ApplicationAge, ageOf, announceEnd } from './end-notice.ts';
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
