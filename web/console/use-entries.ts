import { useCallback, useState } from 'react';
import type { AuditLogEntry } from '../../shared/api/console-replies.ts';

interface Page {
  readonly entries: readonly AuditLogEntry[];
  readonly next?: string | undefined;
}

interface Entries extends Page {
  readonly isLoading: boolean;
  readonly error?: unknown;
}

type Fetch = (after: string | undefined) => Promise<Page>;

/** Entries of the audit log, fetched page by page; undefined until the first fetch. */
export function useEntries(fetchPage: Fetch) {
  const [shown, setShown] = useState<Entries>();
  const fetchFrom = useCallback(
    async (before: Page) => {
      setShown({ ...before, isLoading: true });
      try {
        const page = await fetchPage(before.next);
        setShown({ entries: [...before.entries, ...page.entries], next: page.next, isLoading: false });
      } catch (error) {
        setShown({ ...before, isLoading: false, error });
      }
    },
    [fetchPage],
  );
  const start = useCallback(() => void fetchFrom({ entries: [] }), [fetchFrom]);
  const more = () => void fetchFrom({ entries: shown?.entries ?? [], next: shown?.next });
  return { shown, start, more };
}
