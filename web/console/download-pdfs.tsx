import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ListQuery } from '../../shared/api/console.ts';
import { maxPdfs } from '../../shared/rules/console-limits.ts';
import { applicationPath } from '../../shared/rules/console-paths.ts';
import { currentPartner } from '../api-client/site-config.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { speak } from '../ui/speak.ts';
import { isExplained } from './download-list.tsx';
import { exportPage, fetchList, saveFile } from './export-list.ts';
import type { WithoutPdf } from './pdf-archive.ts';
import { Problem } from './problem.tsx';

interface Download {
  readonly done: number;
  /** Undefined until the list is fetched. */
  readonly total?: number;
  readonly error?: unknown;
  /** Applications without a PDF in the complete file. */
  readonly without?: readonly WithoutPdf[];
}

const pdfCount = (count: number) => `${count} ${count === 1 ? 'PDF' : 'PDFs'}`;

function useDownload(query: ListQuery) {
  const [download, setDownload] = useState<Download>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const stop = () => {
    running.current?.abort();
    setDownload(undefined);
  };
  const run = async ({ signal }: AbortController) => {
    try {
      const { zipPdfs } = await import('./pdf-archive.ts');
      const options = { signal, onProgress: () => undefined, max: maxPdfs };
      const applications = await fetchList(exportPage, query, options);
      const total = applications.length;
      setDownload({ done: 0, total });
      const onProgress = (done: number) => {
        if (!signal.aborted) setDownload({ done, total });
      };
      const { file, without } = await zipPdfs(applications, { signal, onProgress });
      signal.throwIfAborted();
      saveFile(`${currentPartner().shortName}-applications`, 'zip', file);
      setDownload(without.length === 0 ? undefined : { done: total, total, without });
      speak(`${pdfCount(total - without.length)} downloaded`);
    } catch (error) {
      if (!signal.aborted) setDownload(isExplained() ? undefined : { done: 0, error });
    }
  };
  const start = () => {
    setDownload({ done: 0 });
    running.current = new AbortController();
    void run(running.current);
  };
  return { download, start, stop };
}

function Progress({ done, total }: Download) {
  return (
    <>
      <p role="status">{total === undefined ? 'Fetching the list...' : 'Fetching the PDFs...'}</p>
      {total !== undefined && (
        <>
          <progress className="pdfs-progress" value={done} max={total} aria-label="PDFs fetched" />
          <p>{`${done} of ${total}`}</p>
        </>
      )}
    </>
  );
}

function Without({ total = 0, without = [] }: Download) {
  return (
    <>
      <p role="status">{`The ZIP file has ${pdfCount(total - without.length)} and an index. It has no PDF of:`}</p>
      <ul className="pdfs-failed">
        {without.map(({ application: { applicant, name, confirmation }, problem }) => (
          <li key={applicant}>
            <Link to={applicationPath(applicant)}>
              {name}, {confirmation}
            </Link>
            : {problem}
          </li>
        ))}
      </ul>
    </>
  );
}

const titleOf = ({ error, without }: Download): string => {
  if (error !== undefined) return 'The PDFs were not downloaded';
  return without === undefined ? 'Downloading PDFs' : 'Some PDFs are missing';
};

interface Props {
  readonly query: ListQuery;
  /** The number of applications in the list; undefined until it is known. */
  readonly total: number | undefined;
}

/** Saves the application PDFs of the list as one ZIP file. The button says their number. */
export function DownloadPdfs({ query, total }: Props) {
  const { download, start, stop } = useDownload(query);
  const shown = download ?? { done: 0 };
  const isDone = shown.error !== undefined || shown.without !== undefined;
  const isTooMany = total !== undefined && total > maxPdfs;
  return (
    <>
      <Button size="fit" isBusy={!total || isTooMany} onClick={start}>
        {`Download PDFs${total === undefined ? '' : ` (${total.toLocaleString('en-US')})`}`}
      </Button>
      {isTooMany && (
        <p className="hint">At most {maxPdfs} PDFs in one download. Narrow the list with the filters.</p>
      )}
      <Dialog
        isOpen={download !== undefined}
        onClose={stop}
        title={titleOf(shown)}
        actions={
          <Button size="next" onClick={stop}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
        }
      >
        {shown.error !== undefined && <Problem error={shown.error} onRetry={start} />}
        {shown.without !== undefined && <Without {...shown} />}
        {!isDone && <Progress {...shown} />}
      </Dialog>
    </>
  );
}
