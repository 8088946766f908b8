import { installedOffice, type Office, officePdf } from './office-run.ts';
import { sanitizeDocx } from './sanitize-docx.ts';
import { type SanitizedPdf, sanitizePdf } from './sanitize-pdf.ts';

/** Converts a Word document: sanitizes it, runs LibreOffice, and sanitizes the PDF. */
export const docxPdf = async (
  docx: Uint8Array,
  options: { readonly office?: Office; readonly signal?: AbortSignal } = {},
): Promise<SanitizedPdf> => {
  const { office = installedOffice(process.env.SOFFICE ?? 'soffice'), signal } = options;
  return sanitizePdf(await officePdf(sanitizeDocx(docx), office, signal));
};
