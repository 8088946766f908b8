import { log } from '../runtime/log.ts';
import { finishConversion, isConversionCompleted } from '../store/conversions.ts';
import type { Converted, Job } from './job.ts';

/** Records a rejected file or a failure, with a message that the applicant can act on. Returns whether it ended the conversion. */
export const recordFailed = async (job: Omit<Job, 'kind'>, message: string): Promise<boolean> => {
  const isCurrent = await finishConversion(job, { status: 'FAILED', message });
  log({
    level: 'warn',
    event: 'conversion.recorded',
    applicant: job.sub,
    gen: job.gen,
    // Nobody reads why a file failed that was replaced meanwhile, and operators do not count it among the refused ones.
    status: isCurrent ? 'FAILED' : 'REPLACED',
    reason: message,
    isCurrent,
  });
  return isCurrent;
};

/** Records a converted document. If it was deleted or replaced meanwhile, its PDF is removed. */
export const recordCompleted = async ({ job, pages, size }: Converted): Promise<void> => {
  const { output_key: pdf_key, file_size } = job;
  const outcome = {
    status: 'COMPLETED',
    pdf_key,
    pdf_size: size,
    pages,
    ...(file_size && { file_size }),
  } as const;
  const isCurrent = (await finishConversion(job, outcome)) || (await isConversionCompleted(job));
  if (!isCurrent) {
    const { deleteObject } = await import('../aws/s3-objects.ts');
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
