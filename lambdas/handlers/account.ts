import { account } from '../../shared/api/account.ts';
import { unconfirmedMessage } from '../../shared/api/messages.ts';
import {
  accountMessages,
  isConfirmationCode,
  isEmailAddress,
  normalizeUsername,
} from '../../shared/rules/account.ts';
import { browserName } from '../application/browser-name.ts';
import { callerOf } from '../application/callers.ts';
import { confirmAddressChange, startAddressChange } from '../application/change-address.ts';
import { changePassword } from '../application/change-password.ts';
import { countedAttempt } from '../application/counted-attempt.ts';
import {
  anotherPassword,
  requireSamePassword,
  requireStrongPassword,
  requireUncommonPassword,
} from '../application/new-password.ts';
import { recordedAttempt } from '../application/recorded-attempt.ts';
import { createResetTicket, openResetLink } from '../application/reset-tickets.ts';
import { describeSecondFactor, finishSetUp, startSetUp, turnOff } from '../application/second-factor.ts';
import { answerSecondStep } from '../application/second-step.ts';
import { mailNotice } from '../application/security-notices.ts';
import { createSignUpProof, verifySignUpProof } from '../application/sign-up-proof.ts';
import * as signUps from '../application/sign-ups.ts';
import * as cognito from '../aws/cognito.ts';
import { knowDevice, openBrowserSession } from '../http/browser-session.ts';
import {
  deviceIdFrom,
  expiredSecondStepCookie,
  expiredSignUpCookies,
  logInCookies,
  logOutCookies,
  secondStepCookie,
  secondStepFrom,
  sessionIdFrom,
  signUpCookies,
  signUpProofFrom,
} from '../http/cookies.ts';
import { serve } from '../http/serve.ts';
import type { Viewer } from '../http/viewer.ts';
import { inAlikeTime } from '../runtime/alike-time.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { forgetAddressChange } from '../store/address-changes.ts';
import { acceptAttempt, type Caller, countMail, resetAllAttempts, resetAttempts } from '../store/attempts.ts';
import { recordEvent } from '../store/journal.ts';
import { forgetDevices } from '../store/known-devices.ts';
import { endListedSession, listSessions } from '../store/own-sessions.ts';
import { openSecondStep, secondStepSeconds } from '../store/second-steps.ts';
import { endAllSessions, endSession } from '../store/sessions.ts';
import { recordPasswordReplaced } from '../store/sign-ups.ts';
import { countRequest, rateLimits } from '../store/throttles.ts';

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
  changed: 'Your password was changed. You are logged out everywhere else.',
  loggedIn: 'You are logged in.',
  sameAddress: 'This is already your email address.',
  codesSent: (from: string, to: string) => `We sent a code to ${from} and another one to ${to}.`,
  addressChanged: (address: string) =>
    `Your email address is now ${address}. You are logged out everywhere else.`,
  sessionEnded: 'That device is logged out.',
  othersEnded: 'You are logged out everywhere else.',
  noSession: 'That device is already logged out.',
  askForCode: 'Enter the code that your authenticator app shows.',
  scan: 'Add this account to your authenticator app, then enter the code that it shows.',
  secondFactorOn: 'From now on, logging in asks for a code.',
  secondFactorOff: 'Logging in no longer asks for a code.',
  loggedOut: 'You have been logged out.',
} as const;

/** What the user pool rejects although our own rules accepted it. */
const poolRejections = { address: accountMessages.email, password: anotherPassword } as const;

function usernameFrom(typed: string, message: string = accountMessages.email): string {
  const username = normalizeUsername(typed);
  if (!isEmailAddress(username)) throw new ApiError('invalid', message);
  return username;
}

function codeFrom(typed: string): string {
  const code = typed.replaceAll(/\s/g, '');
  if (!isConfirmationCode(code)) throw new ApiError('invalid', accountMessages.code);
  return code;
}

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

