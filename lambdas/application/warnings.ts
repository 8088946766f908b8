import { visitorRoutes } from '../../shared/api/application-routes.ts';
import { sign, verify } from '../aws/secrets.ts';
import { now, seconds } from '../runtime/clock.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { siteUrl } from '../runtime/site-url.ts';
import { auditEntry } from '../table/audit-log.ts';
import { absent, exists, expression, set } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { keys, parts } from '../table/keys.ts';
import { meetsConditions } from '../table/retry.ts';
import { isUpdated, put, readItem, update, writes } from '../table/table.ts';

/** A mail that a deadline is `days` days away. */
export interface Warning {
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
export const unsubscribeUrl = async (sub: ApplicantId, host: string): Promise<string> =>
  siteUrl(host, `${visitorRoutes.unsubscribe.path}?token=${sub}.${await sign('reminders-off', sub)}`);

/** The applicant of a link's token; undefined unless we signed it. */
export async function applicantOfLink(token: string): Promise<ApplicantId | undefined> {
  const [id, given = ''] = token.split('.');
  const { data: sub } = applicantId.safeParse(id);
  return sub !== undefined && (await verify('reminders-off', sub, given)) ? sub : undefined;
}
