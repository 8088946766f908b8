import { account } from '../../shared/api/account.ts';
import { unconfirmedMessage } from '../../shared/api/messages.ts';
import { accountMessages } from '../../shared/rules/account.ts';
import { callerOf } from '../application/callers.ts';
import { countedAttempt } from '../application/counted-attempt.ts';
import {
  anotherPassword,
  requireSamePassword,
  requireStrongPassword,
  requireUncommonPassword,
} from '../application/new-password.ts';
import { recordedAttempt } from '../application/recorded-attempt.ts';
import { createResetTicket, openResetLink } from '../application/reset-tickets.ts';
import { mailNotice } from '../application/security-notices.ts';
import { createSignUpProof, verifySignUpProof } from '../application/sign-up-proof.ts';
import * as signUps from '../application/sign-ups.ts';
import { codeFrom, usernameFrom } from '../application/typed-account.ts';
import * as cognito from '../aws/cognito.ts';
import { aboutBrowser, knowDevice, openBrowserSession } from '../http/browser-session.ts';
import {
  deviceIdFrom,
  expiredSecondStepCookie,
  expiredSignUpCookies,
  logOutCookies,
  secondStepCookie,
  secondStepFrom,
  sessionIdFrom,
  signUpCookies,
  signUpProofFrom,
} from '../http/cookies.ts';
import { serve } from '../http/serve.ts';
import { inAlikeTime } from '../runtime/alike-time.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { forgetAddressChange } from '../store/address-changes.ts';
import { acceptAttempt, type Caller, countMail, resetAllAttempts, resetAttempts } from '../store/attempts.ts';
import { recordEvent } from '../store/journal.ts';
import { forgetDevices } from '../store/known-devices.ts';
import { openSecondStep, secondStepSeconds } from '../store/second-steps.ts';
import { endAllSessions, endSession } from '../store/sessions.ts';
import { recordPasswordReplaced } from '../store/sign-ups.ts';
import { countRequest, rateLimits } from '../store/throttles.ts';

const ownAccount = async () => (await import('./own-account.ts')).ownAccountCalls;

const messages = {
  wrongLogIn: 'The email address or password is incorrect.',
  wrongCode: 'That code is wrong or has expired. Request a new one.',
  wrongReset: "This link doesn't work anymore. Request a new one.",
  confirmed: 'Your account is confirmed. Please log in.',
  choose: (username: string) =>
    `Your account is confirmed. Please choose your password with the link we sent to ${username}.`,
  resent: 'If an account needs confirmation, we sent a new code.',
  forgot: 'If an account exists for that email address, we sent a link to reset your password.',
  reset: 'Your password was changed. Please log in.',
  loggedIn: 'You are logged in.',
  askForCode: 'Enter the code that your authenticator app shows.',
  loggedOut: 'You have been logged out.',
} as const;

/** What the user pool rejects although our own rules accepted it. */
const poolRejections = { address: accountMessages.email, password: anotherPassword } as const;

interface LogIn {
  readonly caller: Caller;
  readonly password: string;
  readonly host: string;
}

interface PasswordRight {
  readonly sub: ApplicantId;
  /** What the user pool asks before it opens a session; undefined where the password is enough. */
  readonly challenge?: cognito.Challenge;
}

/** Who has a right password. A challenge says nothing of that. */
async function ownerOf(
  found: Exclude<Awaited<ReturnType<typeof cognito.logIn>>, string>,
  username: string,
): Promise<PasswordRight> {
  if ('sub' in found) return { sub: found.sub };
  const account = await cognito.accountOf(username);
  if (account.state === 'none') throw new ApiError('invalid', messages.wrongLogIn);
  return { sub: account.sub, challenge: found.challenge };
}

