import { useEffect } from 'react';
import type { AuditLogEntry } from '../../shared/api/console-replies.ts';
import { staffAuditRoutes } from '../../shared/api/console-routes.ts';
import { byteOrderMark, csvLine } from '../../shared/export/csv.ts';
import { partnerOfFile } from '../api-client/site-config.ts';
import { Button } from '../ui/button.tsx';
import { callStaff } from './call-staff.ts';
import { DownloadCsv } from './download-list.tsx';
import { entryText, eventWords, type FoldedEntry, foldListings, personName } from './event-words.ts';
import { saveCsv } from './export-list.ts';
import { Problem } from './problem.tsx';
import { shortTime, timeZoneName } from './times.ts';
import { useArrival } from './use-arrival.ts';
import { useEntries } from './use-entries.ts';
import './list.css';

/** Fetches the whole audit log, and reports the number of entries after each page. */
async function fetchAuditLog(
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
const saveAuditLog = (entries: readonly AuditLogEntry[]): void =>
  saveCsv('audit-log', byteOrderMark + [titles, ...entries.map(cellsOf)].map(csvLine).join(''));

const fetchPage = (after: string | undefined) =>
  callStaff(staffAuditRoutes.getAuditLog, { query: after === undefined ? {} : { after } });

function Row({ entry, count }: FoldedEntry) {
  const { at, by, purpose = '' } = entry;
  const text = entryText(entry, partnerOfFile());
  return (
    <tr>
      <td data-column="Time">{shortTime(at)}</td>
      <th scope="row">{by === '' ? personName('') : by}</th>
      <td>{text + (count > 1 ? `, ${count} times` : '') + (purpose && `. Purpose: ${purpose}`)}</td>
    </tr>
  );
}

/** Actions of staff and operators, newest first. */
export default function AuditLogPage() {
  useArrival('Audit log', 'audit log');
  const { shown, start, more } = useEntries(fetchPage);
  useEffect(start, [start]);
  const entries = shown?.entries ?? [];
  const isDone = shown !== undefined && !shown.isLoading && shown.error === undefined;
  return (
    <main id="main" className="page list-page">
      <div className="list-head">
        <h1 tabIndex={-1}>Audit log</h1>
        <div className="row list-files">
          <DownloadCsv fetchRows={fetchAuditLog} save={saveAuditLog} noun="entries" />
        </div>
      </div>
      <p className="hint">
        Actions of staff and operators that are not about one application. An application's page has its
        history. Days and times are in {timeZoneName()}.
      </p>
      {entries.length > 0 && (
        <table className="applications audit-log">
          <caption className="unseen">Audit log, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Person</th>
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody>
            {foldListings(entries).map((folded, index) => (
              // Entries never change, and several may have the same time.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Row key={index} {...folded} />
            ))}
          </tbody>
        </table>
      )}
      <p className="list-status" role="status">
        {shown?.isLoading ? 'Loading...' : isDone && `${entries.length} entries shown`}
      </p>
      <Problem error={shown?.error} onRetry={more} />
      {isDone && shown.next !== undefined && (
        <Button size="fit" onClick={more}>
          Show more
        </Button>
      )}
    </main>
  );
}
