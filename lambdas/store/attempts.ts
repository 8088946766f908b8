import type * as z from 'zod/mini';
import { pseudonym } from '../aws/secrets.ts';
import { now, pause, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { absent, expression, set } from './expression.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { del, put, readItem, update } from './table.ts';
import {
  countRequest,
  isWithin,
  type RateLimit,
  rateLimits,
  resetCount,
  tooMany,
  uncountRequest,
} from './throttles.ts';

// Wrong passwords and codes are counted per caller, so an unrecognized browser can use neither the counts nor
// Cognito's own lock against an applicant (docs/decisions.md#failed-attempts-are-counted-per-caller).

/** The caller of an attempt at an address. */
export interface Caller {
  readonly username: string;
  /** The network that the call comes from. */
  readonly network: string;
  /** A secret of the applicant's browser or mailbox; undefined for an unrecognized browser. */
  readonly own: string | undefined;
}

interface Secret {
  /** Wrong attempts before a delay begins. */
  readonly free: number;
  /** Daily attempts of all unrecognized browsers at one address. */
  readonly unrecognized: number;
  /** Advice for callers during the delay. */
  readonly help: string;
  /**
   * Advice when other callers' wrong attempts delay all unrecognized browsers; undefined if such attempts
   * cause no Cognito lock.
   */
  readonly helpOfAll: string | undefined;
}

const secrets = {
  password: {
    free: 5,
    unrecognized: 200,
    help: 'To log in sooner, choose a new password with "Forgot password?".',
    helpOfAll:
      'Too many wrong passwords were entered for this address, possibly by someone else. To log in without waiting, choose a new password with "Forgot password?".',
  },
  code: {
    free: 10,
    unrecognized: 100,
    help: 'Or continue in the browser you used to sign up.',
    helpOfAll: undefined,
  },
  reset: {
    free: 10,
    unrecognized: 100,
    help: 'Or request a new link. It works right away.',
    helpOfAll: undefined,
  },
} as const satisfies Record<string, Secret>;
export type AttemptKind = keyof typeof secrets;

/** The shortest and longest delay. */
const firstDelayMs = 30_000;
const maxDelayMs = 15 * 60_000;
const failuresKeptSeconds = 24 * 3600;

const delayAfter = (over: number) => Math.min(maxDelayMs, firstDelayMs * 2 ** over);

/** Wrong attempts that are counted together. */
interface Count {
  readonly name: string;
  readonly who: string;
  /** Wrong attempts before a delay begins. */
  readonly free: number;
  /** The delay in milliseconds after `over` attempts beyond the free ones. */
  readonly delay: (over: number) => number;
  /** Maximum wrong attempts. Further ones are rejected until the count expires. */
  readonly max: number;
  /** Seconds after the last attempt until the count expires. */
  readonly kept: number;
  readonly help: string | undefined;
}

/**
 * Name of the caller's count. Unrecognized browsers of one network share a count, and no other caller can use
 * it up.
 */
const ownCount = ({ username, network, own }: Caller) =>
  own === undefined ? `${username} from ${network}` : `${username} with ${own}`;

const ofCaller = (secret: AttemptKind, caller: Caller): Count => ({
  name: `wrong-${secret}`,
  who: ownCount(caller),
  free: secrets[secret].free,
  delay: delayAfter,
  max: Number.POSITIVE_INFINITY,
  kept: failuresKeptSeconds,
  help: secrets[secret].help,
});

/**
 * Time in which an attempt can fail at Cognito. After that it is aborted (`lambdas/aws/cognito.ts`).
 */
const maxAttemptMs = 4_000;

/**
 * After n wrong passwords, Cognito locks an account for 2^(n-5) seconds, for every caller. It
 * resets n after 15 minutes without attempts. All unrecognized browsers together therefore get 8 attempts
 * until 16 minutes pass without one: the lock that they cause lasts 8 seconds. Unknown addresses get the same
 * delays, so a lock does not reveal which addresses have accounts
 * (docs/decisions.md#failed-attempts-are-counted-per-caller).
 */
const ofSignIns = (secret: AttemptKind, { username }: Caller): Count => ({
  name: 'unrecognized-sign-in',
  who: username,
  free: 5,
  delay: (over) => 1000 * 2 ** over + maxAttemptMs,
  max: 8,
  kept: 16 * 60,
  help: secrets[secret].helpOfAll,
});

const locks = (secret: AttemptKind) => secrets[secret].helpOfAll !== undefined;

const countsOf = (secret: AttemptKind, caller: Caller): readonly Count[] =>
  locks(secret) && caller.own === undefined
    ? [ofCaller(secret, caller), ofSignIns(secret, caller)]
    : [ofCaller(secret, caller)];

const keyOf = async ({ name, who }: Count) => keys.rate(name, await pseudonym(who));

/** Daily limit that stops guessing from many networks. */
const ofAllStrangers = (secret: AttemptKind): RateLimit => ({
  name: `unrecognized-${secret}`,
  max: secrets[secret].unrecognized,
  windowSeconds: failuresKeptSeconds,
});
/** Hourly limit that stops trying one password at the addresses of many applicants. */
const ofNetwork = (secret: AttemptKind): RateLimit => ({
  name: `unrecognized-${secret}-of-network`,
  max: 100,
  windowSeconds: 3600,
});
/** After the daily limit: one attempt per longest delay. */
const oneLate = (secret: AttemptKind): RateLimit => ({
  name: `late-${secret}`,
  max: 1,
  windowSeconds: seconds(maxDelayMs),
  help: secrets[secret].help,
});

/**
 * Longest Cognito lock that unrecognized browsers alone can cause. Users who also failed themselves may wait
 * longer.
 */
const lockDelayMs = 8_000;

/** The response to an attempt that Cognito did not check, because the account is locked. */
export function lockedOut(secret: AttemptKind, { own }: Caller) {
  return tooMany(lockDelayMs, own === undefined ? secrets[secret].helpOfAll : undefined);
}

/**
 * Takes an attempt at a password or code, or rejects it during the delay after wrong ones. Open sessions are
 * not affected. The attempt counts as wrong until it is reset or returned. Concurrent attempts are taken one
 * after the other, so sending many in parallel gives no advantage.
 */
export async function takeAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  const taken: Count[] = [];
  if (caller.own === undefined) await countRequest(ofNetwork(secret), caller.network);
  try {
    for (const count of countsOf(secret, caller)) {
      await take(count);
      taken.push(count);
    }
    if (caller.own !== undefined) await keepSignIns(secret, caller);
    if (caller.own === undefined) await takeOfDay(secret, caller);
  } catch (error) {
    await Promise.all([...taken.map(giveBack), returnNetworksAttempt(secret, caller)]);
    throw error;
  }
}

