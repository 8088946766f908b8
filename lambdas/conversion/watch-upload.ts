import { isObjectGone } from '../aws/s3-objects.ts';
import type { Job } from './job.ts';

/** Time between two looks. */
const intervalMs = 2_000;

/**
 * Aborts its signal when the upload of a job is deleted, which it is as soon as it is replaced or deleted by
 * its applicant. Watch only an upload that could be read before.
 */
export const watchUpload = (job: Job): Disposable & { readonly signal: AbortSignal } => {
  const gone = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    if (await isObjectGone(job).catch(() => false)) gone.abort();
    else if (timer !== undefined) timer = setTimeout(look, intervalMs);
  };
  timer = setTimeout(look, intervalMs);
  return {
    signal: gone.signal,
    [Symbol.dispose]() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
};
