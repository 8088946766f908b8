import { docxPdf } from './docx.ts';
import { serveJob } from './serve-job.ts';

/** Converts Word documents; runs where LibreOffice is installed. */
export const handler = serveJob((bytes) => docxPdf(bytes));
