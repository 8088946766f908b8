import type { account } from '../../shared/api/account.ts';
import { deviceFrom, logInCookies, logOutCookies, sessionIdFrom } from '../http/cookies.ts';
import type { Handlers } from '../http/request.ts';
import { inConstantTime } from '../runtime/constant-time.ts';
import { ApiError } from '../runtime/errors.ts';
import { replaceSession, revokeAllSessions } from '../table/session-changes.ts';
import { countRequest, rateLimits } from '../table/throttles.ts';
import { callerOf } from './attempt.ts';
import { aboutBrowser, trustBrowser } from './browser-session.ts';
import {
  confirmAddressChange,
  logUnfinished as logMoveUnfinished,
  startAddressChange,
} from './change-address.ts';
import { changePassword } from './change-password.ts';
import { deleteOwnApplication } from './delete-own.ts';
import { codeFrom, usernameFrom } from './log-in.ts';
import { requireSamePassword, requireStrongPassword, requireUncommonPassword } from './passwords.ts';

// Calls of logged-in applicants about their own account
// (docs/decisions.md#applicants-manage-their-account). The function loads them with the first such call.

const messages = {
  changed: "Your password was changed. You're logged out everywhere else.",
  sameAddress: 'This is already your email address.',
  codesSent: (from: string, to: string) => `We sent a code to ${from} and another one to ${to}.`,
  addressChanged: (address: string) =>
    `Your email address is now ${address}. You're logged out everywhere else.`,
  othersEnded: "You're logged out everywhere else.",
  deleted: 'Your application is being deleted.',
} as const;

export const ownAccountCalls = {
  async changePassword({ body, caller: { sub, username }, viewer, cookies }) {
    requireStrongPassword(body.password);
    requireSamePassword(body.password, body.confirm_password);
    await countRequest(rateLimits.accountChanges, sub);
    await requireUncommonPassword(body.password, username);
    const caller = await callerOf({ username, network: viewer.network, device: deviceFrom(cookies) });
    const { current_password: current, password } = body;
    const session = sessionIdFrom(cookies) ?? '';
    const about = aboutBrowser(username, viewer);
    const { id, secondsLeft } = await changePassword({
      sub,
      caller,
      current,
      password,
      session,
      about,
    });
    return {
      body: { message: messages.changed },
      cookies: [...logInCookies(id, sub, secondsLeft), await trustBrowser(username, cookies)],
    };
  },

  async changeAddress({ body, caller: { sub, username }, viewer, cookies }) {
    const address = usernameFrom(body.username);
    if (address === username)
      throw new ApiError('invalid', messages.sameAddress, { details: { field: 'username' } });
    await countRequest(rateLimits.accountChanges, sub);
    const caller = await callerOf({ username, network: viewer.network, device: deviceFrom(cookies) });
    const change = { sub, caller, current: body.current_password, address, host: viewer.site };
    await inConstantTime('changeAddress', startAddressChange(change));
    return { body: { message: messages.codesSent(username, address) } };
  },

  async confirmAddress({ body, caller: { sub, username }, viewer, cookies }) {
    const [code, currentCode] = [codeFrom(body.code), codeFrom(body.current_code)];
    await countRequest(rateLimits.accountChanges, sub);
    const session = sessionIdFrom(cookies) ?? '';
    const confirmation = { sub, username, code, currentCode, session, about: aboutBrowser(username, viewer) };
    const confirming = confirmAddressChange(confirmation);
    const { id, secondsLeft, address } = await inConstantTime('confirmAddress', confirming);
    const trusted = await trustBrowser(address, cookies).catch(logMoveUnfinished);
    return {
      body: { message: messages.addressChanged(address), username: address },
      cookies: [...logInCookies(id, sub, secondsLeft), ...(trusted === undefined ? [] : [trusted])],
    };
  },

  /** The current session continues under a new id, because someone else may have a copy of its cookie. */
  async revokeOtherSessions({ caller, cookies }) {
    const session = sessionIdFrom(cookies) ?? '';
    await revokeAllSessions(caller, 'applicant', { except: session });
    const { id, secondsLeft } = await replaceSession(session, caller.sub);
    return {
      body: { message: messages.othersEnded },
      cookies: [...logInCookies(id, caller.sub, secondsLeft), await trustBrowser(caller.username, cookies)],
    };
  },

  async deleteApplication({ body, caller: { sub, username }, viewer, cookies }) {
    await countRequest(rateLimits.accountChanges, sub);
    const caller = await callerOf({ username, network: viewer.network, device: deviceFrom(cookies) });
    const about = aboutBrowser(username, viewer);
    await deleteOwnApplication({ sub, caller, current: body.current_password, about });
    return { body: { message: messages.deleted }, cookies: logOutCookies };
  },
} satisfies Partial<Handlers<typeof account>>;
