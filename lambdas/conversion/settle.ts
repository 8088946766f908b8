import { finish, isCompleted } from '../store/conversions.ts';
import type { Converted, Job } from './job.ts';
import { log } from './log.ts';
import { removeObject } from './objects.ts';

/** Records a refusal or a failure, with words that the applicant can act on. */
export const settleFailed = async (job: Omit<Job, 'kind'>, message: string): Promise<void> => {
  const stands = await finish(job, { status: 'FAILED', message });
  log('recorded', { gen: job.gen, status: 'FAILED', message, stands });
};

/** Records a converted document. One that was deleted or replaced meanwhile leaves no bytes behind. */
export const settleCompleted = async ({ job, pages, size }: Converted): Promise<void> => {
  const outcome = { status: 'COMPLETED', pdf_key: job.output_key, pdf_size: size, pages } as const;
  const stands = (await finish(job, outcome)) || (await isCompleted(job));
  if (!stands) await removeObject({ bucket: job.output_bucket, key: job.output_key });
  log('recorded', { gen: job.gen, status: 'COMPLETED', pages, stands });
};
