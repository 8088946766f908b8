import { pseudonym } from '../aws/secrets.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { expression } from './expression.ts';
import type { RecentCount } from './items.ts';
import { keys } from './keys.ts';
import { del, update } from './table.ts';

/** Maximum calls within a period. */
export interface RateLimit {
  readonly name: string;
  readonly max: number;
  readonly windowSeconds: number;
  /** Advice for callers who have to wait. */
  readonly help?: string;
}

const newestMail = 'Check our newest email. Its code or link still works.';

/** A whole school may share one source address, so the limit for addresses is generous. */
export const rateLimits = {
  calls: { name: 'calls', max: 300, windowSeconds: 300 },
  /** Codes and links that callers from one network have mailed, to any address. */
  mails: { name: 'mails', max: 100, windowSeconds: 3600 },
  staffSignIns: { name: 'staff-sign-ins', max: 60, windowSeconds: 300 },
  signUps: { name: 'sign-ups', max: 5, windowSeconds: 3600, help: newestMail },
  /**
   * Lookups at Amazon Location, which cost money. Allows an hour of typing by many applicants behind one
   * source address.
   */
  lookUps: { name: 'look-ups', max: 1200, windowSeconds: 3600 },
  deviceLinks: { name: 'temporary', max: 120, windowSeconds: 3600 },
  codes: { name: 'codes', max: 5, windowSeconds: 3600, help: newestMail },
  /** Account changes by a logged-in applicant. Each one sends a mail. */
  accountChanges: { name: 'account-changes', max: 20, windowSeconds: 3600 },
  /** Mails to the new address of an address change. */
  addressMails: { name: 'address-mails', max: 5, windowSeconds: 86_400 },
  links: { name: 'links', max: 5, windowSeconds: 3600, help: newestMail },
} as const satisfies Record<string, RateLimit>;

/** An error with the time to wait, and advice. */
export const tooMany = (milliseconds: number, help?: string) =>
  new ApiError('tooMany', 'Too many attempts. Please wait and try again.', {
    retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)),
    details: help === undefined ? {} : { help },
  });

const startOf = (windowSeconds: number) => Math.floor(seconds(now()) / windowSeconds) * windowSeconds;

const keyOf = async ({ name, windowSeconds }: RateLimit, who: string) =>
  keys.rate(`${name}#${startOf(windowSeconds)}`, await pseudonym(who));

/** Adds to a count and returns it. */
async function add(limit: RateLimit, who: string, calls: 1 | -1): Promise<number> {
  const expires = startOf(limit.windowSeconds) + 2 * limit.windowSeconds;
  const change = expression`ADD count ${calls} SET expires_at = ${expires}`;
  return Number((await update(await keyOf(limit, who), change))?.count);
}

/** Counts one call; false after too many. Unknown addresses are counted like known ones. */
export const isWithin = async (limit: RateLimit, who: string): Promise<boolean> =>
  (await add(limit, who, 1)) <= limit.max;

/** Counts one call and rejects it after too many. */
export async function countRequest(limit: RateLimit, who: string): Promise<void> {
  if (await isWithin(limit, who)) return;
  throw tooMany((startOf(limit.windowSeconds) + limit.windowSeconds) * 1000 - now(), limit.help);
}

/** Removes one call from the count. */
export async function uncountRequest(limit: RateLimit, who: string): Promise<void> {
  await add(limit, who, -1);
}

export async function resetCount(limit: RateLimit, who: string): Promise<void> {
  await del(await keyOf(limit, who));
}

/**
 * Counts a call that sends a mail of one kind to an address. The network comes first: a mail has arrived
 * whenever the limit of the address is used up, and no later mail ends its code or link.
 */
export async function countMail(limit: RateLimit, username: string, network: string): Promise<void> {
  await countRequest(rateLimits.mails, network);
  await countRequest(limit, username);
}

/** Counts a mail that an account sends to another address. */
export async function countMailTo(limit: RateLimit, sub: ApplicantId, address: string): Promise<void> {
  await countRequest(limit, `${sub} to ${address}`);
  await countRequest({ ...limit, name: `${limit.name}-of-address`, max: 30 }, address);
}

const networksWindowSeconds = 3600;

/** Records the first two networks that make a call within an hour. True from the second one on, for both. */
export async function isFromTwoNetworks(name: string, network: string): Promise<boolean> {
  const start = startOf(networksWindowSeconds);
  const key = keys.rate(`${name}#${start}`, await pseudonym(name));
  const networks = new Set([await pseudonym(`network ${network}`)]);
  const found = await update(
    key,
    expression`ADD networks ${networks} SET expires_at = ${start + 2 * networksWindowSeconds}`,
    { if: expression`attribute_not_exists(networks) OR size(networks) < ${2}` },
  );
  return !(found?.networks instanceof Set) || found.networks.size > 1;
}

interface Limit {
  readonly max: number;
  readonly windowMs: number;
  /** The error message after too many. */
  readonly message: string;
}

/** Counts one more of an applicant's actions, or rejects it after too many within a period. */
export function countOneMore(before: RecentCount | undefined, limit: Limit): RecentCount {
  const { max, windowMs, message } = limit;
  const current = before && now() < before.since + windowMs ? before : { since: now(), count: 0 };
  if (current.count < max) return { ...current, count: current.count + 1 };
  const retryAfter = Math.ceil((current.since + windowMs - now()) / 1000);
  throw new ApiError('tooMany', message, { retryAfter });
}
