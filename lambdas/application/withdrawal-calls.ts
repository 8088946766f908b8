import type { application } from '../../shared/api/application.ts';
import { callerOf } from '../account/attempt.ts';
import { aboutBrowser } from '../account/browser-session.ts';
import { type CurrentPassword, requireCurrentPassword } from '../account/passwords.ts';
import { type AboutBrowser, mailAdded } from '../account/security-notices.ts';
import { deviceFrom } from '../http/cookies.ts';
import type { Handlers } from '../http/request.ts';
import { countRequest, rateLimits } from '../table/throttles.ts';
import { withdraw } from './withdrawals.ts';

// The one call of the application's function that checks a password. It is loaded with the first such call.

export const withdrawalCalls = {
  async withdraw({ body, caller: { sub, username }, viewer, cookies }) {
    await countRequest(rateLimits.accountChanges, sub);
    const caller = await callerOf({ username, network: viewer.network, device: deviceFrom(cookies) });
    const about = aboutBrowser(username, viewer);
    const withdrawal = { sub, caller, current: body.current_password, about };
    const withdrawn_at = await withdrawOwnApplication(withdrawal);
    return { body: { message: 'You withdrew your application.', withdrawn_at } };
  },
} satisfies Partial<Handlers<typeof application>>;

interface Withdrawal extends CurrentPassword {
  readonly about: AboutBrowser;
}

/**
 * An applicant who knows the password withdraws the submitted application, and gets a mail about it. Returns
 * the time (ISO 8601), also of an earlier withdrawal.
 */
export async function withdrawOwnApplication(withdrawal: Withdrawal): Promise<string> {
  await requireCurrentPassword(withdrawal, 'withdrawal-refused');
  const { withdrawnAt, mail } = await withdraw(withdrawal.sub, withdrawal.about);
  if (mail !== undefined) await mailAdded(mail);
  return withdrawnAt;
}
