import type { Job } from '../aws/conversion-job.ts';
import { isObjectGone } from '../aws/s3.ts';
import { conversionStep } from '../conversion/conversion-step.ts';

/**
 * Converts Word documents, where LibreOffice is installed. A document that was replaced does not keep it
 * busy.
 */
const convert = conversionStep(async (bytes, job) => {
  using watch = watchUpload(job);
  const { docxPdf } = await import('../conversion/docx-pdf.ts');
  return await docxPdf(bytes, watch.signal);
});

/** The scheduled call has no job. It keeps the function awake and does nothing. */
export const handler = async (event: object) =>
  Object.keys(event).length === 0 ? undefined : await convert(event);

/** Time between two looks. */
const intervalMs = 2_000;

/**
 * Aborts its signal when the upload of a job is deleted, which it is as soon as it is replaced or deleted by
 * its applicant. Watch only an upload that could be read before.
 */
const watchUpload = (job: Job): Disposable & { readonly signal: AbortSignal } => {
  const gone = new AbortController();
  const timer = setInterval(async () => {
    if (await isObjectGone(job).catch(() => false)) gone.abort();
  }, intervalMs);
  return { signal: gone.signal, [Symbol.dispose]: () => clearInterval(timer) };
};
