import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { waitAtMost } from '../runtime/settle-all.ts';
import { takePermission } from '../store/withdrawal-permissions.ts';
import { withdraw } from '../store/withdrawals.ts';
import { type AboutBrowser, mailPending } from './security-notices.ts';

/** Time that the reply waits for the mail, which the scheduled run repeats. */
const maxWaitMs = 2_000;

interface Withdrawal {
  readonly sub: ApplicantId;
  /** The id in the cookie of the session. */
  readonly session: string;
  readonly about: AboutBrowser;
}

/**
 * An applicant who has entered the password again withdraws the submitted application, and gets a mail about
 * it. Returns the time (ISO 8601), also of an earlier withdrawal.
 */
export async function withdrawOwnApplication({ sub, session, about }: Withdrawal): Promise<string> {
  if (!(await takePermission(session))) throw new ApiError('forbidden', 'Please enter your password again.');
  const { withdrawnAt, mail } = await withdraw(sub, about);
  if (mail !== undefined) await waitAtMost(maxWaitMs, mailPending(mail));
  return withdrawnAt;
}
