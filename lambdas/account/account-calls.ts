import type { account } from '../../shared/api/account.ts';
import { unconfirmedMessage } from '../../shared/api/messages.ts';
import { accountMessages } from '../../shared/rules/account.ts';
import { logOutCookies, sessionIdFrom, signUpFrom } from '../http/cookies.ts';
import type { Handlers } from '../http/request.ts';
import { inConstantTime } from '../runtime/constant-time.ts';
import { ApiError } from '../runtime/errors.ts';
import { logOut } from '../table/sessions.ts';
import { countRequest, rateLimits } from '../table/throttles.ts';
import { callerOf } from './attempt.ts';
import { openBrowserSession } from './browser-session.ts';
import { logIn, usernameFrom } from './log-in.ts';

// A cold start loads only the code for log-ins. The other calls load their own handlers.
const signUps = async () => (await import('./sign-up-calls.ts')).signUpCalls;
const resets = async () => (await import('./reset-calls.ts')).resetCalls;
const ownAccount = async () => (await import('./own-account-calls.ts')).ownAccountCalls;

const messages = {
  loggedIn: 'You are logged in.',
  loggedOut: 'You have been logged out.',
} as const;

/** True if the browser signed up with this password and has not confirmed it. */
async function isSignUpWith(password: string, cookie: string | undefined, username: string) {
  if (cookie === undefined) return false;
  const { openSignUp } = await import('./sign-up-calls.ts');
  return (await openSignUp(cookie, username))?.text === password;
}

export const accountCalls: Handlers<typeof account> = {
  async logIn(request) {
    const { body, viewer, cookies } = request;
    const username = usernameFrom(body.username, accountMessages.loginEmail);
    if (body.password === '') throw new ApiError('invalid', accountMessages.loginPassword);
    await countRequest(rateLimits.calls, viewer.address);
    const caller = await callerOf(username, request);
    const isUnconfirmed = await isSignUpWith(body.password, signUpFrom(cookies), username);
    const wrong = isUnconfirmed ? unconfirmedMessage : undefined;
    const sub = await inConstantTime('logIn', logIn(caller, body.password, wrong));
    const { sessionVersion } = caller;
    const isTrusted = caller.own !== undefined;
    return {
      body: { message: messages.loggedIn },
      cookies: await openBrowserSession({ sub, username, isTrusted, sessionVersion, viewer, cookies }),
    };
  },

  // Calls that prove access to the mailbox: sign-up and password reset.
  signUp: async (request) => (await signUps()).signUp(request),
  confirm: async (request) => (await signUps()).confirm(request),
  resendConfirm: async (request) => (await signUps()).resendConfirm(request),
  forgotPassword: async (request) => (await resets()).forgotPassword(request),
  resetPassword: async (request) => (await resets()).resetPassword(request),

  // Calls of logged-in applicants.
  changePassword: async (request) => (await ownAccount()).changePassword(request),
  changeAddress: async (request) => (await ownAccount()).changeAddress(request),
  confirmAddress: async (request) => (await ownAccount()).confirmAddress(request),
  revokeOtherSessions: async (request) => (await ownAccount()).revokeOtherSessions(request),
  deleteApplication: async (request) => (await ownAccount()).deleteApplication(request),

  /** Always succeeds: deletes the cookies, and ends the session if there is one. */
  async logOut({ caller, cookies }) {
    const id = sessionIdFrom(cookies);
    if (caller !== undefined && id !== undefined) await logOut(id, caller.sub);
    return { body: { message: messages.loggedOut }, cookies: logOutCookies };
  },
};
