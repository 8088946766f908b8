import { byteOrderMark, csvLine } from '../../shared/export/csv.ts';
import { listCells, listTitles } from '../../shared/export/list-columns.ts';
import { applicationPath } from '../../shared/rules/console-paths.ts';
import { cleanFileName } from '../../shared/rules/file-name.ts';
import { partner } from '../runtime/partner.ts';
import { siteUrl } from '../runtime/site-url.ts';
import type { StoredListRow, Submission } from '../store/items.ts';
import { listed } from './console-list.ts';
import type { ZipProblem } from './zip-pdf.ts';

/** Characters that Windows rejects in file names. */
const forbidden = /[\p{C}<>:"/\\|?*]/gu;
/** Most file systems have a limit of 255 bytes. */
const maxNameBytes = 160;

function shortened(name: string): string {
  let [kept, bytes] = ['', 0];
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxNameBytes) return kept;
    kept += character;
  }
  return kept;
}

/** 'Lindqvist Ada NLU-7K4Q29XW.pdf'. The confirmation number makes the name unique. */
export function pdfNameOf(answers: Submission['answers'], confirmation: string): string {
  const name = [answers.last_name, answers.first_name]
    .map((part) => cleanFileName(String(part ?? '')).replaceAll(forbidden, ' '))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${shortened(name)} ${confirmation}.pdf`.trim();
}

export const indexHead: string =
  byteOrderMark + csvLine([...listTitles, 'File', 'Link to the console', 'Problem']);

interface Indexed {
  /** Undefined for a deleted application. */
  readonly row: StoredListRow | undefined;
  readonly file?: string;
  readonly problem?: ZipProblem;
  readonly host: string;
}

/** Everyone who may make a ZIP file may also answer requests for corrections. */
const exporter = { roles: ['office'] } as const;

/** The line of one application. A deleted one has only its problem. */
export function indexLine({ row, file = '', problem, host }: Indexed): string {
  if (row === undefined) return csvLine([...listTitles.map(() => ''), file, '', problem ?? '']);
  const shown = listed(row, false, exporter);
  const link = siteUrl(host, applicationPath(shown.applicant));
  return csvLine([...listCells(shown, partner().timeZone), file, link, problem ?? '']);
}
