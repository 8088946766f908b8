import { isLock } from '../aws/cognito.ts';
import { type AttemptKind, type Caller, lockedOut, returnAttempt, takeAttempt } from '../store/attempts.ts';

/**
 * Runs one attempt at a password or code. It counts as wrong unless it failed for another reason, or Cognito
 * checked nothing because it has locked the account.
 */
export async function countedAttempt<T>(
  secret: AttemptKind,
  caller: Caller,
  attempt: () => Promise<T>,
): Promise<T> {
  await takeAttempt(secret, caller);
  return takenAttempt(secret, caller, attempt);
}

/** Runs a part of an attempt that was counted before. */
export async function takenAttempt<T>(
  secret: AttemptKind,
  caller: Caller,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    await returnAttempt(secret, caller);
    throw isLock(error) ? lockedOut(secret, caller) : error;
  }
}
