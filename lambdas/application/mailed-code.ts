import { ApiError } from '../runtime/errors.ts';
import { acceptAttempt, type Caller } from '../store/attempts.ts';
import { countedAttempt } from './counted-attempt.ts';

/** What somebody reads whose code did not work, by what the code was for. */
export const wrongCodeMessages = {
  code: 'That code is wrong or has expired. Request a new one.',
  reset: "This link doesn't work anymore. Request a new one.",
} as const;

/** One counted attempt at a mailed code. Throws where the code is wrong. */
export async function tryCode(
  kind: keyof typeof wrongCodeMessages,
  caller: Caller,
  isRight: () => Promise<boolean>,
): Promise<void> {
  if (!(await countedAttempt(kind, caller, isRight))) throw new ApiError('invalid', wrongCodeMessages[kind]);
  await acceptAttempt(kind, caller);
}
