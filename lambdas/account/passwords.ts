import type { Contract } from '../../shared/api/contract.ts';
import type { CommonWords } from '../../shared/rules/guessable-password.ts';
import { passwordErrors, passwordsMustMatch } from '../../shared/rules/password.ts';
import { isNamed, logIn } from '../aws/cognito.ts';
import type { Applicant, RequestContext } from '../http/request.ts';
import { settleAll } from '../runtime/clock.ts';
import { environment } from '../runtime/environment.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { type AuditEvent, recordEvent } from '../table/audit-log.ts';
import { revokeAllSessions } from '../table/session-changes.ts';
import { forgetAddressChange } from './address-changes.ts';
import { attempt, callerOf } from './attempt.ts';

const wrongPassword = 'The current password is incorrect.';

/** A call of a logged-in applicant that needs the password again. */
export interface PasswordRequest extends Pick<RequestContext<Contract>, 'viewer' | 'cookies'> {
  readonly caller: Applicant;
  readonly body: { readonly current_password: string };
}

/**
 * Requires the password of a logged-in applicant, because someone else may be using the open page. A wrong
 * password counts as at log-in, and is recorded as `refused`.
 */
export async function requireCurrentPassword(request: PasswordRequest, refused: AuditEvent): Promise<void> {
  const { sub, username } = request.caller;
  const caller = await callerOf(username, request);
  if (await attempt('password', caller, () => logIn(username, request.body.current_password))) return;
  await recordEvent(sub, refused);
  throw new ApiError('invalid', wrongPassword, { details: { field: 'current_password' } });
}

// The rules for every new password: of a sign-up, a reset or a change.

export const anotherPassword = 'Please choose a different password.';

const guessable =
  "This password is too easy to guess. Try several words that only you would put together. Leave out your email address and the university's name.";

export function requireStrongPassword(password: string): void {
  const missing = passwordErrors(password);
  if (missing.length > 0) throw new ApiError('invalid', `Use a password that: ${missing.join('; ')}.`);
}

export function requireSamePassword(password: string, confirmation: string): void {
  if (password !== confirmation) throw new ApiError('invalid', `The ${passwordsMustMatch}.`);
}

let words: CommonWords | undefined;

/**
 * Rejects what an attacker tries first, where the deployment asks for it. The page shows the message at the
 * field.
 */
export async function requireUncommonPassword(password: string, username: string): Promise<void> {
  if (environment('REJECT_COMMON_PASSWORDS') !== 'true') return;
  const { isGuessable, loadCommonWords } = await import('../../shared/rules/guessable-password.ts');
  words ??= await loadCommonWords();
  if (isGuessable(password, { username, partner: partner() }, words))
    throw new ApiError('invalid', guessable, { details: { field: 'password' } });
}

export interface NewPassword {
  readonly sub: ApplicantId;
  readonly username: string;
  /** The id in the cookie of the session that changes the password; undefined where none does. */
  readonly session?: string | undefined;
}

/** Ends whatever the old password opened, except for the session that changes it. */
export const endOldAccess = ({ sub, username, session }: NewPassword): Promise<void> =>
  settleAll([
    revokeAllSessions({ sub, username }, 'new-password', { except: session }),
    forgetAddressChange(sub),
  ]);

/**
 * Waits until a new password is set. If the user pool fails it may have set it before, so the old access ends
 * then too, and with it a mailed link. If it was throttled, the link can be used again.
 */
export async function whenSet(change: NewPassword, setting: Promise<boolean>): Promise<boolean> {
  try {
    return await setting;
  } catch (error) {
    if (!isNamed(error, ['TooManyRequestsException'])) await endOldAccess(change);
    throw error;
  }
}
