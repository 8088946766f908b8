import { account } from '../../shared/api/account.ts';
import {
  accountMessages,
  isConfirmationCode,
  isEmailAddress,
  normalUsername,
} from '../../shared/rules/account.ts';
import { mustMatch, passwordProblems } from '../../shared/rules/password.ts';
import * as accounts from '../accounts.ts';
import { addressOn } from '../address.ts';
import { noSoonerThan } from '../clock.ts';
import { logInCookies, logOutCookies, sessionIdIn } from '../http/cookies.ts';
import { HttpError } from '../http/errors.ts';
import { described, log } from '../http/log.ts';
import { serve } from '../http/serve.ts';
import { partner } from '../site.ts';
import { endAllSessions, endSession, openSession, sessionSeconds } from '../store/sessions.ts';
import {
  allowances,
  countOne,
  forgetWrongTries,
  giveBackTry,
  type Secret,
  takeTry,
} from '../store/throttles.ts';

/** Decision H-28: known and unknown addresses are answered alike, in words and in time. Milliseconds. */
const alike = 600;
/** Less than that: what an account adds to the work must not show. */
const noticePatience = 500;

/** Decisions D-28, D-29. */
const words = {
  wrongLogIn: 'The email address or password is incorrect.',
  unconfirmed: 'Please confirm your account first.',
  anotherPassword: 'Please choose another password.',
  wrongCode: 'This confirmation code is not right or is no longer valid. You can ask for a new one.',
  wrongReset: 'This link is not right or is no longer valid. Please ask for a new one.',
  confirmed: 'Your account is confirmed. Please log in.',
  resent: 'If an account needs confirmation, we sent a new code.',
  forgot: 'If an account exists for that email address, we sent a link to reset your password.',
  reset: 'Your password was changed. Please log in.',
  loggedIn: 'You are logged in.',
  loggedOut: 'You have been logged out.',
} as const;

/** What the user pool's own rules find wrong with a form that ours let through. */
const refused = { address: accountMessages.email, password: words.anotherPassword } as const;

function addressIn(typed: string, message: string = accountMessages.email): string {
  const username = normalUsername(typed);
  if (!isEmailAddress(username)) throw new HttpError(400, message);
  return username;
}

function newPassword(password: string): void {
  const missing = passwordProblems(password);
  if (missing.length > 0) throw new HttpError(400, `The password must meet: ${missing.join('; ')}.`);
}

/** One answer for a new, a pending and a confirmed address (decision H-08). */
async function signUpQuietly(username: string, password: string, host: string): Promise<void> {
  const { state } = await accounts.accountOf(username);
  if (state === 'confirmed') return tellTheOwner(username, host);
  if (state === 'unconfirmed') await accounts.deleteAccount(username);
  await forgetWrongTries('code', username);
  const fault = await accounts.signUp(username, password, host);
  if (fault !== undefined) throw new HttpError(400, refused[fault]);
}

/** Neither a failure of this mail nor its slowness may tell a caller that there is an account (decision D-30). */
async function tellTheOwner(username: string, host: string): Promise<void> {
  try {
    const { sendMail } = await import('../mail.ts');
    await sendMail({ to: username, ...alreadyThere(host), patience: noticePatience });
  } catch (error) {
    log({ level: 'error', event: 'sign-up-notice', error: described(error) });
  }
}

function alreadyThere(host: string) {
  const { name } = partner();
  return {
    subject: `${name}: you already have an account`,
    text: [
      `Somebody, perhaps you, tried to sign up at ${name} with this address. It has an account already.`,
      `Log in: ${addressOn(host, '/login')}`,
      `Forgot your password? ${addressOn(host, '/forgot')}`,
      'If it was not you, there is nothing to do.',
    ].join('\n\n'),
  };
}

/** What comes of a try, which counts as a wrong one unless nobody came to judge it. */
async function judged<T>(secret: Secret, username: string, attempt: () => Promise<T>): Promise<T> {
  await takeTry(secret, username);
  try {
    return await attempt();
  } catch (error) {
    await giveBackTry(secret, username);
    throw error;
  }
}

