import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { pseudonym } from '../aws/secrets.ts';
import { now, pause, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { isConditionFailure, TableName, table } from './table.ts';

/** How many calls are allowed in a window of seconds. */
export interface RateLimit {
  readonly name: string;
  readonly most: number;
  readonly window: number;
}

/** A whole school may share one source address, so the limit for addresses is generous. */
export const rateLimits = {
  calls: { name: 'calls', most: 300, window: 300 },
  signUps: { name: 'sign-ups', most: 5, window: 3600 },
  /** Lookups at Amazon Location, which cost money: an hour of typing by many applicants behind one source address. */
  lookUps: { name: 'look-ups', most: 1200, window: 3600 },
  temporary: { name: 'temporary', most: 120, window: 3600 },
  mails: { name: 'mails', most: 10, window: 3600 },
} as const satisfies Record<string, RateLimit>;

/** Wrong attempts before a delay begins, and the shortest and longest delay in milliseconds. */
const freeTries = { password: 5, code: 10, reset: 10 } as const;
const firstDelay = 30_000;
const longestDelay = 15 * 60_000;
const failuresKept = 24 * 3600;

const tooMany = (milliseconds: number) =>
  new ApiError('tooMany', 'Too many attempts. Please wait and try again.', {
    retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)),
  });

/** Counts one call and rejects it when there were too many. Unknown addresses are counted like known ones. */
export async function countRequest({ name, most, window }: RateLimit, who: string): Promise<void> {
  const start = Math.floor(seconds(now()) / window) * window;
  const { Attributes } = await table.send(
    new UpdateCommand({
      TableName,
      Key: keys.rate(`${name}#${start}`, await pseudonym(who)),
      UpdateExpression: 'ADD #count :one SET expires_at = :expires',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':one': 1, ':expires': start + 2 * window },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  if (Number(Attributes?.count) > most) throw tooMany((start + window) * 1000 - now());
}

export type AttemptKind = keyof typeof freeTries;
const failureKey = async (secret: AttemptKind, username: string) =>
  keys.rate(`wrong-${secret}`, await pseudonym(username));

const delayAfter = (over: number) => Math.min(longestDelay, firstDelay * 2 ** over);

/** How many times attempts of the same moment wait for each other. */
const rounds = 20;

/**
 * Takes an attempt at a password or code, or rejects it during the delay after wrong ones. Open sessions are not
 * affected. The attempt counts as wrong until it is reset or returned, and simultaneous attempts are taken one after
 * the other, so that sending many at once does not help.
 */
export async function takeAttempt(secret: AttemptKind, username: string): Promise<void> {
  const Key = await failureKey(secret, username);
  for (let round = 1; round <= rounds; round++) {
    const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    const { count = 0, until = 0 } = Item === undefined ? {} : items.failedAttempts.parse(Item);
    if (until > now()) throw tooMany(until - now());
    if (await isCounted(Key, count, freeTries[secret])) return;
    await pause(Math.random() * 10 * round);
  }
  throw tooMany(firstDelay);
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
  try {
    await table.send(command);
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/** Returns an attempt whose result is unknown, so that an outage locks nobody out. */
export async function returnAttempt(secret: AttemptKind, username: string): Promise<void> {
  const command = new UpdateCommand({
    TableName,
    Key: await failureKey(secret, username),
    UpdateExpression: 'ADD #count :less REMOVE #until',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#count': 'count', '#until': 'until' },
    ExpressionAttributeValues: { ':less': -1 },
  });
  await table.send(command).catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error;
  });
}

/** Resets the count after a right attempt, a new code or a reset password. */
export async function resetAttempts(secret: AttemptKind, username: string): Promise<void> {
  await table.send(new DeleteCommand({ TableName, Key: await failureKey(secret, username) }));
}