async function takeOfDay(secret: AttemptKind, { username }: Caller): Promise<void> {
  if (await isWithin(ofAllStrangers(secret), username)) return;
  await countRequest(oneLate(secret), username);
}

/** Maximum retries when concurrent attempts collide. */
const rounds = 20;

async function take(count: Count): Promise<void> {
  const key = await keyOf(count);
  for (let round = 1; round <= rounds; round++) {
    const found = await readItem(key, items.failedAttempts);
    const until = found === undefined ? 0 : heldUntil(found, count);
    if (until > now()) throw tooMany(until - now(), count.help);
    if (await isCounted(key, found, count)) return;
    await pause(Math.random() * 10 * round);
  }
  throw tooMany(firstDelayMs, count.help);
}

type Failed = z.output<typeof items.failedAttempts>;

const heldUntil = ({ count, until = 0, expires_at }: Failed, { max }: Count): number =>
  count >= max ? expires_at * 1000 : until;

/** The number of wrong attempts. DynamoDB deletes expired items late, so the time is compared too. */
const failuresOf = (found: Failed | undefined): number =>
  found === undefined || found.expires_at <= seconds(now()) ? 0 : found.count;

/** Counts one attempt more than found; false if a concurrent attempt was counted first. */
function isCounted(
  key: Awaited<ReturnType<typeof keyOf>>,
  found: Failed | undefined,
  { free, delay, kept }: Count,
): Promise<boolean> {
  const count = failuresOf(found) + 1;
  const over = count - free;
  const until = over >= 0 ? now() + delay(over) : undefined;
  return put(
    { ...key, count, expires_at: seconds(now()) + kept, until },
    { if: expression`${absent} OR count = ${found?.count ?? 0}` },
  );
}

