import type { Patch } from '../../shared/form/index.ts';
import { now } from '../runtime/clock.ts';
import { exists, expression } from './expression.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { update } from './table.ts';
import { hashOf, openToken } from './tokens.ts';

/** Lifetime of a link, and its maximum number of reads. */
const lifetimeMs = 24 * 3_600_000;
const maxReads = 20;

/** Stores answers under a new token, which it returns. */
export const storeDeviceLink = (answers: Patch): Promise<string> =>
  openToken(keys.deviceLink, { a: answers, reads: 0 }, lifetimeMs);

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
