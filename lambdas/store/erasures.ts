import { randomUUID } from 'node:crypto';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { auditEntry, entryOfAddress, operatorsEntry } from './audit-log.ts';
import type { Write } from './change.ts';
import { listErased } from './erased-applications.ts';
import { type Erasure, erasure as schema } from './items.ts';
import { erasurePartitions, keys, parts } from './keys.ts';
import { type Notice, noticeItem, type PendingNotice } from './notices.ts';
import { retryUntilDone } from './retry.ts';
import { failedConditions, meetsCondition, queryAll, TableName, table } from './table.ts';

// A deletion has a record from its first step to its last, so a deletion that fails halfway is found and
// finished (docs/decisions.md#one-inventory-lists-all-personal-data).

/** Revisions are never negative, so all changes planned before the lock fail. */
export const lockedRevision = -1;

const write = (TransactItems: readonly Write[]) =>
  table.send(
    new TransactWriteCommand({ TransactItems: [...TransactItems], ClientRequestToken: randomUUID() }),
  );

/**
 * Replaces the application's item with a deletion lock: every planned write fails on its revision until the
 * deletion is complete. Keeps the times by which lists find the application.
 */
const lockForDeletion = (erasure: Erasure, at: string): Write => {
  const { sk: sub } = erasure;
  const { expression, values } = conditionOf(erasure);
  return {
    Update: {
      TableName,
      Key: { pk: keys.application(sub), sk: parts.meta },
      UpdateExpression: 'SET rev = :locked, erased_at = :at',
      ConditionExpression: expression,
      ExpressionAttributeValues: { ':locked': lockedRevision, ':at': at, ...values },
    },
  };
};

