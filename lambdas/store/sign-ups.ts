import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { isConditionFailure, TableName, table } from './table.ts';

type SignUps = z.output<typeof items.signUps>;
type Outcome = NonNullable<SignUps['outcome']>;

/** Longer than any call that began before an account was confirmed. Seconds. */
const keptAfterwards = 86_400;

interface Update {
  readonly set: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly condition?: string;
}

/** False when the condition does not hold. */
async function isUpdated(sub: ApplicantId, { set, values, condition }: Update): Promise<boolean> {
  const command = new UpdateCommand({
    TableName,
    Key: keys.signUps(sub),
    UpdateExpression: `SET ${set}`,
    ConditionExpression: condition,
    ExpressionAttributeValues: values,
  });
  try {
    await table.send(command);
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/** Notes which sign-up made an account, and so chose the password that the user pool has. */
export async function recordFirstSignUp(sub: ApplicantId, id: string): Promise<void> {
  await isUpdated(sub, { set: 'first_id = :id', values: { ':id': id } });
}

/** Notes that somebody signed up again for an account that waits; false when it is confirmed already. */
export const recordFurtherSignUp = (sub: ApplicantId): Promise<boolean> =>
  isUpdated(sub, {
    set: 'several = :yes',
    condition: 'attribute_not_exists(outcome)',
    values: { ':yes': true },
  });

export async function readSignUps(sub: ApplicantId): Promise<SignUps> {
  const command = new GetCommand({ TableName, Key: keys.signUps(sub), ConsistentRead: true });
  const { Item } = await table.send(command);
  return Item === undefined ? {} : items.signUps.parse(Item);
}

const ending = (outcome: Outcome) => ({
  set: 'outcome = :outcome, expires_at = :expires',
  values: { ':outcome': outcome, ':expires': seconds(now()) + keptAfterwards },
});

/** Decides that the password of an account stays: there was one sign-up, or it is the first one that confirms. */
export function keepPassword(sub: ApplicantId, signUp: string | undefined): Promise<boolean> {
  const { set, values } = ending('kept');
  const orFirst = signUp === undefined ? '' : ' OR first_id = :signUp';
  return isUpdated(sub, {
    set,
    condition: `attribute_not_exists(outcome) AND (attribute_not_exists(several)${orFirst})`,
    values: { ...values, ...(signUp !== undefined && { ':signUp': signUp }) },
  });
}

/** From here on nobody logs in until the password is replaced. False when that is settled already. */
export const beginPasswordReplacement = (sub: ApplicantId): Promise<boolean> =>
  isUpdated(sub, {
    set: 'outcome = :replacing',
    condition: 'attribute_not_exists(outcome) OR outcome = :replacing',
    values: { ':replacing': 'replacing' },
  });

/** The password is nobody's any more, or one that whoever reads the mail has chosen. */
export async function recordPasswordReplaced(sub: ApplicantId): Promise<void> {
  await isUpdated(sub, {
    ...ending('replaced'),
    condition: 'attribute_exists(several) AND (attribute_not_exists(outcome) OR outcome <> :kept)',
    values: { ...ending('replaced').values, ':kept': 'kept' },
  });
}