/** For a mail about something that was done in a browser. */
const aboutBrowser = (username: string, { site, userAgent }: Viewer) => ({
  username,
  host: site,
  browser: browserName(userAgent),
});

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

  async changePassword({ body, caller: { sub, username }, viewer, cookies }) {
    requireStrongPassword(body.password);
    requireSamePassword(body.password, body.confirm_password);
    await countRequest(rateLimits.accountChanges, sub);
    await requireUncommonPassword(body.password, username);
    const device = deviceIdFrom(cookies);
    const caller = await callerOf({ username, network: viewer.network, device });
    const { current_password: current, password } = body;
    const session = sessionIdFrom(cookies) ?? '';
    const { id, secondsLeft } = await changePassword({ sub, caller, current, password, session });
    const [{ cookie }] = await Promise.all([
      knowDevice(username, device),
      mailNotice({ ...aboutBrowser(username, viewer), kind: 'password-changed' }),
    ]);
    return { body: { message: messages.changed }, cookies: [...logInCookies(id, sub, secondsLeft), cookie] };
  },

  async changeAddress({ body, caller: { sub, username }, viewer, cookies }) {
    const address = usernameFrom(body.username);
    if (address === username)
      throw new ApiError('invalid', messages.sameAddress, { details: { field: 'username' } });
    await countRequest(rateLimits.accountChanges, sub);
    await countRequest(rateLimits.addressMails, address);
    const caller = await callerOf({ username, network: viewer.network, device: deviceIdFrom(cookies) });
    const change = { sub, caller, current: body.current_password, address, host: viewer.site };
    await inAlikeTime('changeAddress', startAddressChange(change));
    return { body: { message: messages.codesSent(username, address) } };
  },

  async confirmAddress({ body, caller: { sub, username }, viewer, cookies }) {
    const [code, currentCode] = [codeFrom(body.code), codeFrom(body.current_code)];
    await countRequest(rateLimits.accountChanges, sub);
    const confirmation = { sub, username, code, currentCode, session: sessionIdFrom(cookies) ?? '' };
    const confirming = confirmAddressChange(confirmation);
    const { id, secondsLeft, address } = await inAlikeTime('confirmAddress', confirming);
    const [{ cookie }] = await Promise.all([
      knowDevice(address, deviceIdFrom(cookies)),
      mailNotice({ ...aboutBrowser(username, viewer), kind: 'address-changed' }),
      mailNotice({ ...aboutBrowser(address, viewer), kind: 'address-confirmed' }),
    ]);
    return {
      body: { message: messages.addressChanged(address), username: address },
      cookies: [...logInCookies(id, sub, secondsLeft), cookie],
    };
  },

  async getSessions({ caller: { sub }, cookies }) {
    const { sessions, hasMore } = await listSessions(sub, sessionIdFrom(cookies) ?? '');
    const listed = sessions.map(({ id, browser, began, lastUsed, isCurrent }) => ({
      id,
      browser,
      began: new Date(began).toISOString(),
      last_used: new Date(lastUsed).toISOString(),
      is_current: isCurrent,
    }));
    return { body: { sessions: listed, has_more: hasMore } };
  },

  async endSession({ params: { id }, caller: { sub } }) {
    if (!(await endListedSession(sub, id))) throw new ApiError('notFound', messages.noSession);
    return { body: { message: messages.sessionEnded } };
  },

  async endOtherSessions({ caller: { sub }, cookies }) {
    await endAllSessions(sub, 'applicant', { except: sessionIdFrom(cookies) ?? '' });
    return { body: { message: messages.othersEnded } };
  },

  getSecondFactor: async ({ caller }) => ({ body: await describeSecondFactor(caller) }),

  async startSecondFactor({ body, caller: { sub, username }, viewer, cookies }) {
    await countRequest(rateLimits.accountChanges, sub);
    const caller = await callerOf({ username, network: viewer.network, device: deviceIdFrom(cookies) });
    const setUp = await startSetUp({ sub, caller, current: body.current_password });
    return { body: { message: messages.scan, ...setUp } };
  },

  /** Other browsers have been let in by the password alone. */
  async finishSecondFactor({ body, caller, viewer, cookies }) {
    await countRequest(rateLimits.accountChanges, caller.sub);
    const { sub, username } = caller;
    const recovery_codes = await finishSetUp(caller, body.set_up, body.code);
    await Promise.all([
      endAllSessions(sub, 'second-factor', { except: sessionIdFrom(cookies) ?? '' }),
      forgetDevices(username),
      mailNotice({ ...aboutBrowser(username, viewer), kind: 'second-factor-on' }),
    ]);
    const { cookie } = await knowDevice(username, deviceIdFrom(cookies));
    return {
      body: { message: messages.secondFactorOn, recovery_codes: [...recovery_codes] },
      cookies: [cookie],
    };
  },

  async endSecondFactor({ body, caller: { sub, username }, viewer, cookies }) {
    await countRequest(rateLimits.accountChanges, sub);
    const caller = await callerOf({ username, network: viewer.network, device: deviceIdFrom(cookies) });
    await turnOff({ sub, caller, current: body.current_password }, body.code);
    await mailNotice({ ...aboutBrowser(username, viewer), kind: 'second-factor-off' });
    return { body: { message: messages.secondFactorOff } };
  },

  /** Always succeeds: removes the cookies, and ends the session if there is one. */
  async logOut({ caller, cookies }) {
    const id = sessionIdFrom(cookies);
    if (caller !== undefined && id !== undefined) await endSession(id, caller.sub, 'log-out');
    return { body: { message: messages.loggedOut }, cookies: logOutCookies };
  },
});
