import { createHash, randomBytes } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type * as z from 'zod/mini';
import { now, seconds } from '../runtime/clock.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys } from './keys.ts';
import { meetsCondition, queryPartition, TableName, table } from './table.ts';

// Between the right password and the second factor there is no session, only this item. A cookie has its id.

/** Same as the user pool's own session (lib/constructs/applicant-pool.ts). */
const lifetimeMs = 5 * 60_000;
export const secondStepSeconds = seconds(lifetimeMs);
const maxTries = 5;

export interface SecondStep extends z.output<typeof items.secondStep> {
  readonly sub: ApplicantId;
  readonly hash: string;
}

const hashOf = (id: string) => createHash('sha256').update(id).digest('hex');

export type NewSecondStep = Pick<SecondStep, 'sub' | 'username' | 'challenge' | 'sessionVersion'>;

/** Stores the user pool's challenge, and returns the value of the cookie. */
export async function openSecondStep(step: NewSecondStep): Promise<string> {
  const { sub, username, challenge, sessionVersion } = step;
  const id = randomBytes(32).toString('base64url');
  const ends = now() + lifetimeMs;
  const kept = { username, challenge, sessionVersion, tries: 0, ends, expires_at: seconds(ends) };
  await table.send(new PutCommand({ TableName, Item: { ...keys.secondStep(sub, hashOf(id)), ...kept } }));
  return `${sub}.${id}`;
}

/**
 * Returns the step of a cookie unless it has expired. DynamoDB deletes expired items late, so the time is
 * compared too.
 */
export async function findSecondStep(cookie = ''): Promise<SecondStep | undefined> {
  const [given, id = ''] = cookie.split('.');
  const parsed = applicantId.safeParse(given);
  if (!parsed.success) return undefined;
  const sub = parsed.data;
  const hash = hashOf(id);
  const { Item } = await table.send(
    new GetCommand({ TableName, Key: keys.secondStep(sub, hash), ConsistentRead: true }),
  );
  if (Item === undefined) return undefined;
  const step = items.secondStep.parse(Item);
  return step.ends > now() && step.tries < maxTries ? { ...step, sub, hash } : undefined;
}

/** Counts a try; false after too many, even concurrent ones. */
export const takeTry = ({ sub, hash }: SecondStep): Promise<boolean> =>
  meetsCondition(
    table.send(
      new UpdateCommand({
        TableName,
        Key: keys.secondStep(sub, hash),
        UpdateExpression: 'ADD tries :one',
        ConditionExpression: 'attribute_exists(pk) AND tries < :max',
        ExpressionAttributeValues: { ':one': 1, ':max': maxTries },
      }),
    ),
  );

/** Returns a try whose code was not checked. */
export async function returnTry({ sub, hash }: SecondStep): Promise<void> {
  const update = new UpdateCommand({
    TableName,
    Key: keys.secondStep(sub, hash),
    UpdateExpression: 'ADD tries :less',
    ConditionExpression: 'tries > :none',
    ExpressionAttributeValues: { ':less': -1, ':none': 0 },
  });
  await meetsCondition(table.send(update));
}

export async function endSecondStep({ sub, hash }: SecondStep): Promise<void> {
  await table.send(new DeleteCommand({ TableName, Key: keys.secondStep(sub, hash) }));
}

/** Ends every pending log-in of an applicant: its password is no longer valid. */
export async function endSecondSteps(sub: ApplicantId): Promise<void> {
  for (const { pk, sk } of await queryPartition(keys.secondStepsOf(sub)))
    await table.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
}
