import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { meetsCondition, TableName, table } from './table.ts';

type SignUps = z.output<typeof items.signUps>;
type Outcome = NonNullable<SignUps['outcome']>;

/** Longer than any request that started before the account was confirmed. */
const keptSeconds = 86_400;

interface Update {
  readonly set: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly condition?: string;
}

/** Updates the item; false if the condition fails. */
function isUpdated(sub: ApplicantId, { set, values, condition }: Update): Promise<boolean> {
  const command = new UpdateCommand({
    TableName,
    Key: keys.signUps(sub),
    UpdateExpression: `SET ${set}`,
    ConditionExpression: condition,
    ExpressionAttributeValues: values,
  });
  return meetsCondition(table.send(command));
}

/** Records the sign-up that created an account and set its password in the user pool. */
export async function recordFirstSignUp(sub: ApplicantId, id: string): Promise<void> {
  await isUpdated(sub, { set: 'first_id = :id', values: { ':id': id } });
}

/** Records another sign-up for an unconfirmed account; false if the account is already confirmed. */
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

/** True until the account's password is either kept or replaced. */
export const isUndecided = ({ outcome }: SignUps): boolean =>
  outcome === undefined || outcome === 'replacing';

const ending = (outcome: Outcome) => ({
  set: 'outcome = :outcome, expires_at = :expires',
  values: { ':outcome': outcome, ':expires': seconds(now()) + keptSeconds },
});

/**
 * Keeps the password of an account if there was only one sign-up, or if the first one confirms. Returns true
 * if it keeps it.
 */
export function keepPassword(sub: ApplicantId, signUp: string | undefined): Promise<boolean> {
  const { set, values } = ending('kept');
  const orFirst = signUp === undefined ? '' : ' OR first_id = :signUp';
  return isUpdated(sub, {
    set,
    condition: `attribute_not_exists(outcome) AND (attribute_not_exists(several)${orFirst})`,
    values: { ...values, ...(signUp !== undefined && { ':signUp': signUp }) },
  });
}

/** Blocks log-ins until the password is replaced. False if the decision was already made. */
export const beginPasswordReplacement = (sub: ApplicantId): Promise<boolean> =>
  isUpdated(sub, {
    set: 'outcome = :replacing',
    condition: 'attribute_not_exists(outcome) OR outcome = :replacing',
    values: { ':replacing': 'replacing' },
  });

/** Records that the password is random, or was chosen by the owner of the mailbox. */
export async function recordPasswordReplaced(sub: ApplicantId): Promise<void> {
  await isUpdated(sub, {
    ...ending('replaced'),
    condition: 'attribute_exists(several) AND (attribute_not_exists(outcome) OR outcome <> :kept)',
    values: { ...ending('replaced').values, ':kept': 'kept' },
  });
}
