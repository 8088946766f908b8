import * as cognito from '../aws/cognito.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { type Caller, resetAttempts } from '../store/attempts.ts';
import { endAllSessions } from '../store/sessions.ts';
import * as store from '../store/sign-ups.ts';
import { createResetTicket } from './reset-tickets.ts';

// Several people can sign up with one address before it is confirmed. No account is ever deleted, and the user pool
// keeps the password of the first sign-up. Confirmation decides whether that password stays
// (docs/decisions/018-several-sign-ups-for-one-address.md).

/**
 * Milliseconds that a sign-up waits for the mail to an existing account's owner. The response time must not reveal
 * that there is one.
 */
const noticeTimeout = 500;

interface SignUp {
  readonly username: string;
  readonly password: string;
  readonly host: string;
  /** Identifies this sign-up. */
  readonly id: string;
  readonly caller: Caller;
}

/**
 * Mails an account's owner that it exists. Neither a failure nor a delay of this mail may reveal to the caller that
 * there is an account.
 */
async function mailAccountOwner(username: string, host: string): Promise<void> {
  try {
    const [{ sendMail }, { existingAccountMail }] = await Promise.all([
      import('../aws/ses.ts'),
      import('./existing-account-mail.ts'),
    ]);
    await sendMail({ to: username, ...existingAccountMail(host), timeout: noticeTimeout });
  } catch (error) {
    log({ level: 'error', event: 'sign-up-notice', error: describeError(error) });
  }
}

/** A sign-up for an address that already has an account. Its password is ignored. */
async function signUpAgain(account: cognito.Account, { username, host, caller }: SignUp): Promise<undefined> {
  const isPending = account.state === 'unconfirmed' && (await store.recordFurtherSignUp(account.sub));
  if (!isPending) {
    await mailAccountOwner(username, host);
    return;
  }
  await resetAttempts('code', caller);
  await cognito.resendCode(username, host);
}

/** Signs up for a new, an unconfirmed or a confirmed address. Returns which part the user pool's own rules reject. */
export async function signUp(form: SignUp): Promise<'password' | 'address' | undefined> {
  const account = await cognito.accountOf(form.username);
  if (account.state !== 'none') return signUpAgain(account, form);
  await resetAttempts('code', form.caller);
  const result = await cognito.signUp(form);
  if (result.made) {
    if (result.sub !== undefined) await store.recordFirstSignUp(result.sub, form.id);
    return undefined;
  }
  // Another sign-up for this address came first.
  if (result.reason === 'exists') return signUpAgain(await cognito.accountOf(form.username), form);
  return result.reason;
}

interface Confirmation {
  readonly username: string;
  readonly host: string;
  /** The sign-up that this browser made, if it can prove one. */
  readonly signUp?: string | undefined;
}

/** Sets a random password and mails the link with which the owner of the mailbox chooses a new one. */
async function replacePassword(sub: ApplicantId, { username, host }: Confirmation): Promise<void> {
  await cognito.setRandomPassword(username);
  await endAllSessions(sub, 'several-sign-ups');
  const ticket = await createResetTicket(username);
  await cognito.sendResetLink({ username, host, ticket, reason: 'several-sign-ups' });
  await store.recordPasswordReplaced(sub);
}

/** Decides whether an account keeps its password, once its confirmation code was right. */
export async function decidePassword(confirmation: Confirmation): Promise<'kept' | 'replaced'> {
  const account = await cognito.accountOf(confirmation.username);
  if (account.state === 'none') throw new Error('The account was deleted while it was being confirmed.');
  const { sub } = account;
  if (await store.keepPassword(sub, confirmation.signUp)) return 'kept';
  if (await store.beginPasswordReplacement(sub)) {
    await replacePassword(sub, confirmation);
    return 'replaced';
  }
  // Another request decided it at the same moment.
  return (await store.readSignUps(sub)).outcome === 'kept' ? 'kept' : 'replaced';
}

type SignUps = Awaited<ReturnType<typeof store.readSignUps>>;

const isUndecided = ({ outcome }: SignUps) => outcome === undefined || outcome === 'replacing';

/** Whether an account was confirmed by a request that ended before it decided about the password. */
export async function isConfirmationUnfinished(username: string): Promise<boolean> {
  const account = await cognito.accountOf(username);
  if (account.state !== 'confirmed') return false;
  const signUps = await store.readSignUps(account.sub);
  const isKnown = signUps.first_id !== undefined || signUps.several === true;
  return isKnown && isUndecided(signUps);
}

/**
 * Whether an applicant who knew an account's password may log in. A password that is about to be replaced does not
 * count, because a different sign-up may have set it. One that was replaced meanwhile has to be checked again.
 */
export async function mayLogIn(
  { sub, username, host }: Confirmation & { readonly sub: ApplicantId },
  checkPasswordAgain: () => Promise<boolean>,
): Promise<boolean> {
  const signUps = await store.readSignUps(sub);
  if (signUps.several && isUndecided(signUps)) {
    if (await store.beginPasswordReplacement(sub)) await replacePassword(sub, { username, host });
    return checkPasswordAgain();
  }
  return signUps.outcome === 'replaced' ? checkPasswordAgain() : true;
}
