import type { AuditLogEntry } from '../../shared/api/console-replies.ts';
import { staffAuditRoutes } from '../../shared/api/console-routes.ts';
import { byteOrderMark, csvLine } from '../../shared/export/csv.ts';
import { callStaff } from './call-staff.ts';
import { eventWords, personName } from './event-words.ts';
import { saveCsv } from './export-list.ts';

/** Fetches the whole audit log, and reports the number of entries after each page. */
export async function fetchAuditLog(
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<readonly AuditLogEntry[]> {
  const all: AuditLogEntry[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const query: { after?: string } = after === '' ? {} : { after };
    const page = await callStaff(staffAuditRoutes.exportAuditLog, { query }, { signal });
    all.push(...page.entries);
    onProgress(all.length);
    after = page.next;
  }
  return all;
}

const titles = ['Time (UTC)', 'Person', 'Action', 'Event', 'Details', 'Purpose'];

const cellsOf = ({ at, by, event, names, purpose = '' }: AuditLogEntry): readonly string[] => [
  ...[at, by === '' ? personName('') : by, eventWords(event)],
  ...[event, names.join(', '), purpose],
];

/** Saves entries as CSV that spreadsheets open safely, with all names and the ids of persons. */
export const saveAuditLog = (entries: readonly AuditLogEntry[]): void =>
  saveCsv('audit-log', byteOrderMark + [titles, ...entries.map(cellsOf)].map(csvLine).join(''));
