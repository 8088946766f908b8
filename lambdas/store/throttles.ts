import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { now, seconds } from '../clock.ts';
import { HttpError } from '../http/errors.ts';
import { pseudonym } from '../secrets.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { TableName, table } from './table.ts';

/** How many of something are allowed in a window of so many seconds. */
export interface Allowance {
  readonly name: string;
  readonly most: number;
  readonly window: number;
}

/** Decision D-31. A whole school may sit behind one source address, so that one is generous. */
export const allowances = {
  calls: { name: 'calls', most: 300, window: 300 },
  signUps: { name: 'sign-ups', most: 5, window: 3600 },
  /** Of addresses that Amazon Location is paid for: an hour of typing by many people behind one source address. */
  lookUps: { name: 'look-ups', most: 1200, window: 3600 },
  temporary: { name: 'temporary', most: 120, window: 3600 },
  mails: { name: 'mails', most: 10, window: 3600 },
} as const satisfies Record<string, Allowance>;

/** Wrong tries before a delay begins, and its bounds in milliseconds. */
const freeTries = { password: 5, code: 10, reset: 10 } as const;
const firstDelay = 30_000;
const longestDelay = 15 * 60_000;
const failuresKept = 24 * 3600;

const tooMany = (milliseconds: number) =>
  new HttpError(429, 'Too many attempts. Please wait and try again.', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(milliseconds / 1000))) },
  });

/** Counts one more of something for somebody; 429 past the allowance. Unknown addresses count like known ones. */
export async function countOne({ name, most, window }: Allowance, who: string): Promise<void> {
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

type Secret = keyof typeof freeTries;
const failureKey = async (secret: Secret, username: string) =>
  keys.rate(`wrong-${secret}`, await pseudonym(username));

/** Refuses a further try while the delay after wrong ones lasts; open sessions do not notice. */
export async function mayTry(secret: Secret, username: string): Promise<void> {
  const { Item } = await table.send(
    new GetCommand({ TableName, Key: await failureKey(secret, username), ConsistentRead: true }),
  );
  const until = Item === undefined ? undefined : items.failures.parse(Item).until;
  if (until !== undefined && until > now()) throw tooMany(until - now());
}

export async function countWrongTry(secret: Secret, username: string): Promise<void> {
  const Key = await failureKey(secret, username);
  const { Attributes } = await table.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'ADD #count :one SET expires_at = :expires',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':one': 1, ':expires': seconds(now()) + failuresKept },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  const over = Number(Attributes?.count) - freeTries[secret];
  if (over < 0) return;
  await table.send(
    new UpdateCommand({
      TableName,
      Key,
      UpdateExpression: 'SET #until = :until',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':until': now() + Math.min(longestDelay, firstDelay * 2 ** over) },
    }),
  );
}

/** A right try, a new code or a reset starts the count again. */
export async function forgetWrongTries(secret: Secret, username: string): Promise<void> {
  await table.send(new DeleteCommand({ TableName, Key: await failureKey(secret, username) }));
}
