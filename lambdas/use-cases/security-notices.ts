import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { addPendingNotice, forgetNotice, type Notice, type PendingNotice } from '../store/notices.ts';
import { readSignUps } from '../store/sign-ups.ts';
import { isWithin, type RateLimit } from '../store/throttles.ts';

// Mails that tell applicants what happened to their account, in case it was not them
// (docs/decisions/070-applicants-manage-their-account.md).

/** For each account and kind of notice, so that one kind cannot be used to keep another from being mailed. */
const limitOf = (kind: Notice['kind']): RateLimit => ({ name: `notices-${kind}`, most: 5, window: 86_400 });

/** Milliseconds for which the call that a notice is about may wait for SES. */
const longestWait = 1_000;

export const logNotMailed = (error: unknown) =>
  log({ level: 'error', event: 'security-notice.failed', error: describeError(error) });

/** The address of an account, and where something was done about it. */
export type AboutBrowser = Omit<Notice, 'kind' | 'at'>;

async function send(notice: Notice): Promise<void> {
  const [{ sendMail }, { noticeMail }] = await Promise.all([
    import('../aws/ses.ts'),
    import('./notice-mail.ts'),
  ]);
  await sendMail({ ...noticeMail(notice), timeout: longestWait });
}

/** Mails a notice. What cannot be mailed at once is mailed by the clock; what it is about never fails because of it. */
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
export async function mailPending({ sk, notice }: PendingNotice): Promise<void> {
  try {
    await send(notice);
    await forgetNotice(sk);
  } catch (error) {
    logNotMailed(error);
  }
}

/** Whether an account was confirmed within a day or so. */
async function isJustConfirmed(sub: ApplicantId): Promise<boolean> {
  return (await readSignUps(sub)).outcome !== undefined;
}

interface NewBrowser extends AboutBrowser {
  readonly sub: ApplicantId;
  /** Whether the account has no other known browser. */
  readonly isOnly: boolean;
}

/** Mails that an unknown browser logged in. The first log-in after sign-up is no news. */
export async function mailNewBrowser({ sub, isOnly, ...about }: NewBrowser): Promise<void> {
  const isFirst = isOnly && (await isJustConfirmed(sub).catch(() => false));
  if (!isFirst) await mailNotice({ ...about, kind: 'new-browser' });
}