async function logIn({ caller, password, host }: LogIn): Promise<PasswordRight> {
  const { username } = caller;
  const checkPassword = () => countedAttempt('password', caller, () => cognito.logIn(username, password));
  const found = await checkPassword();
  if (found === 'wrong') throw new ApiError('invalid', messages.wrongLogIn);
  if (found === 'unconfirmed') {
    await acceptAttempt('password', caller);
    throw new ApiError('invalid', unconfirmedMessage);
  }
  const owner = await ownerOf(found, username);
  const isStillRight = async () => typeof (await checkPassword()) === 'object';
  if (!(await signUps.mayLogIn({ sub: owner.sub, username, host }, isStillRight)))
    throw new ApiError('invalid', messages.wrongLogIn);
  await acceptAttempt('password', caller);
  return owner;
}

const wrongCodeMessages = { code: messages.wrongCode, reset: messages.wrongReset } as const;

async function tryCode(
  kind: keyof typeof wrongCodeMessages,
  caller: Caller,
  isRight: () => Promise<boolean>,
): Promise<void> {
  if (!(await countedAttempt(kind, caller, isRight))) throw new ApiError('invalid', wrongCodeMessages[kind]);
  await acceptAttempt(kind, caller);
}

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
  if (link === undefined) throw new ApiError('invalid', messages.wrongReset);
  const account = await cognito.accountOf(username);
  const caller = { username, network, own: link.ticket };
  await tryCode('reset', caller, () => cognito.resetPassword(username, password, link.code));
  if (account.state === 'none') throw new ApiError('invalid', messages.wrongReset);
  return account;
}

interface Confirmation {
  readonly username: string;
  readonly network: string;
  readonly code: string;
  readonly host: string;
  /** The browser's proof of its sign-up. */
  readonly proof: string | undefined;
}

/** Confirms an account by a code, and returns the message that says how to continue. */
async function confirm({ username, network, code, host, proof }: Confirmation): Promise<string> {
  const signUp = await verifySignUpProof(proof, username);
  let isProven = false;
  await tryCode('code', { username, network, own: signUp }, async () => {
    isProven = await cognito.confirmSignUp(username, code);
    return isProven || signUps.isConfirmationUnfinished(username);
  });
  const proven = isProven ? signUp : undefined;
  const password = await signUps.decidePassword({ username, host, signUp: proven });
  return password === 'kept' ? messages.confirmed : messages.choose(username);
}

/** The password was right. Nothing is opened, and the browser is not known yet. */
async function askForCode(sub: ApplicantId, username: string, challenge: cognito.Challenge) {
  await recordEvent(sub, 'second-factor-asked');
  const cookie = await openSecondStep(sub, { username, challenge });
  return {
    body: { message: messages.askForCode, needs_code: true },
    cookies: [secondStepCookie(cookie, secondStepSeconds)],
  };
}

async function signUp(form: Parameters<typeof signUps.signUp>[0]): Promise<void> {
  const rejected = await signUps.signUp(form);
  if (rejected !== undefined) throw new ApiError('invalid', poolRejections[rejected]);
}

