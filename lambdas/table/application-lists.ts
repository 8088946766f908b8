import { searchName } from '../../shared/rules/search-name.ts';
import { now, seconds } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { absent } from './expression.ts';
import type { Receipt, Submission } from './items.ts';
import { keys } from './keys.ts';
import { writes } from './table.ts';

// Lists in which staff find applications. Their items are written in the transactions that begin and submit
// an application, and contain only the applicant's ID. A global secondary index would need the same
// partitions, and be eventually consistent.

/** Lists an application among the drafts, in the transaction of its first change. */
export const listDraft = (sub: ApplicantId, startedAt: string) =>
  writes.put(keys.listed('draft', startedAt, sub));

const unlistDraft = (sub: ApplicantId, startedAt: string) => writes.del(keys.listed('draft', startedAt, sub));

/** Where a name lists an application; undefined when it has no family name. */
export function keyOfName(sub: ApplicantId, { last_name, first_name }: Submission['answers']) {
  const [family, given] = [searchName(String(last_name ?? '')), searchName(String(first_name ?? ''))];
  return family === '' ? undefined : keys.named({ family, given }, sub);
}

function listName(sub: ApplicantId, answers: Submission['answers']) {
  const key = keyOfName(sub, answers);
  return key === undefined ? [] : [writes.put(key)];
}

interface Submitted {
  readonly receipt: Receipt;
  readonly answers: Submission['answers'];
  readonly startedAt: string | undefined;
}

/**
 * Lists an application among the submitted ones, in the transaction that submits it. No two have the same
 * confirmation number: the second is submitted again with another one.
 */
export const listSubmitted = (sub: ApplicantId, { receipt, answers, startedAt }: Submitted) => [
  writes.put(keys.listed('submitted', receipt.submitted_at, sub)),
  writes.put({ ...keys.confirmation(receipt.confirmation), sub }, { if: absent }),
  ...listName(sub, answers),
  ...(startedAt === undefined ? [] : [unlistDraft(sub, startedAt)]),
];

/** Lists an application under a change of its checklist. Earlier places stay, and readers skip them. */
export const listChange = (sub: ApplicantId, at: string) => writes.put(keys.listed('changed', at, sub));

/**
 * Lets an earlier place expire that deletions no longer find. Not every function that changes a checklist may
 * delete places.
 */
export const expireChange = (sub: ApplicantId, at: string) =>
  writes.put({ ...keys.listed('changed', at, sub), expires_at: seconds(now()) });
