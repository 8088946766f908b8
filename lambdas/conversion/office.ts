import { conversionStep } from './conversion-step.ts';
import { docxPdf } from './docx-pdf.ts';

/** Converts Word documents, where LibreOffice is installed. */
export const handler = conversionStep((bytes) => docxPdf(bytes));
