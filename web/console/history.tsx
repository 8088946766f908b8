import { useCallback } from 'react';
import type { AuditLogEntry } from '../../shared/api/console-replies.ts';
import { staffNotesRoutes } from '../../shared/api/console-routes.ts';
import { Button } from '../ui/button.tsx';
import { callStaff } from './call-staff.ts';
import { entryTexts, personName } from './event-words.ts';
import { Problem } from './problem.tsx';
import { shortTime } from './times.ts';
import { useEntries } from './use-entries.ts';

function Entry({ entry }: { readonly entry: AuditLogEntry }) {
  const { words, names, purpose } = entryTexts(entry);
  return (
    <li>
      <p>
        <strong>{personName(entry.by)}</strong> {words}
        {names !== '' && `: ${names}`}
      </p>
      <p className="hint">
        {shortTime(entry.at)}
        {purpose !== '' && `, ${purpose}`}
      </p>
    </li>
  );
}

/** Readings and changes of an application, fetched when a person asks for them. */
export function History({ applicant }: { readonly applicant: string }) {
  const fetchPage = useCallback(
    (after: string | undefined) =>
      callStaff(staffNotesRoutes.getHistory, {
        params: { applicant },
        query: after === undefined ? {} : { after },
      }),
    [applicant],
  );
  const { shown, start, more } = useEntries(fetchPage);
  const isDone = shown !== undefined && !shown.isLoading && shown.error === undefined;
  return (
    <section className="side-part" aria-label="History">
      <h2>History</h2>
      {shown && (
        <ol className="history">
          {shown.entries.map((entry, index) => (
            // Entries never change, and several may have the same time.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Entry key={index} entry={entry} />
          ))}
        </ol>
      )}
      <p className="hint" role="status">
        {shown?.isLoading && 'Loading...'}
        {isDone && shown.entries.length === 0 && 'There are no entries.'}
      </p>
      <Problem error={shown?.error} onRetry={more} />
      {shown === undefined && (
        <Button size="fit" onClick={start}>
          Show history
        </Button>
      )}
      {isDone && shown.next !== undefined && (
        <Button size="fit" onClick={more}>
          Show more<span className="unseen"> of the history</span>
        </Button>
      )}
    </section>
  );
}
