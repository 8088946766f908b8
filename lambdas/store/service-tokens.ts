import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { journalEntry } from './change.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { isConditionFailure, TableName, table } from './table.ts';

/**
 * Who sent a command, as the command says, and Lambda's id of the request, by which CloudTrail's record of the call is found.
 */
export interface Operator {
  readonly by: string;
  readonly request: string;
}

/** Stores a new token for one application, and a journal entry. Returns the token's id. */
export async function storeToken(sub: ApplicantId, ends: number, operator: Operator): Promise<string> {
  const jti = randomUUID();
  const Items = [
    { ...keys.serviceToken(jti), sub, ends, expires_at: seconds(ends) },
    { ...journalEntry(sub, 'service-token', [jti]), ...operator },
  ];
  await table.send(
    new TransactWriteCommand({ TransactItems: Items.map((Item) => ({ Put: { TableName, Item } })) }),
  );
  return jti;
}

/**
 * Whether a token is neither revoked nor expired. The item's time to live removes it only later, so its end is
 * compared.
 */
export async function isTokenValid({
  jti,
  sub,
}: {
  readonly jti: string;
  readonly sub: ApplicantId;
}): Promise<boolean> {
  const Key = keys.serviceToken(jti);
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  if (Item === undefined) return false;
  const token = items.serviceToken.parse(Item);
  return token.sub === sub && token.revoked_at === undefined && now() < token.ends;
}

/** How a token was used. `from` cannot be turned back into an address. */
export interface TokenUse {
  readonly jti: string;
  readonly route: string;
  readonly request: string;
  readonly from: string;
}

/** Writes a journal entry about the use of a token, before anything is shown. */
export async function journalTokenUse(
  sub: ApplicantId,
  event: string,
  { jti, ...use }: TokenUse,
): Promise<void> {
  await table.send(new PutCommand({ TableName, Item: { ...journalEntry(sub, event, [jti]), ...use } }));
}

/** Revokes a token at once; false when no token has this id. */
export async function revokeToken(jti: string, operator: Operator): Promise<boolean> {
  const update = new UpdateCommand({
    TableName,
    Key: keys.serviceToken(jti),
    UpdateExpression: 'SET revoked_at = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': new Date(now()).toISOString() },
    ReturnValues: 'ALL_NEW',
  });
  try {
    const { sub } = items.serviceToken.parse((await table.send(update)).Attributes);
    const Item = { ...journalEntry(sub, 'service-revoke', [jti]), ...operator };
    await table.send(new PutCommand({ TableName, Item }));
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}
