import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { invalidSessionMessage } from '../../shared/api/messages.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { alreadySubmitted } from './change.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { isConditionFailure, TableName, table } from './table.ts';

/** Staff see from these reports where applicants get stuck. */
const kept = 20;

/** Reports of one applicant in an hour: one for each page change in several tabs is far less. */
const maxInHour = 600;
const hourSeconds = 3600;

type Reports = Readonly<Record<string, readonly string[]>>;

/** Stores the last 20 reports of an applicant, until the application is submitted. */
export async function storeValidationReport(sub: ApplicantId, validations: Reports): Promise<void> {
  const [count] = await Promise.all([countReport(sub), requireDraft(sub)]);
  const place = String(count % kept).padStart(2, '0');
  const pk = keys.validationReports(sub);
  const Item = { pk, sk: `VALIDATIONS#${place}`, at: new Date(now()).toISOString(), validations };
  await table.send(new PutCommand({ TableName, Item }));
}

async function requireDraft(sub: ApplicantId): Promise<void> {
  const Key = { pk: keys.application(sub), sk: parts.meta };
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  if (Item === undefined) return;
  const { submitted_at, erased_at } = items.meta.parse(Item);
  if (erased_at !== undefined) throw new ApiError('unauthenticated', invalidSessionMessage);
  if (submitted_at !== undefined) throw new ApiError('submitted', alreadySubmitted);
}

/**
 * Counts a report, in all and in this hour, and returns the number in all: it chooses the item that is
 * replaced.
 */
async function countReport(sub: ApplicantId): Promise<number> {
  const thisHour = Math.floor(seconds(now()) / hourSeconds);
  const inSameHour = {
    update: 'ADD #count :one, in_hour :one',
    condition: 'in_hour < :max AND at_hour = :hour',
    values: { ':max': maxInHour },
  };
  const inNewHour = {
    update: 'SET at_hour = :hour, in_hour = :one ADD #count :one',
    condition: 'attribute_not_exists(at_hour) OR at_hour <> :hour',
    values: {},
  };
  for (const { update, condition, values } of [inSameHour, inNewHour]) {
    const count = await counted(sub, update, condition, { ...values, ':one': 1, ':hour': thisHour });
    if (count !== undefined) return count;
  }
  throw new ApiError('tooMany', 'Too many attempts. Please wait and try again.', {
    retryAfter: (thisHour + 1) * hourSeconds - seconds(now()),
  });
}

/** The new number of reports; undefined when the condition fails. */
async function counted(
  sub: ApplicantId,
  UpdateExpression: string,
  ConditionExpression: string,
  ExpressionAttributeValues: Readonly<Record<string, unknown>>,
): Promise<number | undefined> {
  const command = new UpdateCommand({
    TableName,
    Key: { pk: keys.validationReports(sub), sk: 'VALIDATIONS' },
    UpdateExpression,
    ConditionExpression,
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues,
    ReturnValues: 'UPDATED_NEW',
  });
  try {
    return Number((await table.send(command)).Attributes?.count);
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}
