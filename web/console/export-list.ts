import type { ListQuery } from '../../shared/api/console.ts';
import type { ListedApplication } from '../../shared/api/console-replies.ts';
import { staffExportRoutes } from '../../shared/api/console-routes.ts';
import { byteOrderMark, csvLine } from '../../shared/export/csv.ts';
import { itemName, statusText } from '../../shared/rules/item-names.ts';
import { callStaff } from './call-staff.ts';
import { withValues } from './list-query.ts';
import { fullTime, universityToday } from './times.ts';

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

type Cell = readonly [title: string, of: (application: ListedApplication) => string];

const cells: readonly Cell[] = [
  ['Name', ({ name }) => name],
  ['Confirmation number', ({ confirmation }) => confirmation],
  ['Email', ({ email }) => email],
  ['Submitted', ({ submitted_at }) => fullTime(submitted_at)],
  ['Term', ({ term }) => term],
  ['Major', ({ major }) => major],
  ['Status', ({ missing }) => statusText(missing)],
  ['Missing', ({ missing }) => missing.map(itemName).join('; ')],
  ['Late', ({ late }) => late],
];

/** The list as CSV that spreadsheets open safely. */
export const listAsCsv = (applications: readonly ListedApplication[]): string =>
  byteOrderMark +
  csvLine(cells.map(([title]) => title)) +
  applications.map((application) => csvLine(cells.map(([, of]) => of(application)))).join('');

export function saveList(applications: readonly ListedApplication[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([listAsCsv(applications)], { type: 'text/csv;charset=utf-8' }));
  link.download = `applications-${universityToday()}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
