import type { account } from '../../shared/api/account.ts';
import { callerOf } from '../application/callers.ts';
import { tryCode, wrongCodeMessages } from '../application/mailed-code.ts';
import {
  requireSamePassword,
  requireStrongPassword,
  requireUncommonPassword,
} from '../application/new-password.ts';
import { recordedAttempt } from '../application/recorded-attempt.ts';
import { createResetTicket, openResetLink } from '../application/reset-tickets.ts';
import { mailNotice } from '../application/security-notices.ts';
import { usernameFrom } from '../application/typed-account.ts';
import { accountOf } from '../aws/cognito.ts';
import { resetPassword, sendResetLink } from '../aws/cognito-codes.ts';
import { aboutBrowser, knowDevice } from '../http/browser-session.ts';
import { deviceIdFrom } from '../http/cookies.ts';
import type { Handlers } from '../http/request.ts';
import { inAlikeTime } from '../runtime/alike-time.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { settleAll } from '../runtime/settle-all.ts';
import { forgetAddressChange } from '../store/address-changes.ts';
import { type Caller, countMail, resetAllAttempts } from '../store/attempts.ts';
import { forgetDevices } from '../store/known-devices.ts';
import { endAllSessions } from '../store/session-changes.ts';
import { recordPasswordReplaced } from '../store/sign-ups.ts';
import { countRequest, rateLimits } from '../store/throttles.ts';

const messages = {
  forgot: 'If an account exists for that email address, we sent a link to reset your password.',
  reset: 'Your password was changed. Please log in.',
} as const;

interface Reset {
  readonly sub: ApplicantId;
  readonly hasSecondFactor: boolean;
}

/**
 * Resets a password and returns whose it is. The account is read before the link is used up: ending the sessions
 * afterwards needs nothing but the table.
 */
async function reset({ username, network }: Caller, password: string, id: string): Promise<Reset> {
  const link = await openResetLink(id, username);
  if (link === undefined) throw new ApiError('invalid', wrongCodeMessages.reset);
  const account = await accountOf(username);
  const caller = { username, network, own: link.ticket };
  await tryCode('reset', caller, () => resetPassword(username, password, link.code));
  if (account.state === 'none') throw new ApiError('invalid', wrongCodeMessages.reset);
  return account;
}

/** The calls of people who forgot their password. */
export const resetCalls = {
  async forgotPassword({ body, viewer, cookies }) {
    const username = usernameFrom(body.username);
    await countRequest(rateLimits.calls, viewer.address);
    const caller = await callerOf({ username, network: viewer.network, device: deviceIdFrom(cookies) });
    await countMail(rateLimits.links, caller);
    const ticket = await createResetTicket(username);
    const sent = sendResetLink({ username, host: viewer.site, ticket });
    await inAlikeTime('forgotPassword', recordedAttempt('forgotPassword', username, sent));
    return { body: { message: messages.forgot } };
  },

  async resetPassword({ body, viewer, cookies }) {
    const username = usernameFrom(body.username);
    requireStrongPassword(body.password);
    requireSamePassword(body.password, body.confirm_password);
    await countRequest(rateLimits.calls, viewer.address);
    await requireUncommonPassword(body.password, username);
    const device = deviceIdFrom(cookies);
    const caller = await callerOf({ username, network: viewer.network, device });
    const resetting = reset(caller, body.password, body.id);
    const { sub, hasSecondFactor } = await inAlikeTime(
      'resetPassword',
      recordedAttempt('resetPassword', username, resetting),
    );
    await settleAll([
      recordPasswordReplaced(sub),
      endAllSessions({ sub, username }, 'new-password'),
      resetAllAttempts('password', caller),
      forgetDevices(username),
      forgetAddressChange(sub),
      mailNotice({ ...aboutBrowser(username, viewer), kind: 'password-reset' }),
    ]);
    // The mailbox is one factor: without the other, the browser is known when it types the password, and a stranger when it types codes.
    const { cookie } = await knowDevice(username, device, hasSecondFactor);
    return { body: { message: messages.reset }, cookies: [cookie] };
  },
} satisfies Partial<Handlers<typeof account>>;
