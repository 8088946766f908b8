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

/** A change: its writes in addition to the new revision, and its name in the audit log. */
export interface Change<Result> {
  readonly event: AuditEvent;
  /** Names only, never values. */
  readonly keys: readonly string[];
  readonly writes: readonly Write[];
  readonly result: Result;
  /** The documents after a change of those that are attached. Only checklist documents need it. */
  readonly documents?: ApplicationRecord['documents'];
  /** Only submitting sets this. */
  readonly submittedAt?: string;
  /** Only saves of answers set this. */
  readonly saver?: LastSave | undefined;
  /**
   * Last saves of other pages, used to detect a late one. Omit to leave them unchanged; the write then
   * requires that this page saved last.
   */
  readonly earlierSavers?: readonly LastSave[] | undefined;
}

/** Result of a plan without changes. */
export interface Unchanged<Result> {
  readonly unchanged: Result;
}

const beingDeleted = 'This application is being deleted, so you can no longer change or submit it.';
export const alreadySubmitted = "You've already submitted your application, so you can no longer change it.";

/** Callers that are rejected at the same time get different delays, so their retries do not collide. */
export function tooManyChanges(): ApiError {
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

/**
 * Writes the next revision, unless the application was changed or submitted, or its deletion requested, in
 * the meantime.
 */
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

/** Cancellation reasons of DynamoDB after which another plan or a wait may help. */
const retryableReasons: readonly string[] = [
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

/** True if a canceled transaction may succeed after it is planned again or after a wait. */
export const mayRetry = (error: unknown) =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some(({ Code = '' }) => retryableReasons.includes(Code));

/** The writes of a change on the revision that it was planned for. */
async function writesOf(sub: ApplicantId, rev: number, planned: Change<unknown>): Promise<readonly Write[]> {
  const { event, keys: names, writes } = planned;
  const auditLog = await auditEntry(sub, event, { names });
  const startedAt = rev === 0 ? new Date(now()).toISOString() : undefined;
  const list = startedAt === undefined ? [] : [listDraft(sub, startedAt)];
  return [nextRevision(sub, rev, { ...planned, startedAt }), ...writes, ...list, auditLog];
}

/**
 * Sends writes in one transaction; false if they must be planned again. Other errors are thrown, because a
 * retry would not help.
 */
async function areWritten(writes: readonly Write[]): Promise<boolean> {
  const TransactItems = [...writes];
  try {
    await table.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() }));
    return true;
  } catch (error) {
    if (!mayRetry(error)) throw error;
    return false;
  }
}

/** The writes of one transaction, and its result. Without writes, nothing is sent. */
interface Plan<Result> {
  readonly writes: readonly Write[];
  readonly result: Result;
}

/**
 * Reads an application and sends the planned writes, which must fail if another change came first. Then
 * `plan` is called again. Undefined after some seconds without success.
 */
export const planAndWrite = <Result>(
  sub: ApplicantId,
  plan: (application: ApplicationRecord) => Promise<Plan<Result>>,
): Promise<{ readonly result: Result } | undefined> =>
  retryUntilDone(async () => {
    const { writes, result } = await plan(await readApplication(sub));
    return writes.length === 0 || (await areWritten(writes)) ? { result } : undefined;
  });

/**
 * Changes an application in one transaction, on exactly the state that `plan` got. If another change comes
 * first, `plan` is called again. After some seconds, the call fails with a Retry-After time. A submitted
 * application is never changed.
 */
export async function change<Result>(
  sub: ApplicantId,
  plan: (application: ApplicationRecord) => Change<Result> | Unchanged<Result>,
): Promise<Result> {
  const done = await planAndWrite(sub, async (application) => {
    // This call was in progress when the deletion ended its session.
    if (application.erasedAt !== undefined) throw new ApiError('unauthenticated', invalidSessionMessage);
    if (application.submittedAt !== undefined) throw new ApiError('submitted', alreadySubmitted);
    if (application.deletionAskedAt !== undefined) throw new ApiError('conflict', beingDeleted);
    const planned = plan(application);
    if ('unchanged' in planned) return { writes: [], result: planned.unchanged };
    return { writes: await writesOf(sub, application.rev, planned), result: planned.result };
  });
  if (done === undefined) throw tooManyChanges();
  return done.result;
}

/** The state of an application that a change of answers depends on. */
export type ChangeBasis = Pick<ApplicationRecord, 'rev' | 'answers' | 'revisions' | 'conflicts'> & {
  /** Undefined if they have not been read. */
  readonly savers: ApplicationRecord['savers'] | undefined;
};

/** Like `change`, but tries the caller's expected state first. If it is right, nothing has to be read. */
export async function changeExpected<Result>(
  sub: ApplicantId,
  expected: ChangeBasis | undefined,
  plan: (application: ChangeBasis) => Change<Result> | Unchanged<Result>,
): Promise<Result> {
  const planned = expected && plan(expected);
  if (expected === undefined || planned === undefined || 'unchanged' in planned) return change(sub, plan);
  const isWritten = await areWritten(await writesOf(sub, expected.rev, planned));
  return isWritten ? planned.result : change(sub, plan);
}
