import { itemOfKey } from '../../shared/rules/checklist-documents.ts';
import type { Converted, Job, JobStart } from '../aws/conversion-job.ts';
import { log } from '../runtime/log.ts';
import { type ConvertedOutcome, finishConversion, isConversionCompleted } from './conversions.ts';

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
