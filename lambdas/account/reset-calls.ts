import type { account } from '../../shared/api/account.ts';
import { wrongCodeMessages } from '../../shared/api/mailed-code-messages.ts';
import { accountOf } from '../aws/cognito.ts';
import { setPassword } from '../aws/cognito-password.ts';
import type { Handlers } from '../http/request.ts';
import { inConstantTime } from '../runtime/constant-time.ts';
import { ApiError } from '../runtime/errors.ts';
import { settleAll } from '../runtime/settle-all.ts';
import { recordEvent } from '../table/audit-log.ts';
import { countMail, countRequest, rateLimits } from '../table/throttles.ts';
import { acceptMailedLink } from './attempts.ts';
import { aboutBrowser, trustBrowser } from './browser-session.ts';
import { usernameFrom } from './log-in.ts';
import { endOldAccess, type NewPassword, whenSet } from './old-access.ts';
import {
  anotherPassword,
  requireSamePassword,
  requireStrongPassword,
  requireUncommonPassword,
} from './passwords.ts';
import { isResetId, mailResetLink } from './reset-links.ts';
import { type AboutBrowser, mailNotice } from './security-notices.ts';

const messages = {
  forgot: 'If an account exists for that email address, we sent a link to reset your password.',
  reset: 'Your password was changed. Please log in.',
} as const;

/** Mails a link if the account exists. The response does not reveal whether it does. */
async function forgot(username: string, host: string): Promise<void> {
  const account = await accountOf(username);
  if (account.state === 'none') return;
  await recordEvent(account.sub, 'reset-asked');
  await mailResetLink({ username, host });
}

interface Reset {
  readonly username: string;
  readonly password: string;
  /** The id in the mailed link. */
  readonly id: string;
  readonly about: AboutBrowser;
}

/** Follow-up steps of a reset. A reset link works only once, so each step runs even if another fails. */
async function afterReset(change: NewPassword, about: AboutBrowser): Promise<void> {
  try {
    await recordEvent(change.sub, 'reset');
  } finally {
    await settleAll([
      endOldAccess(change),
      acceptMailedLink(change.username),
      mailNotice({ ...about, kind: 'password-reset' }),
    ]);
  }
}

/**
 * Resets a password, and ends all access by the old one. The account is read before the
 * link is used: later steps depend only on the table.
 */
async function reset({ username, password, id, about }: Reset): Promise<void> {
  const wrongLink = () => new ApiError('invalid', wrongCodeMessages.reset);
  if (!(await isResetId(id, username))) throw wrongLink();
  const account = await accountOf(username);
  if (account.state === 'none') throw wrongLink();
  const change = { sub: account.sub, username };
  const isSet = await whenSet(change, setPassword(username, password));
  if (!isSet) throw new ApiError('invalid', anotherPassword, { details: { field: 'password' } });
  await afterReset(change, about);
}

/** Calls for a forgotten password. */
export const resetCalls = {
  async forgotPassword({ body, viewer }) {
    const username = usernameFrom(body.username);
    await countRequest(rateLimits.calls, viewer.address);
    await countMail(rateLimits.links, username, viewer.network);
    await inConstantTime('forgotPassword', forgot(username, viewer.site));
    return { body: { message: messages.forgot } };
  },

  async resetPassword({ body, viewer, cookies }) {
    const username = usernameFrom(body.username);
    requireStrongPassword(body.password);
    requireSamePassword(body.password, body.confirm_password);
    await countRequest(rateLimits.calls, viewer.address);
    await requireUncommonPassword(body.password, username);
    const about = aboutBrowser(username, viewer);
    await inConstantTime('resetPassword', reset({ username, password: body.password, id: body.id, about }));
    return { body: { message: messages.reset }, cookies: [await trustBrowser(username, cookies)] };
  },
} satisfies Partial<Handlers<typeof account>>;
