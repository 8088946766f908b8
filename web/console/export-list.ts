import type { ListQuery } from '../../shared/api/console.ts';
import type { ListedApplication } from '../../shared/api/console-replies.ts';
import { staffExportRoutes } from '../../shared/api/console-routes.ts';
import type { ReplyOf } from '../../shared/api/index.ts';
import { byteOrderMark, csvLine } from '../../shared/export/csv.ts';
import { listCells, listTitles } from '../../shared/export/list-columns.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { callStaff } from './call-staff.ts';
import { withValues } from './list-query.ts';
import { universityToday } from './times.ts';

export type FetchPage = (
  query: ListQuery,
  signal: AbortSignal,
) => Promise<ReplyOf<typeof staffExportRoutes.exportList>>;

interface Options {
  readonly signal: AbortSignal;
  readonly onProgress: (count: number) => void;
  /** Maximum number of applications. Without it, the whole list is fetched. */
  readonly max?: number;
}

/** Fetches the pages of the list, and reports the number of applications after each. */
export async function fetchList(
  fetchPage: FetchPage,
  query: ListQuery,
  { signal, onProgress, max = Number.POSITIVE_INFINITY }: Options,
): Promise<readonly ListedApplication[]> {
  const all: ListedApplication[] = [];
  let after: string | undefined = '';
  while (after !== undefined && all.length < max) {
    signal.throwIfAborted();
    const page: Awaited<ReturnType<FetchPage>> = await fetchPage(withValues(query, { after }), signal);
    all.push(...page.applications);
    onProgress(all.length);
    after = page.next;
  }
  return all.slice(0, max);
}

/** A longer page than that of the list, for a file. */
export const exportPage: FetchPage = (query, signal) =>
  callStaff(staffExportRoutes.exportList, { query }, { signal });

/** The list as CSV that spreadsheets open safely. */
export const listAsCsv = (applications: readonly ListedApplication[]): string =>
  byteOrderMark +
  csvLine(listTitles) +
  applications.map((application) => csvLine(listCells(application, currentPartner().timeZone))).join('');

/** Saves a file under a name with the day. */
export function saveFile(name: string, type: 'csv' | 'zip', content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = `${name}-${universityToday()}.${type}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const saveCsv = (name: string, text: string): void =>
  saveFile(name, 'csv', new Blob([text], { type: 'text/csv;charset=utf-8' }));

export const saveList = (applications: readonly ListedApplication[]): void =>
  saveCsv('applications', listAsCsv(applications));
