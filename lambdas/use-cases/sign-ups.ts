import { type Account, accountOf } from '../aws/cognito.ts';
import * as codes from '../aws/cognito-codes.ts';
import { describeError, log } from '../runtime/log.ts';
import * as store from '../store/sign-ups.ts';

// Several people can sign up with one address before it is confirmed. No account is ever deleted, and the
// user pool keeps the password of the first sign-up: if another one replaced it, the address's owner could
// confirm someone else's password. Confirmation decides whether that password stays: decide-password.ts.

/**
 * Time that a sign-up waits for the mail to an existing account's owner. The response time must not
 * reveal that there is one.
 */
const noticeTimeoutMs = 500;

interface SignUp {
  readonly username: string;
  readonly password: string;
  readonly host: string;
  /** Identifies this sign-up. */
  readonly id: string;
}

/**
 * Mails an account's owner that it exists. Neither a failure nor a delay of this mail may reveal to the
 * caller that there is an account.
 */
async function mailAccountOwner(account: Account, { username, host }: SignUp): Promise<void> {
  try {
    const [{ sendMail }, { existingAccountMail }] = await Promise.all([
      import('../aws/ses.ts'),
      import('./existing-account-mail.ts'),
    ]);
    const mail = await existingAccountMail({ attempt: 'signUp', account, username, host });
    await sendMail({ ...mail, timeout: noticeTimeoutMs });
  } catch (error) {
    log({ level: 'error', event: 'sign-up-notice.failed', error: describeError(error) });
  }
}

/** A sign-up for an address that already has an account. Its password is ignored. */
async function signUpAgain(account: Account, form: SignUp): Promise<undefined> {
  const isPending = account.state === 'unconfirmed' && (await store.recordFurtherSignUp(account.sub));
  if (!isPending) {
    await mailAccountOwner(account, form);
    return;
  }
  await codes.resendCode(form.username, form.host);
}

/**
 * Signs up for a new, an unconfirmed or a confirmed address. Returns which part the user pool's own rules
 * reject.
 */
export async function signUp(form: SignUp): Promise<'password' | 'address' | undefined> {
  const account = await accountOf(form.username);
  if (account.state !== 'none') return signUpAgain(account, form);
  const result = await codes.signUp(form);
  if (result.made) {
    if (result.sub !== undefined) await store.recordFirstSignUp(result.sub, form.id);
    return undefined;
  }
  // Another sign-up for this address came first.
  if (result.reason === 'exists') return signUpAgain(await accountOf(form.username), form);
  return result.reason;
}
