import { createHash, randomBytes } from 'node:crypto';
import { now, seconds } from '../runtime/clock.ts';
import { type Key, put } from './table.ts';

// Random ids that open something: a session, a sign-in, a link. The table has only their hashes.

export const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

export const newId = (): string => randomBytes(32).toString('base64url');

/**
 * Stores data under a new id, which it returns. DynamoDB deletes expired items late, so readers compare
 * `ends`, in milliseconds since 1970.
 */
export async function openToken(
  keyOf: (hash: string) => Key,
  data: object,
  lifetimeMs: number,
): Promise<string> {
  const id = newId();
  const ends = now() + lifetimeMs;
  await put({ ...keyOf(hashOf(id)), ...data, ends, expires_at: seconds(ends) });
  return id;
}
