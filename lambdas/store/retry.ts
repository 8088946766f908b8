import { now, pause } from '../runtime/clock.ts';
import { failedConditions, isConflict, transact, type Write } from './table.ts';

/** Time for which a write is retried. Functions that change applications have ten seconds. */
const maxRetryMs = 5_000;
const firstPauseMs = 20;
const maxPauseMs = 640;

/**
 * A random time below a limit that doubles with each attempt, so that two calls that collided do not collide
 * again.
 */
const pauseAfter = (attempt: number) => Math.random() * Math.min(maxPauseMs, firstPauseMs * 2 ** attempt);

/** Repeats `work` until it returns something; undefined when the time is up. */
export async function retryUntilDone<Result>(
  work: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const end = now() + maxRetryMs;
  for (let attempt = 0; ; attempt++) {
    const result = await work();
    if (result !== undefined) return result;
    const wait = pauseAfter(attempt);
    if (now() + wait > end) return undefined;
    await pause(wait);
  }
}

/**
 * Repeats a single write that meets a transaction on the same item, which DynamoDB refuses and the SDK does
 * not repeat.
 */
export async function writeThrough(write: () => Promise<unknown>): Promise<void> {
  const isWritten = async (): Promise<true | undefined> => {
    try {
      await write();
      return true;
    } catch (error) {
      if (isConflict(error)) return undefined;
      throw error;
    }
  };
  if ((await retryUntilDone(isWritten)) === undefined) await write();
}

/**
 * Writes all items or none. Returns the places of the conditions that failed: none if it is written. A
 * transaction that collides with another write is repeated.
 */
export async function tryTransaction(items: readonly Write[]): Promise<readonly number[]> {
  const failed = await retryUntilDone<readonly number[]>(() =>
    transact(items).then(() => [], failedConditions),
  );
  if (failed === undefined) throw new Error('Other changes of the same items left no room for this one.');
  return failed;
}

/** The same. Returns true if all conditions were met. */
export const meetsConditions = async (items: readonly Write[]): Promise<boolean> =>
  (await tryTransaction(items)).length === 0;
