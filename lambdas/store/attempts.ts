import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import { pseudonym } from '../aws/secrets.ts';
import { now, pause, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { meetsCondition, TableName, table } from './table.ts';
import { countRequest, isWithin, type RateLimit, resetCount, tooMany, uncountRequest } from './throttles.ts';

// Wrong passwords and codes are counted per caller, so an unrecognized browser can use neither the counts nor Cognito's
// own lock against an applicant (docs/decisions/061-failed-attempts-are-counted-per-caller.md).

/** Who tries something at an address. */
export interface Caller {
  readonly username: string;
  /** The network that the call comes from. */
  readonly network: string;
  /** A secret of the applicant's browser or mailbox; undefined for an unrecognized browser. */
  readonly own: string | undefined;
  /** True for a browser that proved the mailbox and not the second factor: it counts towards the limit of a day as unrecognized browsers do. */
  readonly isByMail?: boolean;
}

interface Secret {
  /** Wrong attempts before a delay begins. */
  readonly free: number;
  /** Attempts of all unrecognized browsers at one address in a day. */
  readonly unrecognized: number;
  /** What helps meanwhile. */
  readonly help: string;
  /** What helps while wrong ones of others delay everybody; undefined where they make Cognito lock nothing. */
  readonly helpOfAll: string | undefined;
  /** What helps a known browser during Cognito's own lock, which lasts seconds. */
  readonly helpOfKnown?: string;
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
  // These attempts follow the right password. A browser counts as known only after both factors.
  secondFactor: {
    free: 5,
    unrecognized: 50,
    help: 'A recovery code works right away.',
    helpOfAll:
      'Too many wrong passwords or codes were entered for this address, possibly by someone else. A recovery code works right away.',
    helpOfKnown: 'A recovery code works right away.',
  },
} as const satisfies Record<string, Secret>;
export type AttemptKind = keyof typeof secrets;

/** The shortest and longest delay in milliseconds. */
const firstDelay = 30_000;
const longestDelay = 15 * 60_000;
const failuresKept = 24 * 3600;

const delayAfter = (over: number) => Math.min(longestDelay, firstDelay * 2 ** over);

/** Wrong attempts that count together. */
interface Count {
  readonly name: string;
  readonly who: string;
  /** Wrong attempts before a delay begins. */
  readonly free: number;
  /** The delay in milliseconds after so many beyond the free ones. */
  readonly delay: (over: number) => number;
  /** After so many, nothing is tried until the count is forgotten. */
  readonly most: number;
  /** Seconds after the last attempt until the count is forgotten. */
  readonly kept: number;
  readonly help: string | undefined;
}

/** Unrecognized browsers of one network share a count: nobody else can use it up. */
const ownCount = ({ username, network, own }: Caller) =>
  own === undefined ? `${username} from ${network}` : `${username} with ${own}`;

const ofCaller = (secret: AttemptKind, caller: Caller): Count => ({
  name: `wrong-${secret}`,
  who: ownCount(caller),
  free: secrets[secret].free,
  delay: delayAfter,
  most: Number.POSITIVE_INFINITY,
  kept: failuresKept,
  help: secrets[secret].help,
});

/** Milliseconds in which an attempt reaches Cognito and fails there: later it is given up (`lambdas/aws/cognito.ts`). */
const onTheWay = 4_000;

/**
 * Cognito locks an account for 2^(n-5) seconds after n wrong passwords and codes, for everybody, and forgets them after 15 minutes
 * without any. So all unrecognized browsers together have 8 until 16 minutes have passed: the lock that they cause lasts 8 seconds. They wait as
 * long as the lock at an unknown address too, so that nobody learns from it who has an account
 * (docs/decisions/061-failed-attempts-are-counted-per-caller.md).
 */
const ofSignIns = (secret: AttemptKind, { username }: Caller): Count => ({
  name: 'unrecognized-sign-in',
  who: username,
  free: 5,
  delay: (over) => 1000 * 2 ** over + onTheWay,
  most: 8,
  kept: 16 * 60,
  help: secrets[secret].helpOfAll,
});

const locks = (secret: AttemptKind) => secrets[secret].helpOfAll !== undefined;

const countsOf = (secret: AttemptKind, caller: Caller): readonly Count[] =>
  locks(secret) && caller.own === undefined
    ? [ofCaller(secret, caller), ofSignIns(secret, caller)]
    : [ofCaller(secret, caller)];

const keyOf = async ({ name, who }: Count) => keys.rate(name, await pseudonym(who));

/** Guessing from many networks is stopped here. */
const ofAllStrangers = (secret: AttemptKind): RateLimit => ({
  name: `unrecognized-${secret}`,
  most: secrets[secret].unrecognized,
  window: failuresKept,
});
/** Beyond the limit of a day: one attempt in the time of the longest delay. */
const oneLate = (secret: AttemptKind): RateLimit => ({
  name: `late-${secret}`,
  most: 1,
  window: seconds(longestDelay),
  help: secrets[secret].help,
});

/** Longest Cognito lock that unrecognized browsers alone can cause. Users who also failed themselves may wait longer. */
const lockDelay = 8_000;

/** The answer to an attempt that Cognito did not check, because the account is locked. */
export function lockedOut(secret: AttemptKind, { own }: Caller) {
  const { helpOfAll, helpOfKnown }: Secret = secrets[secret];
  return tooMany(lockDelay, own === undefined ? helpOfAll : helpOfKnown);
}

/**
 * Takes an attempt at a password or code, or rejects it during the delay after wrong ones. Open sessions are not
 * affected. The attempt counts as wrong until it is reset or returned, and simultaneous attempts are taken one after
 * the other, so that sending many at once does not help.
 */
export async function takeAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  const taken: Count[] = [];
  try {
    for (const count of countsOf(secret, caller)) {
      await take(count);
      taken.push(count);
    }
    if (caller.own !== undefined) await keepSignIns(secret, caller);
    if (isOfDay(caller)) await takeOfDay(secret, caller);
  } catch (error) {
    await Promise.all(taken.map(giveBack));
    throw error;
  }
}

