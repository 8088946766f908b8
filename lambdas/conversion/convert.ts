import type { Job } from './job.ts';
import type { CleanPdf } from './pdf.ts';
import { serveJob } from './serve-job.ts';

/** Loaded when first needed: a PDF does not wait for the picture library. */
const picture = async (bytes: Uint8Array): Promise<CleanPdf> => (await import('./image.ts')).imagePdf(bytes);
const pdf = async (bytes: Uint8Array): Promise<CleanPdf> => (await import('./pdf.ts')).cleanPdf(bytes);
const notHere = (_: Uint8Array, { kind }: Job) =>
  Promise.reject(new Error(`This step does not convert ${kind}`));

const converters = { pdf, png: picture, jpeg: picture, docx: notHere };

/** Converts pictures and PDFs. */
export const handler = serveJob((bytes, job) => converters[job.kind](bytes, job));