interface Condition {
  readonly expression?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/**
 * Condition of a deletion. An applicant's request deletes only a draft. Retention deletes a draft only if it
 * is unchanged since the check. An operator deletes a submitted application only with its confirmation
 * number: otherwise its package would remain.
 */
function conditionOf({ reason, rev, confirmation }: Erasure): Condition {
  const isOfDraft = reason === 'applicant' || (reason === 'operator' && confirmation === undefined);
  if (isOfDraft) return { expression: 'attribute_not_exists(submitted_at)' };
  if (reason !== 'draft-over') return {};
  if (rev === 0) return { expression: 'attribute_not_exists(pk)' };
  return { expression: 'rev = :before AND attribute_not_exists(submitted_at)', values: { ':before': rev } };
}

/**
 * Marks the application so every change of it fails. A submission is a change too: either it or the deletion
 * wins.
 */
const closeDraft = (sub: ApplicantId, at: string): Write => ({
  Update: {
    TableName,
    Key: { pk: keys.application(sub), sk: parts.meta },
    UpdateExpression: 'SET deletion_asked_at = :at, rev = if_not_exists(rev, :none)',
    ConditionExpression: 'attribute_not_exists(submitted_at)',
    ExpressionAttributeValues: { ':at': at, ':none': 0 },
  },
});

/**
 * Records an applicant's deletion request; the scheduled run starts the deletion. From then on no log-in
 * opens a session (`openSession`) and the application cannot change. The same transaction makes the mail
 * about it pending. Rejects a submitted application. A repeated request changes nothing.
 */
export async function askForErasure(
  asked: Erasure,
  mail: Notice,
): Promise<'submitted' | { readonly pending: PendingNotice | undefined }> {
  const { sk: sub } = asked;
  const record: Write = {
    Put: {
      TableName,
      Item: { ...asked, ...keys.erasure(sub) },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
  const notice = noticeItem(mail);
  const puts = [await auditEntry(sub, 'erasure-asked'), { Put: { TableName, Item: notice } }];
  const outcome = await retryUntilDone(async () => {
    try {
      await write([record, closeDraft(sub, asked.asked_at), ...puts]);
      return { pending: { sk: notice.sk, notice: mail } };
    } catch (error) {
      const failed = failedConditions(error);
      if (failed === undefined) return undefined;
      return failed.includes(0) ? { pending: undefined } : ('submitted' as const);
    }
  });
  if (outcome === undefined)
    throw new Error('The deletion could not be recorded: too many other changes of the application.');
  return outcome;
}

/**
 * Starts a deletion: from then on the application cannot change. `changed` if the applicant has submitted it
 * since, or changed the expired draft. A deletion that has already started continues.
 */
export async function beginErasure(asked: Erasure): Promise<'begun' | 'changed'> {
  const { sk: sub, reason, by, request } = asked;
  const at = new Date(now()).toISOString();
  const record: Write = {
    Put: {
      TableName,
      Item: { ...asked, ...keys.erasure(sub), begun_at: at },
      ConditionExpression: 'attribute_not_exists(begun_at)',
    },
  };
  const entry = await auditEntry(sub, 'erasure-begun', { names: [reason], by, request });
  const outcome = await retryUntilDone(async () => {
    try {
      await write([record, lockForDeletion(asked, at), entry]);
      return 'begun' as const;
    } catch (error) {
      const failed = failedConditions(error);
      if (failed === undefined) return undefined;
      return failed.includes(0) ? ('begun' as const) : ('changed' as const);
    }
  });
  if (outcome === undefined)
    throw new Error('Other changes of the application left no room for its erasure.');
  return outcome;
}

/**
 * Records the time, in milliseconds since 1970, after which nothing more can arrive. The deletion is checked
 * again then. False if it is already complete.
 */
export const settleErasure = (sub: ApplicantId, settled: number): Promise<boolean> =>
  meetsCondition(
    table.send(
      new UpdateCommand({
        TableName,
        Key: keys.erasure(sub),
        UpdateExpression: 'SET settled = :settled',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':settled': settled },
      }),
    ),
  );

const forget = (sub: ApplicantId): Write => ({
  Delete: { TableName, Key: keys.erasure(sub), ConditionExpression: 'attribute_exists(pk)' },
});

/**
 * The mail about a completed deletion. It becomes pending in the transaction that completes the deletion, so
 * it is sent at most once.
 */
const mailOf = ({ mail_to: username }: Erasure, at: string): readonly Write[] => {
  if (username === undefined) return [];
  return [{ Put: { TableName, Item: noticeItem({ kind: 'erased', username, at }) } }];
};

/** The university's systems have a copy only of an application that was submitted. */
const announcementOf = ({ confirmation, reason }: Erasure, erased_at: string): readonly Write[] =>
  confirmation === undefined ? [] : listErased({ confirmation, erased_at, reason });

/**
 * Completes a deletion. Only the audit log remains, with an event in each partition where the applicant can
 * be looked up, a pending mail, and the confirmation number of a submitted application for the university's
 * systems. A concurrent call may have completed it first.
 */
export async function endErasure(erasure: Erasure): Promise<void> {
  const { sk: sub, reason, address_log, by, request } = erasure;
  const details = { by, request };
  const entries = await Promise.all([
    auditEntry(sub, 'erased', { names: [reason], ...details }),
    entryOfAddress(address_log, 'erased', { names: [reason], ...details }),
    operatorsEntry('erased', { names: [sub, reason], ...details }),
  ]);
  const unseal: Write = {
    Delete: { TableName, Key: { pk: keys.application(sub), sk: parts.meta } },
  };
  const at = new Date(now()).toISOString();
  const writes = [forget(sub), unseal, ...entries, ...mailOf(erasure, at), ...announcementOf(erasure, at)];
  const ended = await retryUntilDone(async () => {
    try {
      await write(writes);
      return true;
    } catch (error) {
      return failedConditions(error) === undefined ? undefined : true;
    }
  });
  if (ended === undefined) throw new Error('The end of the erasure could not be recorded.');
}

/**
 * Drops a deletion whose application was submitted or changed in the meantime. An applicant's own request
 * closes the draft, so nothing can overtake it.
 */
export async function refuseErasure({ sk: sub, reason }: Erasure): Promise<void> {
  const names = [reason === 'draft-over' ? 'changed' : 'submitted'];
  const entry = await auditEntry(sub, 'erasure-refused', { names });
  const drop: Write = { Delete: { TableName, Key: keys.erasure(sub) } };
  await write([drop, entry]);
}

const query = async (input: Parameters<typeof queryAll>[0]): Promise<readonly Erasure[]> =>
  (await queryAll({ ConsistentRead: true, ...input })).map((item) => schema.parse(item));

/** Finds the unfinished deletion of an applicant. */
export const findErasure = async (sub: ApplicantId): Promise<Erasure | undefined> => {
  const { pk, sk } = keys.erasure(sub);
  const [found] = await query({
    KeyConditionExpression: 'pk = :pk AND sk = :sk',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
  });
  return found;
};

/**
 * Finds an unfinished deletion by the address's pseudonym, after the account is gone. There are never many.
 */
export async function findErasureOf(addressLog: string): Promise<Erasure | undefined> {
  for (const pk of erasurePartitions) {
    const [found] = await query({
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: 'address_log = :log',
      ExpressionAttributeValues: { ':pk': pk, ':log': addressLog },
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Finds every deletion that can be started, retried or finished now. */
export async function dueErasures(): Promise<readonly Erasure[]> {
  const found = await Promise.all(
    erasurePartitions.map((pk) =>
      query({
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: 'attribute_not_exists(settled) OR settled <= :now',
        ExpressionAttributeValues: { ':pk': pk, ':now': now() },
      }),
    ),
  );
  return found.flat();
}
