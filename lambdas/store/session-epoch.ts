import { randomBytes } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { pseudonym } from '../aws/secrets.ts';
import { now, seconds } from '../runtime/clock.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { writeThrough } from './retry.ts';
import { TableName, table } from './table.ts';

// A log-in takes a while: the user pool checks the password, and then its answer waits (runtime/alike-time.ts). Every session of
// the account may be ended meanwhile, for instance by a new password. What such a log-in opened would be in no list of sessions
// yet, and stay. So each end of all sessions begins another epoch, and a log-in opens a session only in the epoch in which it
// began. Before the user pool answers, only the address is known.

/** Seconds. A log-in with its second step takes minutes at most. */
const lifetime = 24 * 3600;

const keyOf = async (username: string) => keys.sessionEpoch(await pseudonym(`epoch ${username}`));

/** The epoch of an account's sessions; undefined when they were not ended for a day. Read it before the password is checked. */
export async function readSessionEpoch(username: string): Promise<string | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName, Key: await keyOf(username), ConsistentRead: true }),
  );
  return Item && items.sessionEpoch.parse(Item).epoch;
}

/** From here on no log-in that began before opens a session. */
export async function beginSessionEpoch(username: string): Promise<void> {
  const Item = {
    ...(await keyOf(username)),
    epoch: randomBytes(12).toString('base64url'),
    expires_at: seconds(now()) + lifetime,
  };
  await writeThrough(() => table.send(new PutCommand({ TableName, Item })));
}

/** The part of a transaction that fails when another epoch has begun. One that is over and removed was followed by no other. */
export const inSessionEpoch = async (username: string, epoch: string | undefined) => ({
  ConditionCheck: {
    TableName,
    Key: await keyOf(username),
    ...(epoch === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'attribute_not_exists(pk) OR epoch = :epoch',
          ExpressionAttributeValues: { ':epoch': epoch },
        }),
  },
});
