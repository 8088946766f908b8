import { unconfirmedMessage } from '../../shared/api/messages.ts';
import * as pool from '../aws/cognito.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import type { Caller } from '../store/attempts.ts';
import { recordEvent } from '../store/audit-log.ts';
import * as store from '../store/sign-ups.ts';
import { attempt } from './attempt.ts';

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

/**
 * Records a wrong password of an account. The lookup takes the same time without an account, and the response
 * waits for the end of its step.
 */
async function recordRefused(username: string): Promise<void> {
  const account = await pool.accountOf(username);
  if (account.state !== 'none') await recordEvent(account.sub, 'log-in-refused');
}

/** Checks a password, and returns the account that it belongs to. */
export async function logIn({ caller, password, host }: LogIn): Promise<{ readonly sub: ApplicantId }> {
  const { username } = caller;
  const found = await attempt('password', caller, async () => {
    const right = await pool.logIn(username, password);
    if (typeof right !== 'object') return right;
    const isStillRight = async () => typeof (await pool.logIn(username, password)) === 'object';
    return (await mayLogIn({ sub: right.sub, username, host }, isStillRight)) ? right : undefined;
  });
  if (found === 'unconfirmed') throw new ApiError('invalid', unconfirmedMessage);
  if (found !== undefined) return found;
  await recordRefused(username);
  throw new ApiError('invalid', wrongLogIn);
}
