import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { invalidSessionMessage } from '../../shared/api/messages.ts';
import { now, today } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type ApplicationRecord, readApplication } from './application.ts';
import { listDraft } from './application-lists.ts';
import type { AuditEvent } from './audit-log.ts';
import { auditEntry } from './audit-log.ts';
import { absent, type Expression, expression, set } from './expression.ts';
import type { LastSave } from './items.ts';
import { keys, parts } from './keys.ts';
import { retryUntilDone } from './retry.ts';
import { transact, type Write, writes } from './table.ts';

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
  condition?: Expression,
): Write => writes.put({ pk: keys.application(sub), sk, ...item }, { if: condition });

export const deleteItem = (sub: ApplicantId, sk: string): Write =>
  writes.del({ pk: keys.application(sub), sk });

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
  const next = set({
    rev: rev + 1,
    submitted_at: submittedAt,
    started_at: startedAt,
    changed_on: today(),
    saver,
    earlier_savers: earlierSavers,
  });
  const isOpen = expression`rev = ${rev} AND attribute_not_exists(submitted_at) AND attribute_not_exists(deletion_asked_at)`;
  const savedLast = saver !== undefined && earlierSavers === undefined;
  const isUnchanged = savedLast ? expression`${isOpen} AND saver.page = ${saver.page}` : isOpen;
  const key = { pk: keys.application(sub), sk: parts.meta };
  return writes.update(key, next, { if: rev === 0 ? absent : isUnchanged });
};

/** Cancellation reasons of DynamoDB after which another plan or a wait may help. */
const retryableReasons: readonly string[] = [
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
];

/** True if a canceled transaction may succeed after it is planned again or after a wait. */
const mayRetry = (error: unknown) =>
  error instanceof TransactionCanceledException &&
  (error.CancellationReasons ?? []).some(({ Code = '' }) => retryableReasons.includes(Code));

/** The writes of a change on the revision that it was planned for. */
async function writesOf(sub: ApplicantId, rev: number, planned: Change<unknown>): Promise<readonly Write[]> {
  const { event, keys: names } = planned;
  const auditLog = await auditEntry(sub, event, { names });
  const startedAt = rev === 0 ? new Date(now()).toISOString() : undefined;
  const list = startedAt === undefined ? [] : [listDraft(sub, startedAt)];
  return [nextRevision(sub, rev, { ...planned, startedAt }), ...planned.writes, ...list, auditLog];
}

/**
 * Sends writes in one transaction; false if they must be planned again. Other errors are thrown, because a
 * retry would not help.
 */
async function areWritten(all: readonly Write[]): Promise<boolean> {
  try {
    await transact(all);
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
    const planned = await plan(await readApplication(sub));
    const isDone = planned.writes.length === 0 || (await areWritten(planned.writes));
    return isDone ? { result: planned.result } : undefined;
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
