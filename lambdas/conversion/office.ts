import { conversionStep } from './conversion-step.ts';
import { docxPdf } from './docx-pdf.ts';
import { watchUpload } from './watch-upload.ts';

/** Converts Word documents, where LibreOffice is installed. A document that was replaced does not keep it busy. */
const convert = conversionStep(async (bytes, job) => {
  using watch = watchUpload(job);
  return await docxPdf(bytes, { signal: watch.signal });
});

/** The scheduled call has no job. It keeps the function awake and does nothing. */
export const handler = async (event: object) =>
  Object.keys(event).length === 0 ? undefined : await convert(event);
