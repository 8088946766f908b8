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

interface PasswordRight {
  readonly sub: ApplicantId;
  /** What the user pool asks before it opens a session; undefined where the password is enough. */
  readonly challenge?: pool.Challenge;
}

/** Who has a right password. A challenge says nothing of that. */
async function ownerOf(
  found: Exclude<Awaited<ReturnType<typeof pool.logIn>>, string>,
  username: string,
): Promise<PasswordRight> {
  if ('sub' in found) return { sub: found.sub };
  const account = await pool.accountOf(username);
  if (account.state === 'none') throw new ApiError('invalid', wrongLogIn);
  return { sub: account.sub, challenge: found.challenge };
}

interface Owner {
  readonly sub: ApplicantId;
  readonly username: string;
  readonly host: string;
}

/**
 * Whether an applicant who knew an account's password may log in. A password that is about to be replaced does not
 * count, because a different sign-up may have set it. One that was replaced meanwhile has to be checked again.
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

/** Checks a password, and returns whose it is. */
export async function logIn({ caller, password, host }: LogIn): Promise<PasswordRight> {
  const { username } = caller;
  const checkPassword = () => pool.logIn(username, password);
  const found = await countedAttempt('password', caller, checkPassword);
  if (found === 'wrong') throw new ApiError('invalid', wrongLogIn);
  if (found === 'unconfirmed') {
    await acceptAttempt('password', caller);
    throw new ApiError('invalid', unconfirmedMessage);
  }
  const owner = await ownerOf(found, username);
  const isStillRight = async () =>
    typeof (await takenAttempt('password', caller, checkPassword)) === 'object';
  if (!(await mayLogIn({ sub: owner.sub, username, host }, isStillRight)))
    throw new ApiError('invalid', wrongLogIn);
  await acceptAttempt('password', caller);
  return owner;
}
