import { createHash, randomBytes } from 'node:crypto';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Patch } from '../../shared/form/index.ts';
import { now, seconds } from '../runtime/clock.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { isConditionFailure, TableName, table } from './table.ts';

/** Lifetime of a link, and its maximum number of reads. */
const lifetimeMs = 24 * 3_600_000;
const maxReads = 20;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Stores answers under a new token. The table has only the token's hash. */
export async function storeDeviceLink(answers: Patch): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const ends = now() + lifetimeMs;
  const Item = { ...keys.deviceLink(hashOf(token)), a: answers, reads: 0, ends, expires_at: seconds(ends) };
  await table.send(new PutCommand({ TableName, Item }));
  return token;
}

/**
 * The answers of a token, counting this read; undefined when the token is unknown, expired or read too many
 * times.
 */
export async function readDeviceLink(token: string): Promise<Patch | undefined> {
  const update = new UpdateCommand({
    TableName,
    Key: keys.deviceLink(hashOf(token)),
    UpdateExpression: 'ADD #reads :one',
    ConditionExpression: 'attribute_exists(pk) AND #ends > :now AND #reads < :max',
    ExpressionAttributeNames: { '#reads': 'reads', '#ends': 'ends' },
    ExpressionAttributeValues: { ':one': 1, ':now': now(), ':max': maxReads },
    ReturnValues: 'ALL_NEW',
  });
  try {
    return items.deviceLink.parse((await table.send(update)).Attributes).a;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}
