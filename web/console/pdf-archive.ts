import { downloadZip } from 'client-zip';
import type { ListedApplication } from '../../shared/api/console-replies.ts';
import { byteOrderMark, csvLine } from '../../shared/export/csv.ts';
import { listCells, listTitles } from '../../shared/export/list-columns.ts';
import { applicationPath } from '../../shared/rules/console-paths.ts';
import { cleanFileName } from '../../shared/rules/file-name.ts';
import { inOrder } from '../../shared/rules/in-order.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { fetchPdf, NoPdfError } from './fetch-pdf.ts';

/** All people share the functions that draw PDFs, so it is few. */
const maxConcurrent = 4;

/** Characters that Windows rejects in file names. */
const forbidden = /[\p{C}<>:"/\\|?*]/gu;
/** Most file systems have a limit of 255 bytes; a character has up to four. */
const maxNameLength = 50;

/** 'Ada Lindqvist NLU-7K4Q29XW.pdf'. The confirmation number makes the name unique. */
export function pdfNameOf({ name, confirmation }: ListedApplication): string {
  const cleaned = cleanFileName(name).replaceAll(forbidden, ' ').replaceAll(/\s+/g, ' ').trim();
  return `${[...cleaned].slice(0, maxNameLength).join('')} ${confirmation}.pdf`.trim();
}

const indexHead = byteOrderMark + csvLine([...listTitles, 'File', 'Link to the console', 'Problem']);

const indexLine = (application: ListedApplication, file: string, problem: string): string =>
  csvLine([
    ...listCells(application, currentPartner().timeZone),
    file,
    location.origin + applicationPath(application.applicant),
    problem,
  ]);

/** An application without a PDF in the file. */
export interface WithoutPdf {
  readonly application: ListedApplication;
  readonly problem: string;
}

interface Options {
  readonly signal: AbortSignal;
  /** Called after each application, with the number of applications that are done. */
  readonly onProgress: (done: number) => void;
}

const pdfOrProblem = (applicant: string, signal: AbortSignal): Promise<Uint8Array | string> =>
  fetchPdf(applicant, signal).catch((error: unknown) => {
    if (error instanceof NoPdfError) return error.message;
    throw error;
  });

/**
 * Fetches the PDFs of applications into a ZIP file, in their order, with an index. A PDF that cannot be had
 * is in the index and in the result, with the reason.
 */
export async function zipPdfs(
  applications: readonly ListedApplication[],
  { signal, onProgress }: Options,
): Promise<{ readonly file: Blob; readonly without: readonly WithoutPdf[] }> {
  const without: WithoutPdf[] = [];
  async function* entries() {
    const lines = [indexHead];
    const pdfs = inOrder(applications, maxConcurrent, async (application, stopped) => ({
      application,
      pdf: await pdfOrProblem(application.applicant, AbortSignal.any([signal, stopped])),
    }));
    let done = 0;
    for await (const { application, pdf } of pdfs) {
      if (typeof pdf === 'string') {
        without.push({ application, problem: pdf });
        lines.push(indexLine(application, '', pdf));
      } else {
        const name = pdfNameOf(application);
        lines.push(indexLine(application, name, ''));
        yield { name, input: pdf };
      }
      done += 1;
      onProgress(done);
    }
    yield { name: 'index.csv', input: lines.join('') };
  }
  const file = await downloadZip(entries()).blob();
  return { file, without };
}
