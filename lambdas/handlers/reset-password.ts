import type { account } from '../../shared/api/account.ts';
import { wrongCodeMessages } from '../../shared/api/mailed-code-messages.ts';
import { accountOf } from '../aws/cognito.ts';
import { resetPassword, sendResetLink } from '../aws/cognito-codes.ts';
import { aboutBrowser, trustBrowser } from '../http/browser-session.ts';
import { deviceIdFrom } from '../http/cookies.ts';
import type { Handlers } from '../http/request.ts';
import { inConstantTime } from '../runtime/constant-time.ts';
import { ApiError } from '../runtime/errors.ts';
import { settleAll } from '../runtime/settle-all.ts';
import { type Caller, countMail } from '../store/attempts.ts';
import { recordForAddress } from '../store/audit-log.ts';
import { recordPasswordReplaced } from '../store/sign-ups.ts';
import { countRequest, rateLimits } from '../store/throttles.ts';
import { callerOf } from '../use-cases/callers.ts';
import { tryCode } from '../use-cases/mailed-code.ts';
import {
  requireSamePassword,
  requireStrongPassword,
  requireUncommonPassword,
} from '../use-cases/new-password.ts';
import { endOldAccess, type NewPassword, whenSet } from '../use-cases/old-access.ts';
import { recordedAttempt } from '../use-cases/recorded-attempt.ts';
import { createResetTicket, openResetLink } from '../use-cases/reset-tickets.ts';
import { type AboutBrowser, mailNotice } from '../use-cases/security-notices.ts';
import { usernameFrom } from '../use-cases/typed-account.ts';

const messages = {
  forgot: 'If an account exists for that email address, we sent a link to reset your password.',
  reset: 'Your password was changed. Please log in.',
} as const;

interface Reset {
  readonly caller: Caller;
  readonly password: string;
  /** The id in the mailed link. */
  readonly id: string;
  readonly about: AboutBrowser;
}

/** Follow-up steps of a reset. A reset link works only once, so each step runs even if another fails. */
async function afterReset(change: NewPassword, about: AboutBrowser): Promise<void> {
  try {
    await recordForAddress(change.caller.username, 'reset');
  } finally {
    await settleAll([
      recordPasswordReplaced(change.sub),
      endOldAccess(change),
      mailNotice({ ...about, kind: 'password-reset' }),
    ]);
  }
}

/**
 * Resets a password, and ends all access by the old one. The account is read before the
 * link is used: later steps depend only on the table.
 */
async function reset({ caller, password, id, about }: Reset): Promise<void> {
  const { username, network } = caller;
  const wrongLink = () => new ApiError('invalid', wrongCodeMessages.reset);
  const link = await openResetLink(id, username);
  if (link === undefined) throw wrongLink();
  const account = await accountOf(username);
  if (account.state === 'none') throw wrongLink();
  const change = { sub: account.sub, caller };
  await tryCode('reset', { username, network, own: link.ticket }, async () => {
    const isSet = await whenSet(change, resetPassword(username, password, link.code));
    if (isSet) await afterReset(change, about);
    return isSet;
  });
}

/** Calls for a forgotten password. */
export const resetCalls = {
  async forgotPassword({ body, viewer, cookies }) {
    const username = usernameFrom(body.username);
    await countRequest(rateLimits.calls, viewer.address);
    const caller = await callerOf({ username, network: viewer.network, device: deviceIdFrom(cookies) });
    await countMail(rateLimits.links, caller);
    const ticket = await createResetTicket(username);
    const sent = sendResetLink({ username, host: viewer.site, ticket });
    await inConstantTime('forgotPassword', recordedAttempt('forgotPassword', username, sent));
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
    const about = aboutBrowser(username, viewer);
    const resetting = reset({ caller, password: body.password, id: body.id, about });
    await inConstantTime('resetPassword', recordedAttempt('resetPassword', username, resetting));
    const { cookie } = await trustBrowser(username, device);
    return { body: { message: messages.reset }, cookies: [cookie] };
  },
} satisfies Partial<Handlers<typeof account>>;
