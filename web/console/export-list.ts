import type { ListQuery } from '../../shared/api/console.ts';
import type { ListedApplication } from '../../shared/api/console-replies.ts';
import { staffExportRoutes } from '../../shared/api/console-routes.ts';
import { byteOrderMark, csvLine } from '../../shared/export/csv.ts';
import { listCells, listTitles } from '../../shared/export/list-columns.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { callStaff } from './call-staff.ts';
import { withValues } from './list-query.ts';
import { universityToday } from './times.ts';

/** Fetches all pages of the list, and reports the number of applications after each. */
export async function fetchWholeList(
  query: ListQuery,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<readonly ListedApplication[]> {
  const all: ListedApplication[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    signal.throwIfAborted();
    const page: Awaited<ReturnType<typeof fetchPage>> = await fetchPage(withValues(query, { after }), signal);
    all.push(...page.applications);
    onProgress(all.length);
    after = page.next;
  }
  return all;
}

const fetchPage = (query: ListQuery, signal: AbortSignal) =>
  callStaff(staffExportRoutes.exportList, { query }, { signal });

/** The list as CSV that spreadsheets open safely. */
export const listAsCsv = (applications: readonly ListedApplication[]): string =>
  byteOrderMark +
  csvLine(listTitles) +
  applications.map((application) => csvLine(listCells(application, currentPartner().timeZone))).join('');

export function saveList(applications: readonly ListedApplication[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([listAsCsv(applications)], { type: 'text/csv;charset=utf-8' }));
  link.download = `applications-${universityToday()}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
