import { passwordErrors, passwordsMustMatch } from '../../shared/rules/password.ts';
import { ApiError } from '../runtime/errors.ts';

// The rules for every new password: of a sign-up, a reset or a change.

export const anotherPassword = 'Please choose a different password.';

const guessable =
  'This password is too easy to guess. Put several words together that only you would think of, without your email address or the name of the university.';

export function requireStrongPassword(password: string): void {
  const missing = passwordErrors(password);
  if (missing.length > 0) throw new ApiError('invalid', `The password must meet: ${missing.join('; ')}.`);
}

export function requireSamePassword(password: string, confirmation: string): void {
  if (password !== confirmation) throw new ApiError('invalid', `The ${passwordsMustMatch}.`);
}

/** Refuses what an attacker tries first. The page shows the message at the field. */
export async function requireUncommonPassword(password: string, username: string): Promise<void> {
  const { isGuessable } = await import('./guessable-password.ts');
  if (await isGuessable(password, username))
    throw new ApiError('invalid', guessable, { details: { field: 'password' } });
}