const isOfDay = ({ own, isByMail = false }: Caller): boolean => own === undefined || isByMail;

async function takeOfDay(secret: AttemptKind, { username }: Caller): Promise<void> {
  if (await isWithin(ofAllStrangers(secret), username)) return;
  await countRequest(oneLate(secret), username);
}

/** How many times attempts of the same moment wait for each other. */
const rounds = 20;

async function take(count: Count): Promise<void> {
  const Key = await keyOf(count);
  for (let round = 1; round <= rounds; round++) {
    const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    const found = Item === undefined ? undefined : items.failedAttempts.parse(Item);
    const until = found === undefined ? 0 : heldUntil(found, count);
    if (until > now()) throw tooMany(until - now(), count.help);
    if (await isCounted(Key, found, count)) return;
    await pause(Math.random() * 10 * round);
  }
  throw tooMany(firstDelay, count.help);
}

type Failed = z.output<typeof items.failedAttempts>;

const heldUntil = ({ count, until = 0, expires_at }: Failed, { most }: Count): number =>
  count >= most ? expires_at * 1000 : until;

/** Time to live removes items late, so the time is compared too. */
const failuresOf = (found: Failed | undefined): number =>
  found === undefined || found.expires_at <= seconds(now()) ? 0 : found.count;

/** Counts one more than what was found; false when another attempt came first. */
async function isCounted(
  Key: Readonly<Record<string, string>>,
  found: Failed | undefined,
  { free, delay, kept }: Count,
): Promise<boolean> {
  const failures = failuresOf(found) + 1;
  const over = failures - free;
  const Item = {
    ...Key,
    count: failures,
    expires_at: seconds(now()) + kept,
    ...(over >= 0 && { until: now() + delay(over) }),
  };
  const command = new PutCommand({
    TableName,
    Item,
    ConditionExpression: 'attribute_not_exists(pk) OR #count = :before',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':before': found?.count ?? 0 },
  });
  return meetsCondition(table.send(command));
}

/** Cognito's 15 minutes begin again with each attempt, so those of the applicant keep the unrecognized browsers' count too. */
async function keepSignIns(secret: AttemptKind, caller: Caller): Promise<void> {
  if (!locks(secret)) return;
  const count = ofSignIns(secret, caller);
  const command = new UpdateCommand({
    TableName,
    Key: await keyOf(count),
    UpdateExpression: 'SET expires_at = :expires',
    ConditionExpression: 'expires_at > :now',
    ExpressionAttributeValues: { ':expires': seconds(now()) + count.kept, ':now': seconds(now()) },
  });
  await meetsCondition(table.send(command));
}

/** Returns an attempt whose result is unknown, so that an outage locks nobody out. */
export async function returnAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  await Promise.all([...countsOf(secret, caller).map(giveBack), returnStrangersAttempt(secret, caller)]);
}

async function giveBack(count: Count): Promise<void> {
  const command = new UpdateCommand({
    TableName,
    Key: await keyOf(count),
    UpdateExpression: 'ADD #count :less REMOVE #until',
    ConditionExpression: '#count > :none',
    ExpressionAttributeNames: { '#count': 'count', '#until': 'until' },
    ExpressionAttributeValues: { ':less': -1, ':none': 0 },
  });
  await meetsCondition(table.send(command));
}

async function returnStrangersAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  if (isOfDay(caller)) await uncountRequest(ofAllStrangers(secret), caller.username);
}

/** Ends the count of a caller after a right attempt. */
export async function acceptAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  const [own, ...shared] = countsOf(secret, caller);
  await Promise.all([
    ...(own === undefined ? [] : [forget(own)]),
    ...shared.map(giveBack),
    returnStrangersAttempt(secret, caller),
  ]);
}

/** Ends the count of a caller to whom a new code was sent. */
export const resetAttempts = (secret: AttemptKind, caller: Caller): Promise<void> =>
  forget(ofCaller(secret, caller));

async function forget(count: Count): Promise<void> {
  await table.send(new DeleteCommand({ TableName, Key: await keyOf(count) }));
}

/**
 * Ends every count that could delay a caller, because the secret is a new one. What unrecognized browsers may still cause at Cognito stays as it
 * is: AWS does not say that a new password ends its lock.
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
 * All mails of one kind that unrecognized browsers cause to one address. Kinds are counted apart: when a count is used up, a mail of just that
 * kind has arrived, and the last one works as long as the limit lasts.
 */
const ofAddress = (limit: RateLimit): RateLimit => ({ ...limit, name: `${limit.name}-of-address`, most: 30 });

/** Counts a call that causes a mail. */
export async function countMail(limit: RateLimit, caller: Caller): Promise<void> {
  await countRequest(limit, ownCount(caller));
  if (caller.own === undefined) await countRequest(ofAddress(limit), caller.username);
}

/** Counts a mail that an account causes to another address. */
export async function countMailTo(limit: RateLimit, sub: ApplicantId, address: string): Promise<void> {
  await countRequest(limit, `${sub} to ${address}`);
  await countRequest(ofAddress(limit), address);
}