export const handler = serve(account, {
  async signUp({ body, viewer: { address, site: host, network }, cookies }) {
    const username = usernameFrom(body.username);
    requireStrongPassword(body.password);
    await countRequest(rateLimits.calls, address);
    await requireUncommonPassword(body.password, username);
    const caller = await callerOf({ username, network, device: deviceIdFrom(cookies) });
    await countMail(rateLimits.signUps, caller);
    const { id, proof } = await createSignUpProof(username);
    const form = { username, password: body.password, host, id, caller };
    await inAlikeTime('signUp', recordedAttempt('signUp', username, signUp(form)));
    return {
      body: { message: `We sent a confirmation code to ${username}.` },
      cookies: signUpCookies(proof),
    };
  },

  async confirm({ body, viewer: { address, site: host, network }, cookies }) {
    const username = usernameFrom(body.username);
    const code = codeFrom(body.code);
    await countRequest(rateLimits.calls, address);
    const confirming = { username, network, code, host, proof: signUpProofFrom(cookies) };
    const message = await inAlikeTime('confirm', recordedAttempt('confirm', username, confirm(confirming)));
    return { body: { message }, cookies: expiredSignUpCookies };
  },

  async logIn({ body, viewer, cookies }) {
    const username = usernameFrom(body.username, accountMessages.loginEmail);
    if (body.password === '') throw new ApiError('invalid', accountMessages.loginPassword);
    await countRequest(rateLimits.calls, viewer.address);
    const device = deviceIdFrom(cookies);
    const caller = await callerOf({ username, network: viewer.network, device });
    const form = { caller, password: body.password, host: viewer.site };
    const { sub, challenge } = await inAlikeTime('logIn', recordedAttempt('logIn', username, logIn(form)));
    if (challenge !== undefined) return askForCode(sub, username, challenge);
    const isKnown = caller.own !== undefined;
    return {
      body: { message: messages.loggedIn, needs_code: false },
      cookies: await openBrowserSession({ sub, username, isKnown, viewer, cookies }),
    };
  },

  async answerCode({ body, viewer, cookies }) {
    await countRequest(rateLimits.calls, viewer.address);
    const cookie = secondStepFrom(cookies);
    const device = deviceIdFrom(cookies);
    const answer = { cookie, code: body.code, network: viewer.network, device };
    const { answerSecondStep } = await import('../application/second-step.ts');
    const { sub, username, isKnown } = await answerSecondStep(answer);
    const opened = await openBrowserSession({ sub, username, isKnown, viewer, cookies });
    return {
      body: { message: messages.loggedIn },
      cookies: [...opened, expiredSecondStepCookie],
    };
  },

  async resendConfirm({ body, viewer, cookies }) {
    const username = usernameFrom(body.username);
    await countRequest(rateLimits.calls, viewer.address);
    const caller = await callerOf({ username, network: viewer.network, device: deviceIdFrom(cookies) });
    await countMail(rateLimits.codes, caller);
    const sent = cognito.resendCode(username, viewer.site);
    await inAlikeTime('resendConfirm', recordedAttempt('resendConfirm', username, sent));
    await resetAttempts('code', caller);
    return { body: { message: messages.resent } };
  },

  async forgotPassword({ body, viewer, cookies }) {
    const username = usernameFrom(body.username);
    await countRequest(rateLimits.calls, viewer.address);
    const caller = await callerOf({ username, network: viewer.network, device: deviceIdFrom(cookies) });
    await countMail(rateLimits.links, caller);
    const ticket = await createResetTicket(username);
    const sent = cognito.sendResetLink({ username, host: viewer.site, ticket });
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
    await recordPasswordReplaced(sub);
    await Promise.all([
      endAllSessions(sub, 'new-password'),
      resetAllAttempts('password', caller),
      forgetDevices(username),
      forgetAddressChange(sub),
      mailNotice({ ...aboutBrowser(username, viewer), kind: 'password-reset' }),
    ]);
    // The mailbox is one factor: without the other, the browser stays a stranger.
    if (hasSecondFactor) return { body: { message: messages.reset } };
    const { cookie } = await knowDevice(username, device);
    return { body: { message: messages.reset }, cookies: [cookie] };
  },

  // What an applicant does who is logged in.
  changePassword: async (request) => (await ownAccount()).changePassword(request),
  changeAddress: async (request) => (await ownAccount()).changeAddress(request),
  confirmAddress: async (request) => (await ownAccount()).confirmAddress(request),
  getSessions: async (request) => (await ownAccount()).getSessions(request),
  endSession: async (request) => (await ownAccount()).endSession(request),
  endOtherSessions: async (request) => (await ownAccount()).endOtherSessions(request),
  deleteApplication: async (request) => (await ownAccount()).deleteApplication(request),
  getSecondFactor: async (request) => (await ownAccount()).getSecondFactor(request),
  startSecondFactor: async (request) => (await ownAccount()).startSecondFactor(request),
  finishSecondFactor: async (request) => (await ownAccount()).finishSecondFactor(request),
  endSecondFactor: async (request) => (await ownAccount()).endSecondFactor(request),

  /** Always succeeds: removes the cookies, and ends the session if there is one. */
  async logOut({ caller, cookies }) {
    const id = sessionIdFrom(cookies);
    if (caller !== undefined && id !== undefined) await endSession(id, caller.sub, 'log-out');
    return { body: { message: messages.loggedOut }, cookies: logOutCookies };
  },
});
