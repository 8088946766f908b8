import { installedOffice, type Office, officePdf } from './office-run.ts';
import { sanitizeDocx } from './sanitize-docx.ts';
import { type SanitizedPdf, sanitizePdf } from './sanitize-pdf.ts';

/** A Word document as PDF: checked, converted by LibreOffice, and checked again. */
export const docxPdf = async (
  docx: Uint8Array,
  office: Office = installedOffice(process.env.SOFFICE ?? 'soffice'),
): Promise<SanitizedPdf> => sanitizePdf(await officePdf(sanitizeDocx(docx), office));
