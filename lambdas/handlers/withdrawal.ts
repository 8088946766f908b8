import type { application } from '../../shared/api/application.ts';
import { aboutBrowser } from '../http/browser-session.ts';
import { deviceFrom } from '../http/cookies.ts';
import type { Handlers } from '../http/request.ts';
import { countRequest, rateLimits } from '../store/throttles.ts';
import { callerOf } from '../use-cases/callers.ts';
import { withdrawOwnApplication } from '../use-cases/withdraw-own.ts';

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
