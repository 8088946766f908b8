import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { speak } from '../ui/speak.ts';
import { Problem } from './problem.tsx';
import { consoleSession } from './session.ts';

interface Download {
  readonly count: number;
  readonly error?: unknown;
}

const progressText = (count: number, noun: string) =>
  count === 0 ? 'Fetching the list...' : `Fetched ${count.toLocaleString('en-US')} ${noun}...`;

/** True if another dialog already shows the reason of a failed call. */
export const isExplained = () => consoleSession().mustSignInAgain || consoleSession().stage === 'ended';

interface Rows<Row> {
  readonly fetchRows: (signal: AbortSignal, onProgress: (count: number) => void) => Promise<readonly Row[]>;
  readonly save: (rows: readonly Row[]) => void;
  /** The rows in words: 'applications'. */
  readonly noun: string;
  /** The label of the button. */
  readonly label?: string;
}

function useDownload<Row>({ fetchRows, save, noun }: Rows<Row>) {
  const [download, setDownload] = useState<Download>();
  const running = useRef<AbortController>(undefined);
  const stop = () => {
    running.current?.abort();
    setDownload(undefined);
  };
  const run = async ({ signal }: AbortController) => {
    try {
      const rows = await fetchRows(signal, (count) => setDownload({ count }));
      save(rows);
      setDownload(undefined);
      speak(`${rows.length} ${noun} downloaded`);
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

/** Saves the rows of a list as a CSV file. */
export function DownloadCsv<Row>(rows: Rows<Row>) {
  const { download, start, stop } = useDownload(rows);
  const hasFailed = download?.error !== undefined;
  return (
    <>
      <Button size="fit" onClick={start}>
        {rows.label ?? 'Download CSV'}
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
          <p role="status">{progressText(download?.count ?? 0, rows.noun)}</p>
        )}
      </Dialog>
    </>
  );
}