/**
 * Extends the unrecognized browsers' count after the applicant's own attempts, because each attempt restarts
 * Cognito's 15 minutes.
 */
async function keepSignIns(secret: AttemptKind, caller: Caller): Promise<void> {
  if (!locks(secret)) return;
  const count = ofSignIns(secret, caller);
  await update(await keyOf(count), set({ expires_at: seconds(now()) + count.kept }), {
    if: expression`expires_at > ${seconds(now())}`,
  });
}

/** Returns an attempt with an unknown result, so an outage locks out no one. */
export async function returnAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  await Promise.all([...countsOf(secret, caller).map(giveBack), returnStrangersAttempt(secret, caller)]);
}

async function giveBack(count: Count): Promise<void> {
  await update(await keyOf(count), expression`ADD count ${-1} REMOVE until`, {
    if: expression`count > ${0}`,
  });
}

async function returnNetworksAttempt(secret: AttemptKind, { own, network }: Caller): Promise<void> {
  if (own === undefined) await uncountRequest(ofNetwork(secret), network);
}

async function returnStrangersAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  await returnNetworksAttempt(secret, caller);
  if (caller.own === undefined) await uncountRequest(ofAllStrangers(secret), caller.username);
}

/** Resets the count of a caller after a right attempt. */
export async function acceptAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  const [own, ...shared] = countsOf(secret, caller);
  await Promise.all([
    ...(own === undefined ? [] : [forget(own)]),
    ...shared.map(giveBack),
    returnStrangersAttempt(secret, caller),
  ]);
}

/** Resets the count of a caller who was sent a new code. */
export const resetAttempts = (secret: AttemptKind, caller: Caller): Promise<void> =>
  forget(ofCaller(secret, caller));

async function forget(count: Count): Promise<void> {
  await del(await keyOf(count));
}

/**
 * Resets every count that could delay a caller, because the secret is new. The unrecognized browsers' count
 * at Cognito stays: AWS does not document that a new password ends its lock.
 */
export async function resetAllAttempts(secret: AttemptKind, caller: Caller): Promise<void> {
  const unrecognized = { ...caller, own: undefined };
  await Promise.all([
    resetAttempts(secret, caller),
    resetAttempts(secret, unrecognized),
    resetCount(ofAllStrangers(secret), caller.username),
  ]);
}

/**
 * Limit of all mails of one kind that unrecognized browsers cause to one address. Each kind has its own
 * limit. When it is used up, a mail of that kind has arrived, and the last one works as long as the limit
 * lasts.
 */
const ofAddress = (limit: RateLimit): RateLimit => ({ ...limit, name: `${limit.name}-of-address`, max: 30 });

/**
 * Counts a call that sends a mail. The network comes first: a mail has arrived whenever a limit of the
 * address is used up.
 */
export async function countMail(limit: RateLimit, caller: Caller): Promise<void> {
  await countRequest(rateLimits.mails, caller.network);
  await countRequest(limit, ownCount(caller));
  if (caller.own === undefined) await countRequest(ofAddress(limit), caller.username);
}

/** Counts a mail that an account sends to another address. */
export async function countMailTo(limit: RateLimit, sub: ApplicantId, address: string): Promise<void> {
  await countRequest(limit, `${sub} to ${address}`);
  await countRequest(ofAddress(limit), address);
}
