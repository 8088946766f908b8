import { type ErasedApplication, erasedApplication } from '../../shared/api/export.ts';
import { erasedListDays } from '../../shared/api/export-time.ts';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { type DayRange, placeOf, readDays } from './application-lists.ts';
import { auditEntry, auditEntryIn } from './audit-log.ts';
import { absent, type Expression, exists, expression, same, set } from './expression.ts';
import { type Erasure, type Notice, type PendingWork, erasure as schema } from './items.ts';
import { erasedPartition, erasurePartitions, keys, parts } from './keys.ts';
import { addWork, workItem } from './outbox.ts';
import { tryTransaction } from './retry.ts';
import { isUpdated, type Query, queryAll, transact, type Write, writes } from './table.ts';

// A deletion has a record from its first step to its last, so a deletion that fails halfway is found and
// finished (docs/decisions.md#one-inventory-lists-all-personal-data).

/** Revisions are never negative, so all changes planned before the lock fail. */
export const lockedRevision = -1;

const metaKey = (sub: ApplicantId) => ({ pk: keys.application(sub), sk: parts.meta });

/**
 * Replaces the application's item with a deletion lock: every planned write fails on its revision until the
 * deletion is complete. Keeps the times by which lists find the application.
 */
const lockForDeletion = (erasure: Erasure, at: string): Write =>
  writes.update(metaKey(erasure.sk), set({ rev: lockedRevision, erased_at: at }), {
    if: conditionOf(erasure),
  });

/**
 * Condition of a deletion. An applicant's request deletes only a draft. Retention deletes a draft only if it
 * is unchanged since the check. An operator deletes a submitted application only with its confirmation
 * number: otherwise its package would remain.
 */
function conditionOf({ reason, rev, confirmation }: Erasure): Expression | undefined {
  const isOfDraft = reason === 'applicant' || (reason === 'operator' && confirmation === undefined);
  if (isOfDraft) return isDraft;
  if (reason !== 'draft-over') return undefined;
  return rev === 0 ? absent : expression`rev = ${rev} AND ${isDraft}`;
}

const isDraft = expression`attribute_not_exists(submitted_at)`;

/**
 * Marks the application so every change of it fails. A submission is a change too: either it or the deletion
 * wins.
 */
const closeDraft = (sub: ApplicantId, at: string): Write =>
  writes.update(metaKey(sub), expression`SET deletion_asked_at = ${at}, rev = if_not_exists(rev, ${0})`, {
    if: isDraft,
  });

/**
 * Records an applicant's deletion request; the scheduled run starts the deletion. From then on no log-in
 * opens a session (`openSession`) and the application cannot change. The same transaction makes the mail
 * about it pending. Rejects a submitted application. A repeated request changes nothing.
 */
export async function askForErasure(
  asked: Erasure,
  mail: Notice,
): Promise<'submitted' | { readonly pending: PendingWork | undefined }> {
  const { sk: sub } = asked;
  const pending = workItem('notice', mail);
  const failed = await tryTransaction([
    writes.put({ ...asked, ...keys.erasure(sub) }, { if: absent }),
    closeDraft(sub, asked.asked_at),
    await auditEntry(sub, 'erasure-asked'),
    writes.put(pending),
  ]);
  if (failed.length === 0) return { pending };
  return failed.includes(0) ? { pending: undefined } : 'submitted';
}

/**
 * Starts a deletion: from then on the application cannot change. `changed` if the applicant has submitted it
 * since, or changed the expired draft. A deletion that has already started continues.
 */
export async function beginErasure(asked: Erasure): Promise<'begun' | 'changed'> {
  const { sk: sub, reason, by, request } = asked;
  const at = new Date(now()).toISOString();
  const failed = await tryTransaction([
    writes.put(
      { ...asked, ...keys.erasure(sub), begun_at: at },
      { if: expression`attribute_not_exists(begun_at)` },
    ),
    lockForDeletion(asked, at),
    await auditEntry(sub, 'erasure-begun', { names: [reason], by, request }),
  ]);
  return failed.length === 0 || failed.includes(0) ? 'begun' : 'changed';
}

