import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { now } from '../runtime/clock.ts';
import { keys } from './keys.ts';
import { hashOf } from './sessions.ts';
import { meetsCondition, TableName, table } from './table.ts';

// The function that checks passwords reads no application, and the one that changes applications checks no
// password. The first therefore permits a session to withdraw, and the second takes the permission.

const permissionMs = 60_000;

interface Change {
  readonly set: string;
  readonly condition: string;
  readonly value: number;
}

const update = (session: string, { set, condition, value }: Change): Promise<boolean> =>
  meetsCondition(
    table.send(
      new UpdateCommand({
        TableName,
        Key: keys.session(hashOf(session)),
        UpdateExpression: set,
        ConditionExpression: condition,
        ExpressionAttributeValues: { ':value': value },
      }),
    ),
  );

/** Lets a session withdraw the application within a minute; false if it has ended. */
export const permitWithdrawal = (session: string): Promise<boolean> =>
  update(session, {
    set: 'SET may_withdraw_until = :value',
    condition: 'attribute_exists(ends)',
    value: now() + permissionMs,
  });

/** Ends the permission of a session; false if it had none. */
export const takePermission = (session: string): Promise<boolean> =>
  update(session, {
    set: 'REMOVE may_withdraw_until',
    condition: 'may_withdraw_until > :value',
    value: now(),
  });
