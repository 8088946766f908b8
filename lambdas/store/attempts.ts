import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { pseudonym } from '../aws/secrets.ts';
import { now, pause, seconds } from '../runtime/clock.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { isConditionFailure, meetsCondition, TableName, table } from './table.ts';
import { countRequest, isWithin, type RateLimit, resetCount, tooMany, uncountRequest } from './throttles.ts';

// Wrong passwords and codes are counted where a stranger cannot use the count against an applicant
// (docs/decisions/061-strangers-lock-nobody-out.md).

/** Who tries something at an address. */
export interface Caller {
  readonly username: string;
  /** The network that the call comes from. */
  readonly network: string;
  /** What only the applicant's browser or mailbox has; undefined for a stranger. */
  readonly own: string | undefined;
}

interface Secret {
  /** Wrong attempts before a delay begins. */
  readonly free: number;
  /** Attempts of all strangers at one address in a day. */
  readonly strangers: number;
  /** What helps meanwhile. */
  readonly help: string;
}

const secrets = {
  password: {
    free: 5,
    strangers: 200,
    help: 'To log in sooner, choose a new password with "Forgot password?".',
  },
  code: { free: 10, strangers: 100, help: 'Or continue in the browser in which you signed up.' },
  reset: { free: 10, strangers: 100, help: 'Or request a new link: it works at once.' },
  // Whoever tries these has the password. A browser counts as known only after both factors.
  secondFactor: { free: 5, strangers: 50, help: 'A recovery code works at once.' },
} as const satisfies Record<string, Secret>;
export type AttemptKind = keyof typeof secrets;

/** The shortest and longest delay in milliseconds. */
const firstDelay = 30_000;
const longestDelay = 15 * 60_000;
const failuresKept = 24 * 3600;

const delayAfter = (over: number) => Math.min(longestDelay, firstDelay * 2 ** over);

/** Strangers of one network share a count: nobody else can use it up. */
const ownCount = ({ username, network, own }: Caller) =>
  own === undefined ? `${username} from ${network}` : `${username} with ${own}`;

const failureKey = async (secret: AttemptKind, caller: Caller) =>
  keys.rate(`wrong-${secret}`, await pseudonym(ownCount(caller)));

/** Guessing from many networks is stopped here. */
const ofAllStrangers = (secret: AttemptKind): RateLimit => ({
  name: `strangers-${secret}`,
  most: secrets[secret].strangers,
  window: failuresKept,
});
/** Beyond the limit of a day: one attempt in the time of the longest delay. */
const oneLate = (secret: AttemptKind): RateLimit => ({
  name: `late-${secret}`,
  most: 1,
  window: seconds(longestDelay),
  help: secrets[secret].help,
});

/**
 * Takes an attempt at a password or code, or rejects it during the delay after wrong ones. Open sessions are not
 * affected. The attempt counts as wrong until it is reset or returned, and simultaneous attempts are taken one after
 * the other, so that sending many at once does not help.
 */
export async function takeAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  await takeOwnAttempt(secret, caller);
  if (caller.own !== undefined || (await isWithin(ofAllStrangers(secret), caller.username))) return;
  try {
    await countRequest(oneLate(secret), caller.username);
  } catch (error) {
    await returnOwnAttempt(secret, caller);
    throw error;
  }
}

/** How many times attempts of the same moment wait for each other. */
const rounds = 20;

async function takeOwnAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  const { free, help } = secrets[secret];
  const Key = await failureKey(secret, caller);
  for (let round = 1; round <= rounds; round++) {
    const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    const { count = 0, until = 0 } = Item === undefined ? {} : items.failedAttempts.parse(Item);
    if (until > now()) throw tooMany(until - now(), help);
    if (await isCounted(Key, count, free)) return;
    await pause(Math.random() * 10 * round);
  }
  throw tooMany(firstDelay, help);
}

/** Counts one more than `before`; false when another attempt came first. */
async function isCounted(
  Key: Readonly<Record<string, string>>,
  before: number,
  free: number,
): Promise<boolean> {
  const over = before + 1 - free;
  const Item = {
    ...Key,
    count: before + 1,
    expires_at: seconds(now()) + failuresKept,
    ...(over >= 0 && { until: now() + delayAfter(over) }),
  };
  const command = new PutCommand({
    TableName,
    Item,
    ConditionExpression: 'attribute_not_exists(pk) OR #count = :before',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':before': before },
  });
  return meetsCondition(table.send(command));
}

/** Returns an attempt whose result is unknown, so that an outage locks nobody out. */
export async function returnAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  await returnOwnAttempt(secret, caller);
  await returnStrangersAttempt(secret, caller);
}

async function returnOwnAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  const command = new UpdateCommand({
    TableName,
    Key: await failureKey(secret, caller),
    UpdateExpression: 'ADD #count :less REMOVE #until',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#count': 'count', '#until': 'until' },
    ExpressionAttributeValues: { ':less': -1 },
  });
  await table.send(command).catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error;
  });
}

async function returnStrangersAttempt(secret: AttemptKind, { username, own }: Caller): Promise<void> {
  if (own === undefined) await uncountRequest(ofAllStrangers(secret), username);
}

/** Ends the count of a caller after a right attempt. */
export async function acceptAttempt(secret: AttemptKind, caller: Caller): Promise<void> {
  await Promise.all([resetAttempts(secret, caller), returnStrangersAttempt(secret, caller)]);
}

/** Ends the count of a caller to whom a new code was sent. */
export async function resetAttempts(secret: AttemptKind, caller: Caller): Promise<void> {
  await table.send(new DeleteCommand({ TableName, Key: await failureKey(secret, caller) }));
}

/** Ends every count that could delay a caller, because the secret is a new one. */
export async function resetAllAttempts(secret: AttemptKind, caller: Caller): Promise<void> {
  const stranger = { ...caller, own: undefined };
  await Promise.all([
    resetAttempts(secret, caller),
    resetAttempts(secret, stranger),
    resetCount(ofAllStrangers(secret), caller.username),
  ]);
}

/**
 * All mails of one kind that strangers cause to one address. Kinds are counted apart: when a count is used up, a mail of just that
 * kind has arrived, and the last one works as long as the limit lasts.
 */
const ofAddress = (limit: RateLimit): RateLimit => ({ ...limit, name: `${limit.name}-of-address`, most: 30 });

/** Counts a call that causes a mail. */
export async function countMail(limit: RateLimit, caller: Caller): Promise<void> {
  await countRequest(limit, ownCount(caller));
  if (caller.own === undefined) await countRequest(ofAddress(limit), caller.username);
}
