import { randomUUID } from 'node:crypto';
import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { StaffAudience } from '../../shared/api/staff-roles.ts';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { auditEntry, type Operator, recordEvent } from './audit-log.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { isConditionFailure, TableName, table } from './table.ts';

interface NewToken {
  readonly ends: number;
  /** Reason for reading the application. */
  readonly purpose: string;
  readonly audience: StaffAudience;
}

/** Stores a new token for one application, and an audit event. Returns the token's id. */
export async function storeToken(
  sub: ApplicantId,
  { ends, purpose, audience }: NewToken,
  operator: Operator,
): Promise<string> {
  const jti = randomUUID();
  const Item = {
    ...keys.staffToken(jti),
    sub,
    ends,
    issuer: operator.by,
    purpose,
    audience,
    expires_at: seconds(ends),
  };
  const TransactItems = [
    { Put: { TableName, Item } },
    await auditEntry(sub, 'service-token', { names: [jti], purpose, ...operator }),
  ];
  await table.send(new TransactWriteCommand({ TransactItems }));
  return jti;
}

interface TokenUse {
  readonly jti: string;
  readonly sub: ApplicantId;
  /** The route that it is used for. */
  readonly route: string;
  /** The file that is read, if it is not the application. */
  readonly names?: readonly string[];
}

/**
 * Returns the audience of a token; undefined if the token is revoked or expired. Its use is recorded before
 * any data is returned, with issuer and purpose. DynamoDB deletes expired items late, so the end is compared
 * too.
 */
export async function admitToken({
  jti,
  sub,
  route,
  names = [],
}: TokenUse): Promise<StaffAudience | undefined> {
  const Key = keys.staffToken(jti);
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const token = Item && items.staffToken.parse(Item);
  const isValid = token?.sub === sub && token.revoked_at === undefined && now() < token.ends;
  const { issuer, purpose } = token ?? {};
  const details = { names: [jti, ...names], route, issuer, purpose };
  await recordEvent(sub, isValid ? 'service-read' : 'service-refused', details);
  return isValid ? token.audience : undefined;
}

/** Revokes a token immediately; false if no token has this id. */
export async function revokeToken(jti: string, operator: Operator): Promise<boolean> {
  const update = new UpdateCommand({
    TableName,
    Key: keys.staffToken(jti),
    UpdateExpression: 'SET revoked_at = :now',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':now': new Date(now()).toISOString() },
    ReturnValues: 'ALL_NEW',
  });
  try {
    const { sub } = items.staffToken.parse((await table.send(update)).Attributes);
    await recordEvent(sub, 'service-revoke', { names: [jti], ...operator });
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}
