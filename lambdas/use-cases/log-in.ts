import { unconfirmedMessage } from '../../shared/api/messages.ts';
import * as pool from '../aws/cognito.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { acceptAttempt, type Caller } from '../store/attempts.ts';
import * as store from '../store/sign-ups.ts';
import { countedAttempt, takenAttempt } from './counted-attempt.ts';

const wrongLogIn = 'The email address or password is incorrect.';

interface LogIn {
  readonly caller: Caller;
  readonly password: string;
  readonly host: string;
}

interface Owner {
  readonly sub: ApplicantId;
  readonly username: string;
  readonly host: string;
}

/**
 * True if a caller with the right password may log in. A password that is about to be replaced does not
 * count, because a different sign-up may have set it. If it was replaced in the meantime, the password is
 * checked again.
 */
async function mayLogIn(
  { sub, username, host }: Owner,
  checkPasswordAgain: () => Promise<boolean>,
): Promise<boolean> {
  const signUps = await store.readSignUps(sub);
  if (signUps.several && store.isUndecided(signUps)) {
    const { replacePassword } = await import('./decide-password.ts');
    if (await store.beginPasswordReplacement(sub)) await replacePassword(sub, { username, host });
    return checkPasswordAgain();
  }
  return signUps.outcome === 'replaced' ? checkPasswordAgain() : true;
}

/** Checks a password, and returns the account that it belongs to. */
export async function logIn({ caller, password, host }: LogIn): Promise<{ readonly sub: ApplicantId }> {
  const { username } = caller;
  const checkPassword = () => pool.logIn(username, password);
  const found = await countedAttempt('password', caller, checkPassword);
  if (found === 'wrong') throw new ApiError('invalid', wrongLogIn);
  if (found === 'unconfirmed') {
    await acceptAttempt('password', caller);
    throw new ApiError('invalid', unconfirmedMessage);
  }
  const isStillRight = async () =>
    typeof (await takenAttempt('password', caller, checkPassword)) === 'object';
  if (!(await mayLogIn({ sub: found.sub, username, host }, isStillRight)))
    throw new ApiError('invalid', wrongLogIn);
  await acceptAttempt('password', caller);
  return { sub: found.sub };
}
