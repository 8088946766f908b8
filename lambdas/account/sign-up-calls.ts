import type { account } from '../../shared/api/account.ts';
import { wrongCodeMessages } from '../../shared/api/mailed-code-messages.ts';
import { accountMessages } from '../../shared/rules/account.ts';
import { accountOf, createAccount, isNamed, setPassword, setRandomPassword } from '../aws/cognito.ts';
import { seal, sign, type Unsealed, unseal } from '../aws/secrets.ts';
import { expiredSignUpCookies, signUpCookies, signUpFrom } from '../http/cookies.ts';
import type { Handlers } from '../http/request.ts';
import { siteUrl } from '../http/viewer.ts';
import { existingAccountMail, sendCodeMail } from '../mail/account-mails.ts';
import { now } from '../runtime/clock.ts';
import { inConstantTime, isSame } from '../runtime/constant-time.ts';
import { ApiError } from '../runtime/errors.ts';
import { partner } from '../runtime/partner.ts';
import { recordEvent } from '../table/audit-log.ts';
import { countMail, countRequest, rateLimits } from '../table/throttles.ts';
import { attempt } from './attempt.ts';
import { trustBrowser } from './browser-session.ts';
import { codeFrom, usernameFrom } from './log-in.ts';
import { requireStrongPassword, requireUncommonPassword } from './passwords.ts';
import { mailResetLink } from './reset-calls.ts';

const messages = {
  typed: () => 'Your account is confirmed. Please log in.',
  mailed: (username: string) =>
    `Your account is confirmed. To choose your password, use the link we sent to ${username}.`,
  resent: 'If an account needs confirmation, we sent the code again.',
} as const;

/** Calls of people who create an account. */
export const signUpCalls = {
  async signUp({ body, viewer }) {
    const username = usernameFrom(body.username);
    requireStrongPassword(body.password);
    await countRequest(rateLimits.calls, viewer.address);
    await requireUncommonPassword(body.password, username);
    await countMail(rateLimits.signUps, username, viewer.network);
    await inConstantTime('signUp', mailCode(username, viewer.site));
    return {
      body: { message: `We sent a confirmation code to ${username}.` },
      cookies: signUpCookies(await sealSignUp(username, body.password)),
    };
  },

  async confirm({ body, viewer: { address, site: host, network }, cookies }) {
    const username = usernameFrom(body.username);
    const code = codeFrom(body.code);
    await countRequest(rateLimits.calls, address);
    const signUp = await openSignUp(signUpFrom(cookies), username);
    const confirming = confirm({ username, network, host, code, signUp });
    const password = await inConstantTime('confirm', confirming);
    if (password === undefined) throw new ApiError('invalid', wrongCodeMessages.code);
    return {
      body: { message: messages[password](username) },
      cookies: [...expiredSignUpCookies, await trustBrowser(username, cookies)],
    };
  },

  async resendConfirm({ body, viewer }) {
    const username = usernameFrom(body.username);
    await countRequest(rateLimits.calls, viewer.address);
    await countMail(rateLimits.codes, username, viewer.network);
    await inConstantTime('resendConfirm', mailCode(username, viewer.site));
    return { body: { message: messages.resent } };
  },
} satisfies Partial<Handlers<typeof account>>;

// A sign-up stores nothing. It mails a code to the address, and the browser keeps the password in a sealed
// cookie. The code creates the account, with the password of the browser that enters it. Other people's
// sign-ups with the same address therefore leave no password behind.

/** A code works in its half of a day and in the next. A later mail has the same code. */
const periodMs = 12 * 3_600_000;
const currentPeriod = () => Math.floor(now() / periodMs);

async function codeOf(username: string, period: number): Promise<string> {
  const signature = await sign('code', `${period} ${username}`);
  return String(Number.parseInt(signature.slice(0, 12), 16) % 1_000_000).padStart(6, '0');
}

async function isCode(username: string, typed: string): Promise<boolean> {
  const periods = [currentPeriod(), currentPeriod() - 1];
  const codes = await Promise.all(periods.map((period) => codeOf(username, period)));
  return codes.some((code) => isSame(code, typed));
}

/** The value of the cookie with a sign-up's password. */
const sealSignUp = (username: string, password: string): Promise<string> =>
  seal(password, `sign-up ${username}`);

/** The sign-up that this browser made for an address. */
export const openSignUp = (cookie: string | undefined, username: string): Promise<Unsealed | undefined> =>
  unseal(cookie ?? '', `sign-up ${username}`);

/** Mails a code, or to the owner of an account that it exists. The caller does not learn which. */
async function mailCode(username: string, host: string): Promise<void> {
  const account = await accountOf(username);
  if (account.state === 'confirmed')
    return sendCodeMail(await existingAccountMail({ attempt: 'signUp', account, username, host }));
  const code = await codeOf(username, currentPeriod());
  await sendCodeMail({
    to: username,
    subject: `${partner().name}: your confirmation code`,
    text: [
      `Your confirmation code is ${code}`,
      `Enter it at ${siteUrl(host, `/confirm?username=${encodeURIComponent(username)}`)}`,
      "It works for at least 12 hours. If you didn't sign up, you can ignore this email.",
    ].join('\n\n'),
  });
}

interface Confirmation {
  readonly username: string;
  readonly network: string;
  readonly host: string;
  readonly code: string;
  /** The sign-up that this browser made. */
  readonly signUp: Unsealed | undefined;
}

/** Creates the account if the code is right. Returns which password it has; undefined for a wrong code. */
export async function confirm({
  username,
  network,
  host,
  code,
  signUp,
}: Confirmation): Promise<'typed' | 'mailed' | undefined> {
  const caller = { username, network, own: signUp && `sign-up ${signUp.id}` };
  const sub = await attempt('code', caller, async () =>
    (await isCode(username, code)) ? created(username) : undefined,
  );
  if (sub === undefined) return undefined;
  const isTyped = signUp !== undefined && (await setPassword(username, signUp.text));
  if (!isTyped) await setRandomPassword(username);
  await recordEvent(sub, 'confirm');
  if (!isTyped) await mailResetLink({ username, host, reason: 'confirmed' });
  return isTyped ? 'typed' : 'mailed';
}

/** Our own rules accept a few addresses that the pool rejects. */
async function created(username: string) {
  try {
    return await createAccount(username);
  } catch (error) {
    if (!isNamed(error, ['InvalidParameterException'])) throw error;
    throw new ApiError('invalid', accountMessages.email);
  }
}
