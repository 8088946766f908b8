import type { account } from '../../shared/api/account.ts';
import { wrongCodeMessages } from '../../shared/api/mailed-code-messages.ts';
import { accountOf, setPassword } from '../aws/cognito.ts';
import { sign, verify } from '../aws/secrets.ts';
import type { Handlers } from '../http/request.ts';
import { siteUrl } from '../http/viewer.ts';
import { sendCodeMail } from '../mail/account-mails.ts';
import { now, settleAll } from '../runtime/clock.ts';
import { inConstantTime } from '../runtime/constant-time.ts';
import { ApiError } from '../runtime/errors.ts';
import { partner } from '../runtime/partner.ts';
import { recordEvent } from '../table/audit-log.ts';
import { readSessionVersion } from '../table/sessions.ts';
import { countMail, countRequest, rateLimits } from '../table/throttles.ts';
import { acceptMailedLink } from './attempts.ts';
import { aboutBrowser, trustBrowser } from './browser-session.ts';
import { usernameFrom } from './log-in.ts';
import {
  anotherPassword,
  endOldAccess,
  type NewPassword,
  requireSamePassword,
  requireStrongPassword,
  requireUncommonPassword,
  whenSet,
} from './passwords.ts';
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

// Mailed links to choose a password. A link is signed with its time and the account's session version: it
// works for an hour, and only until the next new password. A later link ends no earlier one.

const lifetimeMs = 3_600_000;

const signedText = async (time: string, username: string) =>
  `${time} ${username} ${(await readSessionVersion(username)) ?? ''}`;

async function createResetId(username: string): Promise<string> {
  const time = now().toString(36);
  return `${time}.${await sign('reset', await signedText(time, username))}`;
}

/** True for the id of a link that we mailed to this address within the last hour and that was not used. */
async function isResetId(id: string, username: string): Promise<boolean> {
  const [time = '', signature = ''] = id.split('.');
  const isFresh = now() - Number.parseInt(time, 36) <= lifetimeMs;
  return (await verify('reset', await signedText(time, username), signature)) && isFresh;
}

const texts = {
  forgotten: (name: string) => ({
    subject: `${name}: reset your password`,
    before: 'Choose a new password:',
    after: ["The link works for one hour. If you didn't ask for it, you can ignore this email."],
  }),
  confirmed: (name: string, forgot: string) => ({
    subject: `${name}: choose your password`,
    before: 'Your account is confirmed. Choose your password:',
    after: [
      'The code was not entered in the browser that signed up, so the password typed there does not work.',
      `The link works for one hour. If it stops working, request a new one at ${forgot}`,
    ],
  }),
} as const;

interface ResetLink {
  readonly username: string;
  readonly host: string;
  readonly reason?: keyof typeof texts;
}

/** Mails a link to choose a password to the address of an account. */
export async function mailResetLink({ username, host, reason = 'forgotten' }: ResetLink): Promise<void> {
  const id = await createResetId(username);
  const { subject, before, after } = texts[reason](partner().name, siteUrl(host, '/forgot'));
  const url = siteUrl(host, `/reset?username=${encodeURIComponent(username)}&id=${id}`);
  await sendCodeMail({ to: username, subject, text: [`${before} ${url}`, ...after].join('\n\n') });
}
