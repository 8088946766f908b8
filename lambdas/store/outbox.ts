import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { outbox, type Receipt } from './items.ts';
import { keys, parts } from './keys.ts';
import { isConditionFailure, TableName, table } from './table.ts';

/** Milliseconds. Longer than sending a mail takes; the claim of a function that crashed expires. */
const claimTime = 60_000;

interface Change {
  readonly set: string;
  readonly condition?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

const update = (sub: ApplicantId, { set, condition, values }: Change) =>
  table.send(
    new UpdateCommand({
      TableName,
      Key: { pk: keys.application(sub), sk: parts.outbox },
      UpdateExpression: set,
      ConditionExpression: condition,
      ExpressionAttributeValues: values,
      ReturnValues: 'ALL_NEW',
    }),
  );

/** Claims the receipt that has to be mailed, for one caller at a time; undefined when nothing has to be mailed. */
export async function claimReceipt(sub: ApplicantId): Promise<Receipt | undefined> {
  try {
    const { Attributes } = await update(sub, {
      set: 'SET claimed_until = :until',
      condition:
        'attribute_exists(pk) AND attribute_not_exists(sent_at) AND (attribute_not_exists(claimed_until) OR claimed_until < :now)',
      values: { ':until': now() + claimTime, ':now': now() },
    });
    return z.parse(outbox, Attributes);
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** Records that the receipt was mailed, so that it is never mailed again. */
export const markReceiptSent = (sub: ApplicantId) =>
  update(sub, { set: 'SET sent_at = :at', values: { ':at': new Date(now()).toISOString() } });

/** Ends the claim after a failure, so that the next visit tries again. */
export const releaseReceipt = (sub: ApplicantId) => update(sub, { set: 'REMOVE claimed_until' });
