import { safeDocx } from './docx-preflight.ts';
import { installedOffice, type Office, officePdf } from './office-run.ts';
import { type CleanPdf, cleanPdf } from './pdf.ts';

/** A Word document as PDF: checked, converted by LibreOffice, and checked again. */
export const docxPdf = async (
  docx: Uint8Array,
  office: Office = installedOffice(process.env.SOFFICE ?? 'soffice'),
): Promise<CleanPdf> => cleanPdf(await officePdf(safeDocx(docx), office));
