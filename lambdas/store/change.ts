import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { invalidSessionMessage } from '../../shared/api/messages.ts';
import { now, today } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type ApplicationRecord, readApplication } from './application.ts';
import { listDraft } from './application-lists.ts';
import type { AuditEvent } from './audit-event.ts';
import { auditEntry } from './audit-log.ts';
import type { LastSave } from './items.ts';
import { keys, parts } from './keys.ts';
import { retryUntilDone } from './retry.ts';
import { TableName, table } from './table.ts';

export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** The writes of a change in addition to the new revision, and its name in the audit log. */
export interface Change<Result> {
  readonly event: AuditEvent;
  /** Names only, never values. */
  readonly keys: readonly string[];
  readonly writes: readonly Write[];
  readonly result: Result;
  /** Only submitting sets this. */
  readonly submittedAt?: string;
  /** Only saves of answers set this. */
  readonly saver?: LastSave | undefined;
  /**
   * The saves of other pages, which a late save of one of them is compared with. A save that has not read them leaves them
   * alone, so it is written only if its own page also saved last.
   */
  readonly earlierSavers?: readonly LastSave[] | undefined;
}

/** What a plan returns when there is nothing to change. */
interface Unchanged<Result> {
  readonly unchanged: Result;
}

const beingDeleted = 'This application is being deleted, so you can no longer change or submit it.';
export const alreadySubmitted = "You've already submitted your application, so you can no longer change it.";

/** Callers that are rejected together get different times, so that they do not return together. */
function tooManyChanges(): ApiError {
  const wait = 2 + Math.floor(Math.random() * 4);
  return new ApiError(
    'tooMany',
    `Your application may be open in more than one place. Please try again in ${wait} seconds.`,
    { retryAfter: wait },
  );
}

export const putItem = (
  sub: ApplicantId,
  sk: string,
  item: Record<string, unknown>,
  condition?: string,
): Write => ({
  Put: { TableName, Item: { pk: keys.application(sub), sk, ...item }, ConditionExpression: condition },
});

export const deleteItem = (sub: ApplicantId, sk: string): Write => ({
  Delete: { TableName, Key: { pk: keys.application(sub), sk } },
});

type NextRevision = Pick<Change<unknown>, 'submittedAt' | 'saver' | 'earlierSavers'> & {
  readonly startedAt: string | undefined;
};

/** Writes the next revision, unless the application was changed, submitted or asked to be deleted in the meantime. */
const nextRevision = (
  sub: ApplicantId,
  rev: number,
  { submittedAt, startedAt, saver, earlierSavers }: NextRevision,
): Write => {
  const set = {
    rev: rev + 1,
    submitted_at: submittedAt,
    started_at: startedAt,
    changed_on: today(),
    saver,
    earlier_savers: earlierSavers,
  };
  const values = Object.entries(set).filter(([, value]) => value !== undefined);
  const savedLast = saver !== undefined && earlierSavers === undefined ? ' AND saver.page = :page' : '';
  return {
    Update: {
      TableName,
      Key: { pk: keys.application(sub), sk: parts.meta },
      UpdateExpression: `SET ${values.map(([name]) => `${name} = :${name}`).join(', ')}`,
      ConditionExpression:
        rev === 0
          ? 'attribute_not_exists(pk)'
          : `rev = :before AND attribute_not_exists(submitted_at) AND attribute_not_exists(deletion_asked_at)${savedLast}`,
      ExpressionAttributeValues: {
        ...Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
        ...(rev > 0 && { ':before': rev }),
        ...(rev > 0 && savedLast && { ':page': saver?.page }),
      },
    },
  };
};

/** Reasons for which DynamoDB cancels a transaction that may succeed after planning it again or waiting. */
const retryableReasons: readonly string[] = [
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

/** Whether a cancelled transaction may succeed after planning it again or waiting. */
export const mayRetry = (error: unknown) =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some(({ Code = '' }) => retryableReasons.includes(Code));

/**
 * Writes a planned change on the revision that it was planned for; false when it has to be planned again. Other errors
 * are thrown, because trying again would not help.
 */
async function isWritten(sub: ApplicantId, rev: number, planned: Change<unknown>): Promise<boolean> {
  const { event, keys: names, writes } = planned;
  const auditLog = { Put: { TableName, Item: await auditEntry(sub, event, { names }) } };
  const startedAt = rev === 0 ? new Date(now()).toISOString() : undefined;
  const list = startedAt === undefined ? [] : [listDraft(sub, startedAt)];
  const TransactItems = [nextRevision(sub, rev, { ...planned, startedAt }), ...writes, ...list, auditLog];
  try {
    await table.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() }));
    return true;
  } catch (error) {
    if (!mayRetry(error)) throw error;
    return false;
  }
}

/**
 * Changes an application in one transaction, on exactly the state that `plan` got. When another change comes first,
 * `plan` is called again; after some seconds of that the caller is told when to try again. A submitted application is
 * never changed.
 */
export async function change<Result>(
  sub: ApplicantId,
  plan: (application: ApplicationRecord) => Change<Result> | Unchanged<Result>,
): Promise<Result> {
  const done = await retryUntilDone(async () => {
    const application = await readApplication(sub);
    // A call that was on its way when the erasure ended its session.
    if (application.erasedAt !== undefined) throw new ApiError('unauthenticated', invalidSessionMessage);
    if (application.submittedAt !== undefined) throw new ApiError('submitted', alreadySubmitted);
    if (application.deletionAskedAt !== undefined) throw new ApiError('conflict', beingDeleted);
    const planned = plan(application);
    if ('unchanged' in planned) return { result: planned.unchanged };
    return (await isWritten(sub, application.rev, planned)) ? planned : undefined;
  });
  if (done === undefined) throw tooManyChanges();
  return done.result;
}

/** What a change of answers has to know about an application. */
export type ChangeBasis = Pick<ApplicationRecord, 'rev' | 'answers' | 'revisions' | 'conflicts'> & {
  /** Undefined when they have not been read. */
  readonly savers: ApplicationRecord['savers'] | undefined;
};

/** The same, but tries first with the state that the caller expects. If that is right, nothing has to be read. */
export async function changeExpected<Result>(
  sub: ApplicantId,
  expected: ChangeBasis | undefined,
  plan: (application: ChangeBasis) => Change<Result> | Unchanged<Result>,
): Promise<Result> {
  const planned = expected && plan(expected);
  if (expected === undefined || planned === undefined || 'unchanged' in planned) return change(sub, plan);
  return (await isWritten(sub, expected.rev, planned)) ? planned.result : change(sub, plan);
}
