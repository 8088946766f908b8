import { isLock } from '../aws/cognito.ts';
import {
  type AttemptKind,
  acceptAttempt,
  type Caller,
  returnAttempt,
  takeAttempt,
} from '../store/attempts.ts';
import { tooMany } from '../store/throttles.ts';

/** Longest Cognito lock that unrecognized browsers alone can cause. */
const lockMs = 1_000;

/**
 * Runs one check of a password or code, which returns undefined for a wrong one. It counts as wrong unless it
 * is right, or nothing was checked. During Cognito's own lock, unrecognized browsers get the response to a
 * wrong password.
 */
export async function attempt<T>(
  kind: AttemptKind,
  caller: Caller,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  await takeAttempt(kind, caller);
  let right: T | undefined;
  try {
    right = await check();
  } catch (error) {
    const isLocked = isLock(error);
    if (isLocked && caller.own === undefined) return undefined;
    await returnAttempt(kind, caller);
    throw isLocked ? tooMany(lockMs) : error;
  }
  if (right !== undefined) await acceptAttempt(kind, caller);
  return right;
}
