import { now } from '../runtime/clock.ts';
import { describeError, log } from '../runtime/log.ts';
import type { Notice, PendingWork, WorkOf } from '../table/items.ts';
import { doNow, storeWork } from '../table/outbox.ts';
import { isWithin, type RateLimit } from '../table/throttles.ts';

// Mails that notify applicants of changes to their account, in case someone else made them.

/** Limit per account and kind of notice. One kind of notice cannot use up the limit of another. */
const limitOf = (kind: Notice['kind']): RateLimit => ({
  name: `notices-${kind}`,
  max: 5,
  windowSeconds: 86_400,
});

/** The address of an account, and the browser in which the change was made. */
export type AboutBrowser = Omit<Notice, 'kind' | 'at'>;

const logNotMailed = (error: unknown) =>
  log({ level: 'error', event: 'security-notice.failed', error: describeError(error) });

/** Sends a notice. Waits for SES: a mail that it accepts later would be sent again. */
export async function sendNotice(notice: WorkOf<'notice'>): Promise<void> {
  const [{ sendMail }, { mailOf }] = await Promise.all([
    import('../aws/ses.ts'),
    import('../mail/account-mails.ts'),
  ]);
  await sendMail(mailOf(notice));
}

/** Mails a notice that was just added. */
export const mailAdded = (notice: PendingWork): Promise<void> => doNow(notice, { notice: sendNotice });

/** Mails a notice about a change that no transaction made. A failure never fails the change itself. */
export async function mailNotice(about: Omit<Notice, 'at'>): Promise<void> {
  try {
    if (!(await isWithin(limitOf(about.kind), about.username))) return;
    await mailAdded(await storeWork('notice', { ...about, at: new Date(now()).toISOString() }));
  } catch (error) {
    logNotMailed(error);
  }
}
