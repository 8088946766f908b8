import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import { chunks } from '../../shared/rules/chunks.ts';
import { now, pause } from '../runtime/clock.ts';
import { failedConditions, isConflict, type Key, readBatchOf, transact, type Write } from './table.ts';

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

/** Keys of one BatchGetItem call. */
const batchSize = 100;

/**
 * Reads items by their keys, in any order. Missing ones are omitted. If a partition is throttled, DynamoDB
 * returns some keys unread; the SDK does not repeat such a success.
 */
async function readBatch(all: readonly Key[]): Promise<readonly Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = [];
  let missing: readonly Readonly<Record<string, unknown>>[] = all;
  const done = await retryUntilDone(async () => {
    const batch = await readBatchOf(missing);
    found.push(...batch.items);
    missing = batch.missing;
    return missing.length === 0 ? found : undefined;
  });
  if (done === undefined)
    throw new ThrottlingException({ message: 'A partition was throttled for too long.', $metadata: {} });
  return done;
}

/** Reads items by their keys, in any order. Missing ones are omitted. */
export async function readItems(all: readonly Key[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await Promise.all(chunks(all, batchSize).map(readBatch))).flat();
}
