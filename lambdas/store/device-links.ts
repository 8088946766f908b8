import { createHash, randomBytes } from 'node:crypto';
import type { Patch } from '../../shared/form/index.ts';
import { now, seconds } from '../runtime/clock.ts';
import { exists, expression } from './expression.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { put, update } from './table.ts';

/** Lifetime of a link, and its maximum number of reads. */
const lifetimeMs = 24 * 3_600_000;
const maxReads = 20;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Stores answers under a new token. The table has only the token's hash. */
export async function storeDeviceLink(answers: Patch): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const ends = now() + lifetimeMs;
  await put({ ...keys.deviceLink(hashOf(token)), a: answers, reads: 0, ends, expires_at: seconds(ends) });
  return token;
}

/**
 * The answers of a token, counting this read; undefined when the token is unknown, expired or read too many
 * times.
 */
export async function readDeviceLink(token: string): Promise<Patch | undefined> {
  const link = await update(keys.deviceLink(hashOf(token)), expression`ADD reads ${1}`, {
    if: expression`${exists} AND ends > ${now()} AND reads < ${maxReads}`,
  });
  return link && items.deviceLink.parse(link).a;
}
