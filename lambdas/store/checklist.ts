import { randomUUID } from 'node:crypto';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type ApplicationRecord, readApplication } from './application.ts';
import { listChange } from './application-lists.ts';
import { auditEntry, type Operator } from './audit-log.ts';
import { mayRetry } from './change.ts';
import * as items from './items.ts';
import { keys, parts, pendingChecklistPartitions } from './keys.ts';
import { putListRow } from './list-row.ts';
import { claimMail, markMailSent, pendingIn, releaseMail } from './outbox.ts';
import { retryUntilDone } from './retry.ts';
import { meetsCondition, TableName, table } from './table.ts';

// Checklist items that arrive outside the application, as marked by operators. They are not part of the
// submission, so they may change after it.

/** Days for which the scheduled run tries to mail that every checklist item arrived. */
const pendingDays = 7;

type Received = items.StoredChecklist['received'];

/** A change of an application's checklist items. */
export interface ChecklistChange {
  readonly event: 'checklist-item-received' | 'checklist-item-undone';
  readonly checklistItem: string;
  readonly received: Received;
  /** True if a mail must say that every checklist item arrived. */
  readonly owesMail: boolean;
}

/**
 * The writes of a change. They fail if the checklist items changed since they were read, or if the
 * application was submitted in the meantime.
 */
async function writesOf(
  sub: ApplicantId,
  stored: ApplicationRecord,
  change: ChecklistChange,
  operator: Operator,
) {
  const { rev, changes = [] } = stored.checklist;
  const pk = keys.application(sub);
  const { event, checklistItem, received, owesMail } = change;
  const { submission, username } = stored;
  const at = new Date(now()).toISOString();
  return [
    {
      Update: {
        TableName,
        Key: { pk, sk: parts.checklist },
        UpdateExpression: `SET received = :received, rev = :rev${submission === undefined ? '' : ', changes = :changes'}`,
        ConditionExpression: rev === 0 ? 'attribute_not_exists(pk)' : 'rev = :before',
        ExpressionAttributeValues: {
          ':received': received,
          ':rev': rev + 1,
          ...(rev > 0 && { ':before': rev }),
          ...(submission !== undefined && { ':changes': [...changes, at] }),
        },
      },
    },
    {
      ConditionCheck: {
        TableName,
        Key: { pk, sk: parts.meta },
        // Applications that are being deleted get no more writes.
        ConditionExpression: `attribute_${stored.submittedAt === undefined ? 'not_' : ''}exists(submitted_at) AND attribute_not_exists(erased_at)`,
      },
    },
    { Put: { TableName, Item: await auditEntry(sub, event, { names: [checklistItem], ...operator }) } },
    ...(submission === undefined
      ? []
      : [
          ...putListRow(sub, { submission, email: username || (submission.username ?? ''), received }),
          listChange(sub, at),
          { Put: { TableName, Item: { ...keys.checklistEvent(sub), rev: rev + 1, next_at: now() } } },
        ]),
    ...(owesMail
      ? [
          {
            Put: {
              TableName,
              Item: {
                ...keys.pendingChecklistMail(sub),
                rev: rev + 1,
                expires_at: seconds(now()) + pendingDays * 86_400,
              },
            },
          },
        ]
      : []),
  ];
}

type Plan = (stored: ApplicationRecord) => ChecklistChange | undefined;

async function planFor(sub: ApplicantId, plan: Plan) {
  const stored = await readApplication(sub);
  if (stored.erasedAt !== undefined) throw new ApiError('invalid', 'This application is being deleted.');
  return { stored, change: plan(stored) };
}

/** Says what `changeChecklist` would do now. */
export const previewChange = async (sub: ApplicantId, plan: Plan): Promise<'changed' | 'unchanged'> =>
  (await planFor(sub, plan)).change === undefined ? 'unchanged' : 'changed';

/**
 * Changes the checklist items of an application in one transaction with the audit event. `plan` gets the
 * stored application, and is called again if the items change or the applicant submits in the meantime. It
 * returns undefined if there is nothing to change.
 */
export async function changeChecklist(
  sub: ApplicantId,
  operator: Operator,
  plan: Plan,
): Promise<'changed' | 'unchanged'> {
  const done = await retryUntilDone(async () => {
    const { stored, change } = await planFor(sub, plan);
    if (change === undefined) return 'unchanged' as const;
    const TransactItems = await writesOf(sub, stored, change, operator);
    try {
      await table.send(new TransactWriteCommand({ TransactItems, ClientRequestToken: randomUUID() }));
      return 'changed' as const;
    } catch (error) {
      if (error instanceof TransactionCanceledException && mayRetry(error)) return undefined;
      throw error;
    }
  });
  if (done === undefined)
    throw new ApiError('tooMany', 'The supporting documents are being changed at the same time. Try again.');
  return done;
}

/** A pending mail that every checklist item arrived: its applicant, and the revision of the checklist. */
export interface PendingChecklistMail {
  readonly sub: ApplicantId;
  readonly rev: number;
}

export const pendingChecklistMails = async (): Promise<readonly PendingChecklistMail[]> =>
  (await pendingIn(pendingChecklistPartitions))
    .map((item) => items.pendingChecklistMail.parse(item))
    .map(({ sk, rev }) => ({ sub: sk, rev }));

/** Takes a mail off the list, unless the checklist changed and the mail is pending again. */
export const deletePendingMail = ({ sub, rev }: PendingChecklistMail): Promise<boolean> =>
  meetsCondition(
    table.send(
      new DeleteCommand({
        TableName,
        Key: keys.pendingChecklistMail(sub),
        ConditionExpression: 'rev = :rev',
        ExpressionAttributeValues: { ':rev': rev },
      }),
    ),
  );

/** Claims the mail for one caller at a time; false if it was sent or is being sent. */
export const claimChecklistMail = async (sub: ApplicantId): Promise<boolean> =>
  (await claimMail(sub, parts.checklist)) !== undefined;
export const markChecklistMailSent = (sub: ApplicantId) => markMailSent(sub, parts.checklist);
export const releaseChecklistMail = (sub: ApplicantId) => releaseMail(sub, parts.checklist);
