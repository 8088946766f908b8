import { useEffect } from 'react';
import { staffAuditRoutes } from '../../shared/api/console-routes.ts';
import { partnerOfFile } from '../api-client/site-config.ts';
import { Button } from '../ui/button.tsx';
import { callStaff } from './call-staff.ts';
import { DownloadCsv } from './download-list.tsx';
import { entryText, type FoldedEntry, foldListings, personName } from './event-words.ts';
import { fetchAuditLog, saveAuditLog } from './export-audit-log.ts';
import { Problem } from './problem.tsx';
import { shortTime, timeZoneName } from './times.ts';
import { useArrival } from './use-arrival.ts';
import { useEntries } from './use-entries.ts';
import './list.css';

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
        <div className="list-files">
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
