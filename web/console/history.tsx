import { useCallback, useEffect, useRef } from 'react';
import type { AuditLogEntry } from '../../shared/api/console-replies.ts';
import { staffNotesRoutes } from '../../shared/api/console-routes.ts';
import { partnerOfFile } from '../api-client/site-config.ts';
import { Button } from '../ui/button.tsx';
import { callStaff } from './call-staff.ts';
import { entryText, personName } from './event-words.ts';
import { Problem } from './problem.tsx';
import { shortTime } from './times.ts';
import { useEntries } from './use-entries.ts';

function Entry({ entry }: { readonly entry: AuditLogEntry }) {
  const { at, by, purpose = '' } = entry;
  return (
    <li tabIndex={-1}>
      <p>
        <strong>{personName(by)}</strong> {entryText(entry, partnerOfFile())}
      </p>
      <p className="hint">{purpose === '' ? shortTime(at) : `${shortTime(at)}, ${purpose}`}</p>
    </li>
  );
}

/** Moves the focus to the first new entry, if it was on a button that is gone. */
function useFocusOnNewEntries(count: number) {
  const list = useRef<HTMLOListElement>(null);
  const before = useRef(0);
  useEffect(() => {
    const first = list.current?.children[before.current] as HTMLElement | undefined;
    if (document.activeElement === document.body) first?.focus();
    before.current = count;
  }, [count]);
  return list;
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
  const list = useFocusOnNewEntries(shown?.entries.length ?? 0);
  const hasMore = shown === undefined || shown.next !== undefined;
  return (
    <section className="side-part" aria-label="History">
      <h2>History</h2>
      {shown && (
        <ol className="stack history" ref={list}>
          {shown.entries.map((entry, index) => (
            // Entries never change, and several may have the same time.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <Entry key={index} entry={entry} />
          ))}
        </ol>
      )}
      <p className="hint" role="status">
        {shown?.isLoading && 'Loading...'}
        {shown?.isLoading === false &&
          shown.error === undefined &&
          shown.entries.length === 0 &&
          'There are no entries.'}
      </p>
      <Problem error={shown?.error} onRetry={more} />
      {(hasMore || shown.isLoading) && shown?.error === undefined && (
        <Button size="fit" isBusy={shown?.isLoading ?? false} onClick={shown === undefined ? start : more}>
          {shown === undefined || shown.entries.length === 0 ? 'Show history' : 'Show more of the history'}
        </Button>
      )}
    </section>
  );
}
