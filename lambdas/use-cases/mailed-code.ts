import { wrongCodeMessages } from '../../shared/api/mailed-code-messages.ts';
import { ApiError } from '../runtime/errors.ts';
import { acceptAttempt, type Caller } from '../store/attempts.ts';
import { countedAttempt } from './counted-attempt.ts';

/** One counted attempt at a mailed code. Throws where the code is wrong. */
export async function tryCode(
  kind: keyof typeof wrongCodeMessages,
  caller: Caller,
  isRight: () => Promise<boolean>,
): Promise<void> {
  if (!(await countedAttempt(kind, caller, isRight))) throw new ApiError('invalid', wrongCodeMessages[kind]);
  await acceptAttempt(kind, caller);
}
