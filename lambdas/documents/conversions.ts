import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import { itemOfKey } from '../../shared/rules/checklist-documents.ts';
import type { Converted, Job, JobStart } from '../aws/conversion-job.ts';
import type { Upload } from '../aws/object-keys.ts';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { log } from '../runtime/log.ts';
import { auditEntry } from '../table/audit-log.ts';
import { expression, same, set } from '../table/expression.ts';
import { document, type StoredDocument } from '../table/items.ts';
import { keys, parts } from '../table/keys.ts';
import { meetsConditions } from '../table/retry.ts';
import { isUpdated, readItem, update, writes } from '../table/table.ts';
import type { ConvertedOutcome } from './checklist-documents.ts';

const keyOf = ({ sub, answer_key }: Pick<Upload, 'sub' | 'answer_key'>) => ({
  pk: keys.application(sub),
  sk: parts.document(answer_key),
});

/**
 * Records that the file has arrived and returns the item; undefined if the upload was deleted or replaced.
 */
export async function markUploaded(upload: Upload): Promise<StoredDocument | undefined> {
  const { gen } = upload;
  const found = await update(keyOf(upload), set({ uploaded: true }), { if: same({ gen }) });
  return found && document.parse(found);
}

/**
 * Claims an upload that has arrived and whose conversion was requested. The upload's event and the request
 * may both start an execution, but only one gets the claim. A repeated step of the same execution gets it
 * again.
 */
export const claimConversion = (upload: Upload, run: string): Promise<boolean> => {
  const taken = { status: 'IN_PROGRESS', claimed_by: run };
  const isReady = same({ gen: upload.gen, requested: true, uploaded: true });
  const isFree = expression`(${same({ status: 'UNPROCESSED' })} OR (${same(taken)}))`;
  return isUpdated(keyOf(upload), set(taken), { if: expression`${isReady} AND ${isFree}` });
};

type ConversionOutcome = ConvertedOutcome | { readonly status: 'FAILED'; readonly message: string };

/**
 * Ends a conversion, and increments the application's revision in the same transaction. Applications that
 * were submitted or are being deleted are not changed. Returns true if this call ended the conversion.
 */
export const finishConversion = async (upload: Upload, outcome: ConversionOutcome): Promise<boolean> =>
  meetsConditions([requireChangeable(upload), end(upload, outcome), await auditOutcome(upload, outcome)]);

const auditOutcome = ({ sub, answer_key }: Upload, { status }: ConversionOutcome) =>
  auditEntry(sub, status === 'COMPLETED' ? 'converted' : 'upload-refused', { names: [answer_key] });

/** A failed upload for a checklist item changes neither the application nor the checklist. */
const requireChangeable = (upload: Upload) =>
  itemOfKey(upload.answer_key) === undefined ? raiseRevision(upload) : requireSubmitted(upload);

const metaKey = ({ sub }: Upload) => ({ pk: keys.application(sub), sk: parts.meta });

const requireSubmitted = (upload: Upload) =>
  writes.check(
    metaKey(upload),
    expression`attribute_exists(submitted_at) AND attribute_not_exists(erased_at)`,
  );

const raiseRevision = (upload: Upload) =>
  writes.update(metaKey(upload), expression`ADD rev ${1}`, {
    if: expression`attribute_not_exists(submitted_at) AND attribute_not_exists(erased_at)`,
  });

const end = (upload: Upload, outcome: ConversionOutcome) =>
  writes.update(keyOf(upload), set({ ...outcome }), {
    if: same({ gen: upload.gen, status: 'IN_PROGRESS' }),
  });

/** Reads the newest upload of a file question, consistently. */
export const readDocument = (
  sub: Upload['sub'],
  answer_key: Upload['answer_key'],
): Promise<StoredDocument | undefined> => readItem(keyOf({ sub, answer_key }), document);

/**
 * True if an upload has been converted and is still attached, also while a newer one is to replace it. A
 * repeated step finds its own result this way.
 */
export const isConversionCompleted = async ({ sub, answer_key, gen }: Upload): Promise<boolean> => {
  const stored = await readDocument(sub, answer_key);
  return [stored, stored?.replaces].some((each) => each?.gen === gen && each.status === 'COMPLETED');
};

/** The lock expires after this time, so a conversion that died cannot keep it. */
const lockDurationMs = deadlineSeconds.conversion * 1000;

const lockKey = (sub: ApplicantId) => ({ pk: keys.application(sub), sk: parts.conversionLock });

/**
 * Acquires the applicant's conversion lock: one conversion of an applicant runs at a time, so one account's
 * slow documents cannot use up the converters. Returns false while another conversion holds it. A repeated
 * step acquires its own lock again.
 */
export function acquireConversionLock(sub: ApplicantId, run: string): Promise<boolean> {
  const taken = set({ run, ends: now() + lockDurationMs });
  const isFree = expression`attribute_not_exists(run) OR ends < ${now()} OR run = ${run}`;
  return isUpdated(lockKey(sub), taken, { if: isFree });
}

/** Releases the lock. Returns false when another conversion holds it. */
export const releaseConversionLock = (sub: ApplicantId, run: string): Promise<boolean> =>
  isUpdated(lockKey(sub), expression`REMOVE run, ends`, { if: same({ run }) });

/** Records whether an upload waits for the lock, and restarts the time until it counts as failed. */
export function recordWaiting(upload: Upload, waiting: boolean): Promise<boolean> {
  const key = { pk: keys.application(upload.sub), sk: parts.document(upload.answer_key) };
  const change = set({ waiting, deadline: now() + lockDurationMs });
  return isUpdated(key, change, { if: same({ gen: upload.gen }) });
}

/**
 * Records a rejected file or a failure, with a message that the applicant can act on. Returns true if this
 * call ended the conversion.
 */
export const recordFailed = async (job: JobStart, message: string): Promise<boolean> => {
  const isCurrent = await finishConversion(job, { status: 'FAILED', message });
  log({
    level: 'warn',
    event: 'conversion.recorded',
    applicant: job.sub,
    gen: job.gen,
    // The message of a replaced file is never shown, and the operators' count of rejected files omits it.
    status: isCurrent ? 'FAILED' : 'REPLACED',
    reason: message,
    isCurrent,
  });
  return isCurrent;
};

/** Returns true if the document is attached. The code for checklist items loads with the first of them. */
async function attach(job: Job, outcome: ConvertedOutcome): Promise<boolean> {
  if (itemOfKey(job.answer_key) === undefined) return finishConversion(job, outcome);
  const { attachChecklistDocument } = await import('./checklist-documents.ts');
  const attachment = await attachChecklistDocument(job, outcome);
  if (typeof attachment === 'object') await recordFailed(job, attachment.rejected);
  return attachment === 'attached';
}

/** Records a converted document. If the upload was deleted or replaced in the meantime, deletes its PDF. */
export const recordCompleted = async ({ job, pages, size }: Converted): Promise<void> => {
  const { output_key: pdf_key, file_size } = job;
  const outcome = {
    status: 'COMPLETED',
    pdf_key,
    pdf_size: size,
    pages,
    ...(file_size && { file_size }),
  } as const;
  const isCurrent = (await attach(job, outcome)) || (await isConversionCompleted(job));
  if (!isCurrent) {
    const { deleteObject } = await import('../aws/s3.ts');
    await deleteObject({ bucket: job.output_bucket, key: job.output_key });
  }
  log({
    level: 'info',
    event: 'conversion.recorded',
    applicant: job.sub,
    gen: job.gen,
    status: 'COMPLETED',
    pages,
    isCurrent,
  });
};
