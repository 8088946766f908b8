import { visitorRoutes } from '../../shared/api/application-routes.ts';
import { type Deadline, deadlinesOf } from '../../shared/partners/deadlines.ts';
import { formatTime } from '../../shared/rules/format-time.ts';
import { sign, verify } from '../aws/secrets.ts';
import { siteUrl } from '../http/viewer.ts';
import { now, pause, seconds } from '../runtime/clock.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { partner } from '../runtime/partner.ts';
import { type ApplicationRecord, readApplication } from '../table/application.ts';
import { readList } from '../table/application-lists.ts';
import { auditEntry } from '../table/audit-log.ts';
import { absent, exists, expression, set } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { keys, parts } from '../table/keys.ts';
import { meetsConditions } from '../table/retry.ts';
import { currentPartner } from '../table/settings.ts';
import { isUpdated, put, readItem, update, writes } from '../table/table.ts';

const dayMs = 24 * 3_600_000;

/** Older drafts belong to another season. */
const seasonDays = 400;

/**
 * Mails per batch. A new SES account can send 14 mails per second, and receipts and codes need some of them.
 */
const atOnce = 10;
const perBatch = 1_000;
/** Drafts per page. After each page the place in the list is stored. */
const pageSize = 100;

interface DueWarning {
  readonly warning: Warning;
  readonly deadline: Deadline;
  /** Milliseconds since 1970. The warning goes only to drafts started before this time. */
  readonly since: number;
}

/** The latest due warning of each deadline. Missed earlier warnings are not mailed in addition. */
const dueWarnings = async (): Promise<readonly DueWarning[]> =>
  deadlinesOf(await currentPartner()).flatMap((deadline) => {
    const due = deadline.warnDays.filter((days) => deadline.ends - days * dayMs <= now());
    if (due.length === 0 || now() >= deadline.ends) return [];
    const days = Math.min(...due);
    return [{ warning: { deadline: deadline.id, days }, deadline, since: deadline.ends - days * dayMs }];
  });

async function mailOf(
  sub: ApplicantId,
  { username, host, lastPage }: ApplicationRecord,
  { label, at }: Deadline,
) {
  const { name, applicationTitle, timeZone, helpEmail } = partner();
  const moment = new Date(at).toISOString();
  const link = (path: string) => (host === '' ? '.' : `: ${siteUrl(host, path)}`);
  const off = host === '' ? undefined : await unsubscribeUrl(sub, host);
  // RFC 8058: mail programs show an unsubscribe button that needs no log-in.
  const headers: Readonly<Record<string, string>> =
    off === undefined
      ? {}
      : { 'List-Unsubscribe': `<${off}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  const turnOff = off === undefined ? 'log in and go to "Account and Security".' : `open this link: ${off}`;
  return {
    to: username,
    headers,
    subject: `${name}: you haven't submitted your application yet`,
    text: [
      `You haven't submitted your application to ${name} (${applicationTitle}) yet.`,
      `${label}: submit by ${formatTime(moment, timeZone)} (${formatTime(moment, 'UTC')}).`,
      `Pick up where you left off${link(lastPage === '' ? '/about' : lastPage)}`,
      `If you no longer want to apply, you can ignore this email. To stop deadline emails, ${turnOff}`,
      `Questions? Write to ${helpEmail}.`,
    ].join('\n\n'),
  };
}

/**
 * True if SES rejected the mail. After a timeout the mail may have been sent, so it counts: a third mail is
 * worse than a missing one.
 */
const wasRejected = (error: unknown): boolean =>
  error instanceof Error &&
  '$metadata' in error &&
  error.name !== 'AbortError' &&
  error.name !== 'TimeoutError';

/**
 * True if only this mail cannot be sent: SES rejects the address, or the stored draft cannot be read. The
 * next try would end the same way.
 */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error && ['BadRequestException', '$ZodError'].includes(error.name);

/** True unless the draft was submitted, is being deleted, has no address, or its applicant wants no mails. */
const isDue = (stored: ApplicationRecord): boolean =>
  [stored.submittedAt, stored.deletionAskedAt, stored.erasedAt].every((each) => each === undefined) &&
  stored.username !== '' &&
  stored.wantsReminders;

/** Warns the applicant of one draft, once per warning. */
async function mailDraft(
  sub: ApplicantId,
  { warning, deadline }: DueWarning,
): Promise<'sent' | 'left' | 'failed' | 'skipped'> {
  try {
    const stored = await readApplication(sub);
    if (!isDue(stored)) return 'left';
    if (!(await claimWarning(sub, warning))) return 'left';
    const { sendMail } = await import('../aws/ses.ts');
    await sendMail(await mailOf(sub, stored, deadline)).catch(async (error: unknown) => {
      if (wasRejected(error)) await giveBackWarning(sub, warning);
      throw error;
    });
    return 'sent';
  } catch (error) {
    log({ level: 'error', event: 'deadline-mail.failed', error: describeError(error) });
    return isPermanent(error) ? 'skipped' : 'failed';
  }
}

