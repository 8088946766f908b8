import type { Job } from '../aws/conversion-job.ts';
import { conversionStep } from '../conversion/conversion-step.ts';
import type { SanitizedPdf } from '../conversion/sanitize-pdf.ts';

/** Loaded when first needed, so that a PDF does not wait for the image library. */
const picture = async (bytes: Uint8Array): Promise<SanitizedPdf> =>
  (await import('../conversion/image-pdf.ts')).imagePdf(bytes);
const pdf = async (bytes: Uint8Array): Promise<SanitizedPdf> =>
  (await import('../conversion/sanitize-pdf.ts')).sanitizePdf(bytes);
const notHere = (_: Uint8Array, { kind }: Job) =>
  Promise.reject(new Error(`This step does not convert ${kind}`));

const converters = { pdf, png: picture, jpeg: picture, docx: notHere };

/** Converts images and PDFs. */
export const handler = conversionStep((bytes, job) => converters[job.kind](bytes, job));
