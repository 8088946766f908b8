import type { PartnerWithSettings } from '../../shared/partners/index.ts';
import { now, seconds } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type ApplicationRecord, readApplication } from './application.ts';
import { expireChange, listChange } from './application-lists.ts';
import { auditEntry, type Operator } from './audit-log.ts';
import { planAndWrite } from './change.ts';
import { absent, expression, same, set } from './expression.ts';
import * as items from './items.ts';
import { keys, parts, pendingChecklistPartitions } from './keys.ts';
import { putListRow } from './list-row.ts';
import { claimMail, isMailSent, markMailSent, pendingIn, releaseMail } from './outbox.ts';
import { currentPartner } from './settings.ts';
import { del, type Write, writes } from './table.ts';

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

/** Makes the mail that every checklist item arrived pending, for this revision of the checklist. */
export const addPendingMail = (sub: ApplicantId, rev: number): Write =>
  writes.put({
    ...{ ...keys.pendingChecklistMail(sub), rev },
    expires_at: seconds(now()) + pendingDays * 86_400,
  });

/** A change after the submission is also announced to the university's systems. */
async function writesOf(
  sub: ApplicantId,
  stored: ApplicationRecord,
  change: ChecklistChange,
  operator: Operator,
): Promise<readonly Write[]> {
  const { event, checklistItem, received, owesMail } = change;
  const [rev, at] = [stored.checklist.rev + 1, new Date(now()).toISOString()];
  const isSubmitted = stored.submission !== undefined;
  const announcement = { ...keys.checklistEvent(sub), rev, next_at: now() };
  return [
    ...(isSubmitted ? listedChecklist(sub, stored, received, at) : nextChecklist(sub, stored, { received })),
    await auditEntry(sub, event, { names: [checklistItem], ...operator }),
    ...changedRow(sub, stored, received, await currentPartner()),
    ...(isSubmitted ? [writes.put(announcement)] : []),
    ...(owesMail ? [addPendingMail(sub, rev)] : []),
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
  del(keys.pendingChecklistMail(sub), { if: same({ rev }) });

/** Claims the mail for one caller at a time; false if it was sent or is being sent. */
export const claimChecklistMail = async (sub: ApplicantId): Promise<boolean> =>
  (await claimMail(keyOf(sub))) !== undefined;
export const isChecklistMailSent = (sub: ApplicantId) => isMailSent(keyOf(sub));
export const markChecklistMailSent = (sub: ApplicantId) => markMailSent(keyOf(sub));
export const releaseChecklistMail = (sub: ApplicantId) => releaseMail(keyOf(sub));
