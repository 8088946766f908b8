import { useEffect } from 'react';
import type { AuditLogEntry } from '../../shared/api/console-replies.ts';
import { staffAuditRoutes } from '../../shared/api/console-routes.ts';
import { Button } from '../ui/button.tsx';
import { callStaff } from './call-staff.ts';
import { DownloadCsv } from './download-list.tsx';
import { entryTexts, personName } from './event-words.ts';
import { fetchAuditLog, saveAuditLog } from './export-audit-log.ts';
import { Problem } from './problem.tsx';
import { shortTime, timeZoneName } from './times.ts';
import { useArrival } from './use-arrival.ts';
import { useEntries } from './use-entries.ts';
import './list.css';

const fetchPage = (after: string | undefined) =>
  callStaff(staffAuditRoutes.getAuditLog, { query: after === undefined ? {} : { after } });

function Row({ entry }: { readonly entry: AuditLogEntry }) {
  const { words, names, purpose } = entryTexts(entry);
  return (
    <tr>
      <td data-column="Time">{shortTime(entry.at)}</td>
      <th scope="row">{entry.by === '' ? personName('') : entry.by}</th>
      <td>{words}</td>
      <td>{[names, purpose].filter((text) => text !== '').join('; ')}</td>
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
        <DownloadCsv fetchRows={fetchAuditLog} save={saveAuditLog} noun="entries" />
      </div>
      <p className="hint">
        Actions of staff and operators that concern no single application. The history of an application is on
        its own page. Days and times are in {timeZoneName()}.
      </p>
      {entries.length > 0 && (
        <table className="applications audit-log">
          <caption className="unseen">Audit log, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Person</th>
              <th scope="col">Action</th>
              <th scope="col">Details</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, index) => (
              // Entries never change, and several may have the same time.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Row key={index} entry={entry} />
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
