import { conversionStep } from './conversion-step.ts';
import { watchUpload } from './watch-upload.ts';

/**
 * Converts Word documents, where LibreOffice is installed. A document that was replaced does not keep it
 * busy.
 */
const convert = conversionStep(async (bytes, job) => {
  using watch = watchUpload(job);
  const { docxPdf } = await import('./docx-pdf.ts');
  return await docxPdf(bytes, { signal: watch.signal });
});

/** The scheduled call has no job. It keeps the function awake and does nothing. */
export const handler = async (event: object) =>
  Object.keys(event).length === 0 ? undefined : await convert(event);
