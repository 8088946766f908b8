import { useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { speak } from '../ui/speak.ts';
import { Problem } from './problem.tsx';
import { consoleSession } from './session.ts';

interface Download {
  readonly count: number;
  readonly error?: unknown;
  /** Chosen applications that the file does not have, because they were deleted. */
  readonly missing?: number;
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
  /** The number of rows that the file should have, if it is known. */
  readonly expected?: number;
}

function useDownload<Row>({ fetchRows, save, noun, expected }: Rows<Row>) {
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
      const missing = (expected ?? rows.length) - rows.length;
      setDownload(missing === 0 ? undefined : { count: rows.length, missing });
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

function titleOf({ error, missing }: Download): string {
  if (error !== undefined) return 'The list was not downloaded';
  return missing === undefined ? 'Downloading the list' : 'The list was downloaded';
}

function DownloadText({ count, missing, noun }: Download & { readonly noun: string }) {
  if (missing === undefined) return <p role="status">{progressText(count, noun)}</p>;
  const text = missing === 1 ? '1 chosen application was' : `${missing} chosen applications were`;
  return <p>{text} deleted in the meantime, and the file does not have them.</p>;
}

/** The label of a button. Phones show only what is downloaded, if several buttons are in a row. */
export const DownloadLabel = ({ of }: { readonly of: string }) => (
  <span>
    <span className="download-word">Download</span> {of}
  </span>
);

/** Saves the rows of a list as a CSV file. */
export function DownloadCsv<Row>(rows: Rows<Row>) {
  const { download, start, stop } = useDownload(rows);
  const hasFailed = download?.error !== undefined;
  const isDone = hasFailed || download?.missing !== undefined;
  return (
    <>
      <Button size="fit" onClick={start}>
        <DownloadLabel of="CSV" />
      </Button>
      <Dialog
        isOpen={download !== undefined}
        onClose={stop}
        title={titleOf(download ?? { count: 0 })}
        actions={
          <Button size="next" onClick={stop}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
        }
      >
        {hasFailed ? (
          <Problem error={download?.error} onRetry={start} />
        ) : (
          <DownloadText {...(download ?? { count: 0 })} noun={rows.noun} />
        )}
      </Dialog>
    </>
  );
}
