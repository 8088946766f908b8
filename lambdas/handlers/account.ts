import { account } from '../../shared/api/account.ts';
import { accountMessages } from '../../shared/rules/account.ts';
import { openBrowserSession } from '../http/browser-session.ts';
import {
  deviceIdFrom,
  expiredSecondStepCookie,
  logOutCookies,
  secondStepCookie,
  secondStepFrom,
  sessionIdFrom,
} from '../http/cookies.ts';
import { serve } from '../http/serve.ts';
import { inConstantTime } from '../runtime/constant-time.ts';
import { ApiError } from '../runtime/errors.ts';
import { recordEvent } from '../store/audit-log.ts';
import type { NewSecondStep } from '../store/second-steps.ts';
import { readSessionVersion } from '../store/session-version.ts';
import { logOut } from '../store/sessions.ts';
import { countRequest, rateLimits } from '../store/throttles.ts';
import { callerOf } from '../use-cases/callers.ts';
import { logIn } from '../use-cases/log-in.ts';
import { recordedAttempt } from '../use-cases/recorded-attempt.ts';
import { usernameFrom } from '../use-cases/typed-account.ts';

// A cold start loads only the code for log-ins. The other calls load their own handlers.
const signUps = async () => (await import('./sign-up.ts')).signUpCalls;
const resets = async () => (await import('./reset-password.ts')).resetCalls;
const ownAccount = async () => (await import('./own-account.ts')).ownAccountCalls;

const messages = {
  loggedIn: 'You are logged in.',
  askForCode: 'Enter the code from your authenticator app.',
  loggedOut: 'You have been logged out.',
} as const;

/**
 * Asks for the second factor after a right password. No session is opened and the browser is not trusted yet.
 */
async function askForCode(step: NewSecondStep) {
  const { openSecondStep, secondStepSeconds } = await import('../store/second-steps.ts');
  await recordEvent(step.sub, 'second-factor-asked');
  const cookie = await openSecondStep(step);
  return {
    body: { message: messages.askForCode, needs_code: true },
    cookies: [secondStepCookie(cookie, secondStepSeconds)],
  };
}

export const handler = serve(account, {
  async logIn({ body, viewer, cookies }) {
    const username = usernameFrom(body.username, accountMessages.loginEmail);
    if (body.password === '') throw new ApiError('invalid', accountMessages.loginPassword);
    await countRequest(rateLimits.calls, viewer.address);
    const device = deviceIdFrom(cookies);
    const [caller, sessionVersion] = await Promise.all([
      callerOf({ username, network: viewer.network, device, mailIsEnough: true }),
      readSessionVersion(username),
    ]);
    const form = { caller, password: body.password, host: viewer.site };
    const { sub, challenge } = await inConstantTime('logIn', recordedAttempt('logIn', username, logIn(form)));
    if (challenge !== undefined) return askForCode({ sub, username, challenge, sessionVersion });
    const isTrusted = caller.own !== undefined;
    return {
      body: { message: messages.loggedIn, needs_code: false },
      cookies: await openBrowserSession({ sub, username, isTrusted, sessionVersion, viewer, cookies }),
    };
  },

  async answerCode({ body, viewer, cookies }) {
    await countRequest(rateLimits.calls, viewer.address);
    const cookie = secondStepFrom(cookies);
    const device = deviceIdFrom(cookies);
    const answer = { cookie, code: body.code, network: viewer.network, device };
    const { answerSecondStep } = await import('../use-cases/second-step.ts');
    const { sub, username, isTrusted, sessionVersion } = await answerSecondStep(answer);
    const opened = await openBrowserSession({ sub, username, isTrusted, sessionVersion, viewer, cookies });
    return {
      body: { message: messages.loggedIn },
      cookies: [...opened, expiredSecondStepCookie],
    };
  },

  // Calls that prove access to the mailbox: sign-up and password reset.
  signUp: async (request) => (await signUps()).signUp(request),
  confirm: async (request) => (await signUps()).confirm(request),
  resendConfirm: async (request) => (await signUps()).resendConfirm(request),
  forgotPassword: async (request) => (await resets()).forgotPassword(request),
  resetPassword: async (request) => (await resets()).resetPassword(request),

  // Calls of logged-in applicants.
  permitWithdrawal: async (request) => (await ownAccount()).permitWithdrawal(request),
  changePassword: async (request) => (await ownAccount()).changePassword(request),
  changeAddress: async (request) => (await ownAccount()).changeAddress(request),
  confirmAddress: async (request) => (await ownAccount()).confirmAddress(request),
  getSessions: async (request) => (await ownAccount()).getSessions(request),
  revokeSession: async (request) => (await ownAccount()).revokeSession(request),
  revokeOtherSessions: async (request) => (await ownAccount()).revokeOtherSessions(request),
  deleteApplication: async (request) => (await ownAccount()).deleteApplication(request),
  getSecondFactor: async (request) => (await ownAccount()).getSecondFactor(request),
  startSecondFactor: async (request) => (await ownAccount()).startSecondFactor(request),
  finishSecondFactor: async (request) => (await ownAccount()).finishSecondFactor(request),
  endSecondFactor: async (request) => (await ownAccount()).endSecondFactor(request),

  /** Always succeeds: deletes the cookies, and ends the session if there is one. */
  async logOut({ caller, cookies }) {
    const id = sessionIdFrom(cookies);
    if (caller !== undefined && id !== undefined) await logOut(id, caller.sub);
    return { body: { message: messages.loggedOut }, cookies: logOutCookies };
  },
});
