import type { application } from '../../shared/api/application.ts';
import { aboutBrowser } from '../account/browser-session.ts';
import { requireCurrentPassword } from '../account/passwords.ts';
import { mailAdded } from '../account/security-notices.ts';
import type { Handlers } from '../http/request.ts';
import { countRequest, rateLimits } from '../table/throttles.ts';
import { withdraw } from './withdrawals.ts';

// The one call of the application's function that checks a password. It is loaded with the first such call.

export const withdrawalCalls = {
  /**
   * An applicant who knows the password withdraws the submitted application, and gets a mail about it.
   * Returns the time (ISO 8601), also of an earlier withdrawal.
   */
  async withdraw(request) {
    const { sub, username } = request.caller;
    await countRequest(rateLimits.accountChanges, sub);
    await requireCurrentPassword(request, 'withdrawal-refused');
    const { withdrawnAt, mail } = await withdraw(sub, aboutBrowser(username, request.viewer));
    if (mail !== undefined) await mailAdded(mail);
    return { body: { message: 'You withdrew your application.', withdrawn_at: withdrawnAt } };
  },
} satisfies Partial<Handlers<typeof application>>;