/**
 * Warns the applicants of these drafts; false if mail is down. A single failing address does not block the
 * others.
 */
async function mailDrafts(subs: readonly ApplicantId[], due: DueWarning): Promise<boolean> {
  for (let start = 0; start < subs.length; start += atOnce) {
    if (start > 0) await pause(perBatch);
    const outcomes = await Promise.all(subs.slice(start, start + atOnce).map((sub) => mailDraft(sub, due)));
    if (outcomes.includes('failed') && !outcomes.includes('sent')) return false;
  }
  return true;
}

/**
 * Continues through the list of drafts from where the last run stopped. While mail is down, the next run
 * retries the same drafts.
 */
async function mailWarning(due: DueWarning, end: number): Promise<void> {
  const progress = await readProgress(due.warning);
  const before = new Date(due.since).toISOString();
  let after = progress.after ?? new Date(due.since - seasonDays * dayMs).toISOString();
  let isDone = progress.isDone ?? false;
  while (!isDone && now() < end) {
    const { listed, next } = await readList({ status: 'draft', after, before, limit: pageSize });
    if (
      !(await mailDrafts(
        listed.map(({ sub }) => sub),
        due,
      ))
    )
      return;
    isDone = next === undefined;
    after = next ?? after;
    await saveProgress(due.warning, isDone ? { isDone } : { after });
  }
}

/** Mails applicants with drafts that a deadline is near, until `end`, in milliseconds since 1970. */
export async function mailWarnings(end: number): Promise<void> {
  for (const due of await dueWarnings()) await mailWarning(due, end);
}

/** A mail that a deadline is `days` days away. */
interface Warning {
  readonly deadline: string;
  readonly days: number;
}

/** Maximum mails per applicant and deadline, regardless of the partner's settings. */
const maxMails = 2;

/** Days after which progress expires: it is useless after the deadline. */
const progressDays = 90;

const keyOf = (sub: ApplicantId, { deadline }: Warning) => ({
  pk: keys.application(sub),
  sk: parts.warned(deadline),
});

/** Counts a mail before it is sent; false if it was counted before, or the maximum is reached. */
export function claimWarning(sub: ApplicantId, warning: Warning): Promise<boolean> {
  const { days } = warning;
  const counted = expression`SET mails = if_not_exists(mails, ${0}) + ${1}, last_days = ${days}`;
  const isNext = expression`${absent} OR (mails < ${maxMails} AND last_days > ${days})`;
  return isUpdated(keyOf(sub, warning), counted, { if: isNext });
}

/** Removes a mail that was certainly not sent from the count, so a later run sends it. */
export const giveBackWarning = (sub: ApplicantId, warning: Warning) =>
  update(keyOf(sub, warning), expression`SET mails = mails - ${1}, last_days = ${warning.days + 1}`);

/** Progress through the list of drafts for a warning. */
export interface Progress {
  readonly after?: string | undefined;
  readonly isDone?: boolean | undefined;
}

const progressKey = ({ deadline, days }: Warning) => ({ pk: keys.warnings, sk: `${deadline}#${days}` });

export const readProgress = async (warning: Warning): Promise<Progress> =>
  (await readItem(progressKey(warning), items.warningProgress)) ?? {};

export const saveProgress = (warning: Warning, progress: Progress) =>
  put({ ...progressKey(warning), ...progress, expires_at: seconds(now()) + progressDays * 86_400 });

/** Stores the applicant's choice about deadline mails. Before the first choice, they are sent. */
export const saveReminders = (sub: ApplicantId, areWanted: boolean) =>
  put({ pk: keys.application(sub), sk: parts.reminders, are_wanted: areWanted });

/**
 * Turns deadline mails off for a reader of such a mail, and records it once. A deleted application gets no
 * mail, and nothing is written about it. Reads nothing: anybody may have the link.
 */
export async function turnRemindersOff(sub: ApplicantId): Promise<void> {
  const pk = keys.application(sub);
  await meetsConditions([
    writes.check({ pk, sk: parts.meta }, expression`${exists} AND attribute_not_exists(erased_at)`),
    writes.update({ pk, sk: parts.reminders }, set({ are_wanted: false }), {
      if: expression`attribute_not_exists(are_wanted) OR are_wanted = ${true}`,
    }),
    await auditEntry(sub, 'reminders-off'),
  ]);
}

// Links that turn reminders off without a log-in (RFC 8058). A link names the applicant by the id, and is
// signed.

/** The URL for one applicant's mails. It works as long as the key of pseudonyms stays. */
const unsubscribeUrl = async (sub: ApplicantId, host: string): Promise<string> =>
  siteUrl(host, `${visitorRoutes.unsubscribe.path}?token=${sub}.${await sign('reminders-off', sub)}`);

/** The applicant of a link's token; undefined unless we signed it. */
export async function applicantOfLink(token: string): Promise<ApplicantId | undefined> {
  const [id, given = ''] = token.split('.');
  const { data: sub } = applicantId.safeParse(id);
  return sub !== undefined && (await verify('reminders-off', sub, given)) ? sub : undefined;
}
