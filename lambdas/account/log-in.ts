import {
  accountMessages,
  isConfirmationCode,
  isEmailAddress,
  normalizeUsername,
} from '../../shared/rules/account.ts';
import * as pool from '../aws/cognito.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { recordEvent } from '../table/audit-log.ts';
import { attempt } from './attempt.ts';
import type { Caller } from './attempts.ts';

const wrongLogIn = 'The email address or password is incorrect.';

/**
 * Records a wrong password of an account. The lookup takes the same time without an account, and the response
 * waits for the end of its step.
 */
async function recordRefused(username: string): Promise<void> {
  const account = await pool.accountOf(username);
  if (account.state !== 'none') await recordEvent(account.sub, 'log-in-refused');
}

/** Checks a password, and returns its applicant. `wrong` is the message for a wrong one. */
export async function logIn(caller: Caller, password: string, wrong = wrongLogIn): Promise<ApplicantId> {
  const { username } = caller;
  const sub = await attempt('password', caller, () => pool.logIn(username, password));
  if (sub !== undefined) return sub;
  await recordRefused(username);
  throw new ApiError('invalid', wrong);
}

// Account values typed into forms, normalized for comparison and storage.

export function usernameFrom(typed: string, message: string = accountMessages.email): string {
  const username = normalizeUsername(typed);
  if (!isEmailAddress(username)) throw new ApiError('invalid', message);
  return username;
}

export function codeFrom(typed: string): string {
  const code = typed.replaceAll(/\s/g, '');
  if (!isConfirmationCode(code)) throw new ApiError('invalid', accountMessages.code);
  return code;
}
