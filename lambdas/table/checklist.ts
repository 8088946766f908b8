import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type ApplicationRecord, readApplication } from './application.ts';
import { expireChange, listChange } from './application-lists.ts';
import { auditEntry, type Operator } from './audit-log.ts';
import { planAndWrite } from './change.ts';
import { absent, exists, expression, same, set } from './expression.ts';
import type * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { putListRow } from './list-row.ts';
import { addWork } from './outbox.ts';
import { currentPartner } from './settings.ts';
import { isUpdated, type Write, writes } from './table.ts';

// Checklist items that arrive outside the application, as marked by operators. They are not part of the
// submission, so they may change after it.

/** Time in which staff can undo the last item before its mail is sent. */
const undoMs = 2 * 60_000;

/** Adds the mail that every checklist item arrived. */
export const addChecklistMail = (sub: ApplicantId): Write => addWork('checklist-mail', { sub }, undoMs);

type Received = items.StoredChecklist['received'];

/** A change of an application's checklist items. */
export interface ChecklistChange {
  readonly event: 'checklist-item-received' | 'checklist-item-undone';
  readonly checklistItem: string;
  readonly received: Received;
  /** True if a mail must say that every checklist item arrived. */
  readonly owesMail: boolean;
}

/** The condition that the checklist did not change since this revision was read. */
const atRevision = (rev: number) => (rev === 0 ? absent : same({ rev }));

const keyOf = (sub: ApplicantId) => ({ pk: keys.application(sub), sk: parts.checklist });

/** Fails if the checklist changed since it was read: a new row of the console's list would not show it. */
export const sameChecklist = (sub: ApplicantId, { rev }: items.StoredChecklist): Write =>
  writes.check(keyOf(sub), atRevision(rev));

/**
 * The next revision of an application's checklist. It fails if the checklist changed since it was read, or if
 * the application was submitted or is being deleted.
 */
export function nextChecklist(
  sub: ApplicantId,
  { checklist: { rev }, submittedAt }: Pick<ApplicationRecord, 'checklist' | 'submittedAt'>,
  changed: Pick<items.StoredChecklist, 'received' | 'changes'>,
): readonly Write[] {
  const isAsRead =
    submittedAt === undefined
      ? expression`attribute_not_exists(submitted_at)`
      : expression`attribute_exists(submitted_at)`;
  return [
    writes.update(keyOf(sub), set({ ...changed, rev: rev + 1 }), { if: atRevision(rev) }),
    writes.check(
      { pk: keys.application(sub), sk: parts.meta },
      expression`${isAsRead} AND attribute_not_exists(erased_at)`,
    ),
  ];
}

/** Times of changes that an application stores: exports need the last one, deletions find places by all. */
const maxChanges = 200;

/** The next revision of a submitted application's checklist, which exports list as a change at `at`. */
export function listedChecklist(
  sub: ApplicantId,
  stored: Parameters<typeof nextChecklist>[1],
  received: Received,
  at: string,
): readonly Write[] {
  const { changes = [] } = stored.checklist;
  const oldest = changes.length < maxChanges ? [] : changes.slice(0, 1);
  return [
    ...nextChecklist(sub, stored, { received, changes: [...changes.slice(oldest.length), at] }),
    ...oldest.map((each) => expireChange(sub, each)),
    listChange(sub, at),
  ];
}

type RowSource = Pick<ApplicationRecord, 'submission' | 'username' | 'documents' | 'withdrawnAt'>;

/** The row of the console's list after a change of the checklist, its documents or the withdrawal. */
export const changedRow = (
  sub: ApplicantId,
  stored: RowSource,
  received: Received,
  partner: PartnerWithSettings,
): readonly Write[] => {
  const { submission, username, documents, withdrawnAt } = stored;
  if (submission === undefined) return [];
  const email = username || (submission.username ?? '');
  return putListRow(sub, { submission, email, received, documents, withdrawnAt, partner });
};

/** A change after the submission is also announced to the university's systems. */
async function writesOf(
  sub: ApplicantId,
  stored: ApplicationRecord,
  change: ChecklistChange,
  operator: Operator,
): Promise<readonly Write[]> {
  const { event, checklistItem, received, owesMail } = change;
  const at = new Date(now()).toISOString();
  const { submission } = stored;
  return [
    ...(submission ? listedChecklist(sub, stored, received, at) : nextChecklist(sub, stored, { received })),
    await auditEntry(sub, event, { names: [checklistItem], ...operator }),
    ...changedRow(sub, stored, received, await currentPartner()),
    ...(submission === undefined
      ? []
      : [addWork('checklist-event', { sub, confirmation: submission.confirmation })]),
    ...(owesMail ? [addChecklistMail(sub)] : []),
  ];
}

type Plan = (stored: ApplicationRecord) => ChecklistChange | undefined;

function planFor(stored: ApplicationRecord, plan: Plan): ChecklistChange | undefined {
  if (stored.erasedAt !== undefined) throw new ApiError('invalid', 'This application is being deleted.');
  return plan(stored);
}

/** Says what `changeChecklist` would do now. */
export const previewChange = async (sub: ApplicantId, plan: Plan): Promise<'changed' | 'unchanged'> =>
  planFor(await readApplication(sub), plan) === undefined ? 'unchanged' : 'changed';

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
  const done = await planAndWrite<'changed' | 'unchanged'>(sub, async (stored) => {
    const change = planFor(stored, plan);
    if (change === undefined) return { writes: [], result: 'unchanged' };
    return { writes: await writesOf(sub, stored, change, operator), result: 'changed' };
  });
  if (done === undefined)
    throw new ApiError('tooMany', 'The supporting documents are being changed at the same time. Try again.');
  return done.result;
}

/** Records that the mail about the last checklist item was sent, so it is never sent again. */
export const markChecklistMailed = (sub: ApplicantId): Promise<boolean> =>
  isUpdated(keyOf(sub), set({ sent_at: new Date(now()).toISOString() }), { if: exists });