/**
 * Records the time, in milliseconds since 1970, after which nothing more can arrive. The deletion is checked
 * again then. False if it is already complete.
 */
export const settleErasure = (sub: ApplicantId, settled: number): Promise<boolean> =>
  isUpdated(keys.erasure(sub), set({ settled }), { if: exists });

const forget = (sub: ApplicantId): Write => writes.del(keys.erasure(sub), { if: exists });

/**
 * The mail about a completed deletion. The transaction that completes the deletion adds it, so it is added
 * once.
 */
const mailOf = ({ mail_to: username }: Erasure, at: string): readonly Write[] => {
  if (username === undefined) return [];
  return [addWork('notice', { kind: 'erased', username, at })];
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
    auditEntryIn(address_log, 'erased', { names: [reason], ...details }),
    auditEntryIn(keys.operatorLog, 'erased', { names: [sub, reason], ...details }),
  ]);
  const at = new Date(now()).toISOString();
  // If a condition fails, another run has recorded it.
  await tryTransaction([
    ...[forget(sub), writes.del(metaKey(sub)), ...entries],
    ...[...mailOf(erasure, at), ...announcementOf(erasure, at)],
  ]);
}

/**
 * Drops a deletion whose application was submitted or changed in the meantime. An applicant's own request
 * closes the draft, so nothing can overtake it.
 */
export async function refuseErasure({ sk: sub, reason }: Erasure): Promise<void> {
  const names = [reason === 'draft-over' ? 'changed' : 'submitted'];
  const entry = await auditEntry(sub, 'erasure-refused', { names });
  await transact([writes.del(keys.erasure(sub)), entry]);
}

const query = async (pk: string, asked: Query): Promise<readonly Erasure[]> =>
  (await queryAll(pk, asked)).map((item) => schema.parse(item));

/** Finds the unfinished deletion of an applicant. */
export const findErasure = async (sub: ApplicantId): Promise<Erasure | undefined> => {
  const { pk, sk } = keys.erasure(sub);
  return (await query(pk, { where: same({ sk }) }))[0];
};

/**
 * Finds an unfinished deletion by the address's pseudonym, after the account is gone. There are never many.
 */
export async function findErasureOf(address_log: string): Promise<Erasure | undefined> {
  for (const pk of erasurePartitions) {
    const [found] = await query(pk, { filter: same({ address_log }) });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Finds every deletion that can be started, retried or finished now. */
export async function dueErasures(): Promise<readonly Erasure[]> {
  const filter = expression`attribute_not_exists(settled) OR settled <= ${now()}`;
  const found = await Promise.all(erasurePartitions.map((pk) => query(pk, { filter })));
  return found.flat();
}

// Deleted applications that had been submitted. The university's systems have copies of them to delete.

/**
 * Lists a deleted application, and makes the event about it pending. For the transaction that completes the
 * deletion: by then no export can read the application any more.
 */
const listErased = (erased: ErasedApplication): readonly Write[] => {
  const { confirmation, erased_at } = erased;
  const expires_at = seconds(now()) + erasedListDays * 86_400;
  const listed = { ...keys.erasedApplication(erased_at, confirmation), ...erased, expires_at };
  const event = { type: 'application.erased', at: erased_at, detail: { ...erased } } as const;
  return [writes.put(listed), addWork('change-event', event)];
};

/** Reads the next deleted applications, in the order of their deletion. */
export const readErased = (range: Omit<DayRange, 'partitionsOf'>) =>
  readDays({ ...range, partitionsOf: (day) => [erasedPartition(day)] }, (item) => ({
    place: placeOf(item),
    ...erasedApplication.parse(item),
  }));
