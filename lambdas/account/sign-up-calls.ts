import type { account } from '../../shared/api/account.ts';
import { wrongCodeMessages } from '../../shared/api/mailed-code-messages.ts';
import { expiredSignUpCookies, signUpCookies, signUpFrom } from '../http/cookies.ts';
import type { Handlers } from '../http/request.ts';
import { inConstantTime } from '../runtime/constant-time.ts';
import { ApiError } from '../runtime/errors.ts';
import { countMail, countRequest, rateLimits } from '../table/throttles.ts';
import { trustBrowser } from './browser-session.ts';
import { codeFrom, usernameFrom } from './log-in.ts';
import { requireStrongPassword, requireUncommonPassword } from './passwords.ts';
import { confirm, mailCode, openSignUp, sealSignUp } from './sign-ups.ts';

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
