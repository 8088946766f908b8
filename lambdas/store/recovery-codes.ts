import { randomBytes } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { recoveryCodeFrom, recoveryLetters } from '../../shared/rules/second-factor.ts';
import { pseudonym } from '../aws/secrets.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { meetsCondition, TableName, table } from './table.ts';

// The user pool has no recovery codes. Each of ours has 50 bits and works once; the table has keyed hashes of
// them.

const count = 10;
const length = 10;

const makeCode = () =>
  [...randomBytes(length)].map((byte) => recoveryLetters[byte % recoveryLetters.length]).join('');
const hashOf = (sub: ApplicantId, code: string) => pseudonym(`recovery ${sub} ${code}`);
const shown = (code: string) => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;

/** Makes new codes, which replace those before, and returns them as they are shown, once. */
export async function makeRecoveryCodes(sub: ApplicantId): Promise<readonly string[]> {
  const made = Array.from({ length: count }, makeCode);
  const codes = new Set(await Promise.all(made.map((code) => hashOf(sub, code))));
  await table.send(new PutCommand({ TableName, Item: { ...keys.recoveryCodes(sub), codes } }));
  return made.map(shown);
}

/** Uses up a code; false when it is none, or was used before. */
export async function spendRecoveryCode(sub: ApplicantId, typed: string): Promise<boolean> {
  const code = recoveryCodeFrom(typed);
  if (code === undefined) return false;
  const hash = await hashOf(sub, code);
  const command = new UpdateCommand({
    TableName,
    Key: keys.recoveryCodes(sub),
    UpdateExpression: 'DELETE codes :used',
    ConditionExpression: 'contains(codes, :hash)',
    ExpressionAttributeValues: { ':used': new Set([hash]), ':hash': hash },
  });
  return meetsCondition(table.send(command));
}

export async function countRecoveryCodes(sub: ApplicantId): Promise<number> {
  const { Item } = await table.send(
    new GetCommand({ TableName, Key: keys.recoveryCodes(sub), ConsistentRead: true }),
  );
  return Item === undefined ? 0 : (items.recoveryCodes.parse(Item).codes?.size ?? 0);
}

export async function deleteRecoveryCodes(sub: ApplicantId): Promise<void> {
  await table.send(new DeleteCommand({ TableName, Key: keys.recoveryCodes(sub) }));
}
