import type { CommonWords } from '../../shared/rules/guessable-password.ts';
import { passwordErrors, passwordsMustMatch } from '../../shared/rules/password.ts';
import { logIn } from '../aws/cognito.ts';
import { environment } from '../runtime/environment.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { type AuditEvent, recordEvent } from '../table/audit-log.ts';
import { attempt } from './attempt.ts';
import type { Caller } from './attempts.ts';

const wrongPassword = 'The current password is incorrect.';

export interface CurrentPassword {
  readonly sub: ApplicantId;
  readonly caller: Caller;
  readonly current: string;
}

/**
 * Requires the password of a logged-in applicant, because someone else may be using the open page. A wrong
 * password counts as at log-in, and is recorded as `refused`.
 */
export async function requireCurrentPassword(
  { sub, caller, current }: CurrentPassword,
  refused: AuditEvent,
): Promise<void> {
  if (await attempt('password', caller, () => logIn(caller.username, current))) return;
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
