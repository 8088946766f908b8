import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import type { AnyNotice } from '../store/items.ts';
import { addPendingNotice, forgetNotice, type Notice, type PendingNotice } from '../store/notices.ts';
import { readSignUps } from '../store/sign-ups.ts';
import { isWithin, type RateLimit } from '../store/throttles.ts';

// Mails that notify applicants of changes to their account, in case someone else made them.

/** Limit per account and kind of notice. One kind of notice cannot use up the limit of another. */
const limitOf = (kind: Notice['kind']): RateLimit => ({
  name: `notices-${kind}`,
  max: 5,
  windowSeconds: 86_400,
});

/** Time that the call with the change waits for SES. */
const maxWaitMs = 1_000;

export const logNotMailed = (error: unknown) =>
  log({ level: 'error', event: 'security-notice.failed', error: describeError(error) });

/** The address of an account, and the browser in which the change was made. */
export type AboutBrowser = Omit<Notice, 'kind' | 'at'>;

async function send(notice: AnyNotice): Promise<void> {
  const [{ sendMail }, { mailOf }] = await Promise.all([import('../aws/ses.ts'), import('./notice-mail.ts')]);
  await sendMail({ ...mailOf(notice), timeout: maxWaitMs });
}

/** Mails a notice. If this fails, the scheduled run mails it. A failure never fails the change itself. */
export async function mailNotice(about: Omit<Notice, 'at'>): Promise<void> {
  const notice = { ...about, at: new Date(now()).toISOString() };
  try {
    if (!(await isWithin(limitOf(notice.kind), notice.username))) return;
    await send(notice);
  } catch (error) {
    logNotMailed(error);
    await addPendingNotice(notice).catch(logNotMailed);
  }
}

/** Mails a notice that is stored as pending. If this fails, the scheduled run mails it. */
export async function mailPending(pending: PendingNotice<AnyNotice>): Promise<void> {
  try {
    await send(pending.notice);
    await forgetNotice(pending);
  } catch (error) {
    logNotMailed(error);
  }
}

/** True if the account was confirmed within about a day: its sign-up record expires after that. */
async function isJustConfirmed(sub: ApplicantId): Promise<boolean> {
  return (await readSignUps(sub)).outcome !== undefined;
}

interface NewBrowser extends AboutBrowser {
  readonly sub: ApplicantId;
  /** True if the account has no other trusted browser. */
  readonly isOnly: boolean;
}

/** Mails that an unrecognized browser logged in, except for the first log-in after the sign-up. */
export async function mailNewBrowser({ sub, isOnly, ...about }: NewBrowser): Promise<void> {
  const isFirst = isOnly && (await isJustConfirmed(sub).catch(() => false));
  if (!isFirst) await mailNotice({ ...about, kind: 'new-browser' });
}
