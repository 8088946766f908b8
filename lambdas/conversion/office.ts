import { conversionStep } from './conversion-step.ts';
import { docxPdf } from './docx-pdf.ts';
import { watchUpload } from './watch-upload.ts';

/** Converts Word documents, where LibreOffice is installed. A document that was replaced does not keep it busy. */
export const handler = conversionStep(async (bytes, job) => {
  using watch = watchUpload(job);
  return await docxPdf(bytes, { signal: watch.signal });
});
