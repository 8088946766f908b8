import { pseudonym } from '../aws/secrets.ts';
import { now, seconds } from '../runtime/clock.ts';
import { absent, expression, set } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { keys } from '../table/keys.ts';
import { del, isUpdated, readItem, update } from '../table/table.ts';
import {
  countRequest,
  type RateLimit,
  rateLimits,
  resetCount,
  tooMany,
  uncountRequest,
} from '../table/throttles.ts';

// Each trusted browser of an account has a separate count of wrong attempts, and all unrecognized browsers
// share one. They cannot lock the applicant out (docs/decisions.md#failed-attempts-are-counted-per-caller).

/** The caller of an attempt at an address. */
export interface Caller {
  readonly username: string;
  /** The network that the call comes from. */
  readonly network: string;
  /** The id of a browser that the account trusts; undefined for an unrecognized browser. */
  readonly own: string | undefined;
}

/**
 * Wrong attempts until an hour passes without one, and advice for callers who have to wait. Cognito locks an
 * account for a second after the fifth wrong password and doubles that with each further one, for every
 * caller. It forgets them after 15 minutes.
 */
const limits = {
  password: {
    trusted: 10,
    unrecognized: 5,
    help: 'To log in without waiting, choose a new password with "Forgot password?".',
  },
  code: {
    trusted: 5,
    unrecognized: 5,
    help: 'To try again without waiting, sign up again in this browser.',
  },
} as const;
export type AttemptKind = keyof typeof limits;

const windowMs = 3_600_000;

/** Wrong attempts in a row in a month. After them, only a mailed link helps (NIST SP 800-63B-4, 3.2.2). */
const maxInARow = 100;
const rowSeconds = 30 * 86_400;

const keyOf = async (kind: AttemptKind, { username, own }: Pick<Caller, 'username' | 'own'>) =>
  keys.rate(`wrong-${kind}`, await pseudonym(own === undefined ? username : `${username} with ${own}`));

/** Limit that stops trying one password at the addresses of many applicants. */
const ofNetwork = (kind: AttemptKind): RateLimit => ({
  name: `unrecognized-${kind}-of-network`,
  max: 100,
  windowSeconds: 3600,
});

/**
 * Takes an attempt at a password or code, or rejects it after too many wrong ones. Open sessions are not
 * affected. The attempt counts as wrong until it is accepted or returned. Concurrent attempts are counted one
 * after the other, so sending many in parallel gives no advantage.
 */
export async function takeAttempt(kind: AttemptKind, caller: Caller): Promise<void> {
  if (caller.own === undefined) await countRequest(ofNetwork(kind), caller.network);
  if (await isTaken(kind, caller)) return;
  await returnNetworksAttempt(kind, caller);
  throw tooMany(await waitOf(kind, caller), limits[kind].help);
}

const maxOf = (kind: AttemptKind, { own }: Caller) =>
  limits[kind][own === undefined ? 'unrecognized' : 'trusted'];

/** Counts an attempt: the first in a month, the first in an hour, or one more. */
async function isTaken(kind: AttemptKind, caller: Caller): Promise<boolean> {
  const key = await keyOf(kind, caller);
  const ends = now() + windowMs;
  const first = { count: 1, in_a_row: 1, ends, expires_at: seconds(now()) + rowSeconds };
  const isInRow = expression`in_a_row < ${maxInARow}`;
  return (
    (await isUpdated(key, set(first), { if: expression`${absent} OR expires_at <= ${seconds(now())}` })) ||
    (await isUpdated(key, expression`SET count = ${1}, ends = ${ends} ADD in_a_row ${1}`, {
      if: expression`ends <= ${now()} AND ${isInRow}`,
    })) ||
    isUpdated(key, expression`SET ends = ${ends} ADD count ${1}, in_a_row ${1}`, {
      if: expression`ends > ${now()} AND count < ${maxOf(kind, caller)} AND ${isInRow}`,
    })
  );
}

async function waitOf(kind: AttemptKind, caller: Caller): Promise<number> {
  const found = await readItem(await keyOf(kind, caller), items.wrongAttempts);
  if (found === undefined) return 0;
  const until = found.in_a_row < maxInARow ? found.ends : found.expires_at * 1000;
  return until - now();
}

/** Returns an attempt with an unknown result, so an outage locks out no one. */
export async function returnAttempt(kind: AttemptKind, caller: Caller): Promise<void> {
  await update(await keyOf(kind, caller), expression`ADD count ${-1}, in_a_row ${-1}`, {
    if: expression`count > ${0}`,
  });
  await returnNetworksAttempt(kind, caller);
}

async function returnNetworksAttempt(kind: AttemptKind, { own, network }: Caller): Promise<void> {
  if (own === undefined) await uncountRequest(ofNetwork(kind), network);
}

/** Resets the count of a caller after a right attempt. */
export async function acceptAttempt(kind: AttemptKind, caller: Caller): Promise<void> {
  await del(await keyOf(kind, caller));
  await returnNetworksAttempt(kind, caller);
}

/** Resets the counts of unrecognized browsers and of reset mails, because the mailbox's owner used a link. */
export async function acceptMailedLink(username: string): Promise<void> {
  await del(await keyOf('password', { username, own: undefined }));
  await resetCount(rateLimits.links, username);
}
