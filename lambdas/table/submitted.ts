import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { withdrawnAt } from './application.ts';
import { absent, exists, set } from './expression.ts';
import * as items from './items.ts';
import { keys, parts } from './keys.ts';
import { isUpdated, put, readItem } from './table.ts';

/** A read that may miss the last second costs half as much. */
const cheaply = { ConsistentRead: false };

/**
 * Reads an applicant's submission without the rest of the application; undefined if there is none. Exports
 * read it minutes after it was stored, so it needs no consistent read.
 */
export const readSubmission = (sub: ApplicantId): Promise<items.Submission | undefined> =>
  readItem({ pk: keys.application(sub), sk: parts.submission }, items.submission, cheaply);

/** Reads which checklist items of an applicant arrived, and when that changed. */
export async function readChecklist(sub: ApplicantId): Promise<items.StoredChecklist> {
  const found = await readItem({ pk: keys.application(sub), sk: parts.checklist }, items.checklist, cheaply);
  return found ?? { received: {}, rev: 0 };
}

/** Reads when an applicant withdrew; undefined if the application is not withdrawn. */
export const readWithdrawal = async (sub: ApplicantId): Promise<string | undefined> =>
  withdrawnAt(await readItem({ pk: keys.application(sub), sk: parts.withdrawal }, items.withdrawal, cheaply));

/** Records that the receipt was mailed, so it is never mailed again. */
export const markReceiptMailed = (sub: ApplicantId): Promise<boolean> =>
  isUpdated(
    { pk: keys.application(sub), sk: parts.receipt },
    set({ sent_at: new Date(now()).toISOString() }),
    {
      if: exists,
    },
  );

/** A package whose objects are all in the bucket and whose event was sent. */
interface DeliveredPackage {
  readonly confirmation: string;
  readonly format: number;
  readonly form_version: string;
  /** The folder of its objects in the bucket. */
  readonly folder: string;
}

/** Records a delivered package. A repeated delivery keeps the first record. */
export const recordPackage = (sub: ApplicantId, delivered: DeliveredPackage): Promise<boolean> =>
  put({ ...keys.package(sub), ...delivered, delivered_at: new Date(now()).toISOString() }, { if: absent });
