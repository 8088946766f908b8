import { type AttemptKind, type Caller, returnAttempt, takeAttempt } from '../store/attempts.ts';

/** Runs one attempt at a password or code. It counts as wrong unless it failed for another reason. */
export async function countedAttempt<T>(
  secret: AttemptKind,
  caller: Caller,
  attempt: () => Promise<T>,
): Promise<T> {
  await takeAttempt(secret, caller);
  try {
    return await attempt();
  } catch (error) {
    await returnAttempt(secret, caller);
    throw error;
  }
}
