import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackagePdf } from '../../../shared/archive/layouts.ts';
import type { ExportState } from './state.ts';

// The PDFs of an export in the order of its rows. The command writes the list with the rows, and reads it to
// write the ZIP files.

const listFile = 'export-pdfs.csv';

export const pdfListFile = (folder: string): string => join(folder, listFile);

/** Confirmation numbers, account ids and keys have no commas. */
export const listLine = ({ confirmation, applicant, key }: PackagePdf): string =>
  `${confirmation},${applicant},${key}\n`;

function pdfIn(line: string): PackagePdf {
  const [confirmation = '', applicant = '', key = ''] = line.split(',');
  return { confirmation, applicant, key };
}

/** The PDFs that are in no ZIP file yet: those that were missing, then the rest of the list. */
export function waitingPdfs(folder: string, { zipped, missing }: ExportState): readonly PackagePdf[] {
  const path = pdfListFile(folder);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
  return [...missing, ...lines.slice(zipped).map(pdfIn)];
}