async function logIn(username: string, password: string): Promise<string> {
  const found = await judged('password', username, () => accounts.logIn(username, password));
  if (found === 'wrong') throw new HttpError(400, words.wrongLogIn);
  await forgetWrongTries('password', username);
  if (found === 'unconfirmed') throw new HttpError(400, words.unconfirmed);
  return found.sub;
}

/** Codes of the two kinds are counted apart: asking for another code to confirm must not give more guesses at a link. */
const wrong = { code: words.wrongCode, reset: words.wrongReset } as const;

async function tryCode(
  kind: keyof typeof wrong,
  username: string,
  isRight: () => Promise<boolean>,
): Promise<void> {
  if (!(await judged(kind, username, isRight))) throw new HttpError(400, wrong[kind]);
  await forgetWrongTries(kind, username);
}

/** Says whose password it is. That is asked before the link is spent: afterwards the sessions need nothing but the table. */
async function reset(username: string, password: string, id: string): Promise<string> {
  const { sub } = await accounts.accountOf(username);
  await tryCode('reset', username, () => accounts.resetPassword(username, password, id));
  return sub;
}

export const handler = serve(account, {
  async signUp({ body, viewer }) {
    const username = addressIn(body.username);
    newPassword(body.password);
    await countOne(allowances.calls, viewer.address);
    await countOne(allowances.signUps, username);
    await noSoonerThan(alike, signUpQuietly(username, body.password, viewer.host));
    return { body: { message: `We sent a confirmation code to ${username}.` } };
  },

  async confirm({ body, viewer }) {
    const username = addressIn(body.username);
    const code = body.code.replaceAll(/\s/g, '');
    if (!isConfirmationCode(code)) throw new HttpError(400, accountMessages.code);
    await countOne(allowances.calls, viewer.address);
    const confirmed = tryCode('code', username, () => accounts.confirmSignUp(username, code));
    await noSoonerThan(alike, confirmed);
    return { body: { message: words.confirmed } };
  },

  async logIn({ body, viewer, cookies }) {
    const username = addressIn(body.username, accountMessages.loginEmail);
    if (body.password === '') throw new HttpError(400, accountMessages.loginPassword);
    await countOne(allowances.calls, viewer.address);
    const sub = await noSoonerThan(alike, logIn(username, body.password));
    const [before, id] = [sessionIdIn(cookies), await openSession(sub, username)];
    if (before !== undefined) await endSession(before, sub);
    return { body: { message: words.loggedIn }, cookies: logInCookies(id, sub, sessionSeconds) };
  },

  async resendConfirm({ body, viewer }) {
    const username = addressIn(body.username);
    await countOne(allowances.calls, viewer.address);
    await countOne(allowances.mails, username);
    await noSoonerThan(alike, accounts.resendCode(username, viewer.host));
    await forgetWrongTries('code', username);
    return { body: { message: words.resent } };
  },

  async forgotPassword({ body, viewer }) {
    const username = addressIn(body.username);
    await countOne(allowances.calls, viewer.address);
    await countOne(allowances.mails, username);
    await noSoonerThan(alike, accounts.sendResetLink(username, viewer.host));
    return { body: { message: words.forgot } };
  },

  async resetPassword({ body, viewer }) {
    const username = addressIn(body.username);
    newPassword(body.password);
    if (body.password !== body.confirm_password) throw new HttpError(400, `The ${mustMatch}.`);
    await countOne(allowances.calls, viewer.address);
    await endAllSessions(await noSoonerThan(alike, reset(username, body.password, body.id)));
    await forgetWrongTries('password', username);
    return { body: { message: words.reset } };
  },

  /** Always succeeds for the caller: the cookies go, and the session with them where there is one. */
  async logOut({ caller, cookies }) {
    const id = sessionIdIn(cookies);
    if (caller !== undefined && id !== undefined) await endSession(id, caller.sub);
    return { body: { message: words.loggedOut }, cookies: logOutCookies };
  },
});
