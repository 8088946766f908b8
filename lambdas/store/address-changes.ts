import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { isConditionFailure, TableName, table } from './table.ts';

/** Time in which both codes have to be entered, and how often they may be tried. */
const lifetimeMs = 3_600_000;
const maxTries = 5;

/** Keeps a change until both codes are entered. It replaces an earlier one. */
export async function keepAddressChange(sub: ApplicantId, change: items.AddressChange): Promise<void> {
  const ends = now() + lifetimeMs;
  const Item = { ...keys.addressChange(sub), ...change, tries: 0, ends, expires_at: seconds(ends) };
  await table.send(new PutCommand({ TableName, Item }));
}

/**
 * Takes one try at the codes; undefined when there is no change, or it is too old, or was tried too often.
 */
export async function tryAddressChange(sub: ApplicantId): Promise<items.AddressChange | undefined> {
  const update = new UpdateCommand({
    TableName,
    Key: keys.addressChange(sub),
    UpdateExpression: 'ADD tries :one',
    ConditionExpression: 'attribute_exists(pk) AND tries < :max AND ends > :now',
    ExpressionAttributeValues: { ':one': 1, ':max': maxTries, ':now': now() },
    ReturnValues: 'ALL_NEW',
  });
  try {
    const { Attributes } = await table.send(update);
    return items.addressChange.parse(Attributes);
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

export const forgetAddressChange = (sub: ApplicantId) =>
  table.send(new DeleteCommand({ TableName, Key: keys.addressChange(sub) }));
