import { useRef, useState } from 'react';
import type { ListQuery } from '../../shared/api/console.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { speak } from '../ui/speak.ts';
import { fetchWholeList, saveList } from './export-list.ts';
import { Problem } from './problem.tsx';
import { consoleSession } from './session.ts';

interface Download {
  readonly count: number;
  readonly error?: unknown;
}

const progressText = (count: number) =>
  count === 0 ? 'Fetching the list...' : `Fetched ${count.toLocaleString('en-US')} applications...`;

/** True if another dialog already shows the reason of a failed call. */
const isExplained = () => consoleSession().mustSignInAgain || consoleSession().stage === 'ended';

function useDownload(query: ListQuery) {
  const [download, setDownload] = useState<Download>();
  const running = useRef<AbortController>(undefined);
  const stop = () => {
    running.current?.abort();
    setDownload(undefined);
  };
  const run = async ({ signal }: AbortController) => {
    try {
      const applications = await fetchWholeList(query, signal, (count) => setDownload({ count }));
      saveList(applications);
      setDownload(undefined);
      speak(`${applications.length} applications downloaded`);
    } catch (error) {
      if (!signal.aborted) setDownload(isExplained() ? undefined : { count: 0, error });
    }
  };
  const start = () => {
    setDownload({ count: 0 });
    running.current = new AbortController();
    void run(running.current);
  };
  return { download, start, stop };
}

/** Saves the whole list, with the filters in use, as a CSV file. */
export function DownloadList({ query }: { readonly query: ListQuery }) {
  const { download, start, stop } = useDownload(query);
  const hasFailed = download?.error !== undefined;
  return (
    <>
      <Button size="fit" onClick={start}>
        Download CSV
      </Button>
      <Dialog
        isOpen={download !== undefined}
        onClose={stop}
        title={hasFailed ? 'The list was not downloaded' : 'Downloading the list'}
        actions={
          <Button size="next" onClick={stop}>
            {hasFailed ? 'Close' : 'Cancel'}
          </Button>
        }
      >
        {hasFailed ? (
          <Problem error={download?.error} onRetry={start} />
        ) : (
          <p role="status">{progressText(download?.count ?? 0)}</p>
        )}
      </Dialog>
    </>
  );
}
