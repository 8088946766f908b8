import { useState } from 'react';
import { Link } from 'react-router';
import type { ZipFile } from '../../shared/api/console-replies.ts';
import { staffExportRoutes } from '../../shared/api/console-routes.ts';
import { applicationPath } from '../../shared/rules/console-paths.ts';
import { urlFor } from '../api-client/call.ts';
import { useQuery } from '../api-client/queries.ts';
import { Button } from '../ui/button.tsx';
import { useSpoken } from '../ui/speak.ts';
import { Problem } from './problem.tsx';
import { shortTime } from './times.ts';
import { cancelZip, isRunning, isZipThere, zipsQuery } from './zip-queries.ts';

export const zipFilesId = 'zip-files';

const countText = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** '4.5 MB' */
const sizeText = (bytes: number): string =>
  bytes < 1_000_000_000
    ? `${(Math.max(bytes, 100_000) / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(1)} GB`;

const stepTexts = { preparing: 'Preparing the PDFs', writing: 'Writing the file' } as const;

/** The state of a file in words. */
function stateText({ state, done, total, size, failed, expires_at }: ZipFile): string {
  if (state === 'preparing' || state === 'writing') return `${stepTexts[state]}: ${done} of ${total}`;
  if (state === 'canceled') return 'Canceled.';
  if (state === 'failed') return 'The file could not be made. Choose the applications, and try again.';
  return `Ready: ${countText(total - failed.length, 'PDF')} and an index, ${sizeText(size)}. Kept until ${shortTime(expires_at)}.`;
}

/** Both steps make half of the progress. */
const progressOf = ({ state, done, total }: ZipFile) => ({
  value: state === 'writing' ? total + done : done,
  max: total * 2,
});

/** The announcement: the end, and each quarter on the way. */
function spokenText(zip: ZipFile | undefined): string {
  if (zip === undefined) return '';
  if (!isRunning(zip)) return `ZIP file. ${stateText(zip)}`;
  const { value, max } = progressOf(zip);
  return `ZIP file: ${Math.floor((value / max) * 4) * 25} percent`;
}

function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (action: () => Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    try {
      await action();
    } catch (reason) {
      setError(reason);
    }
    setBusy(false);
  };
  return { isBusy, error, run };
}

async function download(id: string): Promise<void> {
  if (!(await isZipThere(id)))
    throw new Error('This file is no longer there: files are deleted after a day. Make a new one.');
  location.assign(urlFor(staffExportRoutes.downloadZip, { params: { zip: id } }));
}

/** Applications without a PDF, each with the reason. A deleted application has no name. */
const Failed = ({ failed }: Pick<ZipFile, 'failed'>) => (
  <details>
    <summary>{countText(failed.length, 'application')} without a PDF</summary>
    <ul className="zip-failed">
      {failed.map(({ applicant, name, confirmation, reason }) => (
        <li key={applicant}>
          {name !== '' && (
            <>
              <Link to={applicationPath(applicant)}>
                {name}, {confirmation}
              </Link>
              {': '}
            </>
          )}
          {reason}
        </li>
      ))}
    </ul>
  </details>
);

function ZipItem({ zip }: { readonly zip: ZipFile }) {
  const { id, state, total, created_at, failed } = zip;
  const { isBusy, error, run } = useAction();
  const title = `${countText(total, 'application')}, ${shortTime(created_at)}`;
  return (
    <li data-state={state}>
      <div className="zip-facts">
        <p className="zip-title">{title}</p>
        {isRunning(zip) && <progress {...progressOf(zip)} aria-label={`ZIP file of ${title}`} />}
        <p>{stateText(zip)}</p>
      </div>
      {isRunning(zip) && (
        <Button size="fit" isBusy={isBusy} onClick={() => void run(() => cancelZip(id))}>
          Cancel<span className="unseen"> the ZIP file of {title}</span>
        </Button>
      )}
      {state === 'completed' && (
        <Button look="primary" size="fit" isBusy={isBusy} onClick={() => void run(() => download(id))}>
          Download<span className="unseen"> the ZIP file of {title}</span>
        </Button>
      )}
      {failed.length > 0 && <Failed failed={failed} />}
      <Problem error={error} />
    </li>
  );
}

/** The ZIP files that the person asked for in the last day. */
export function ZipFiles() {
  const { data, error, refetch } = useQuery(zipsQuery);
  // A canceled file is of no use, but the newest one confirms that it was canceled.
  const zips = (data?.zips ?? []).filter(({ state }, place) => place === 0 || state !== 'canceled');
  useSpoken(spokenText(zips[0]));
  if (error === null && zips.length === 0) return null;
  return (
    <section className="zip-files" aria-labelledby={zipFilesId}>
      <h2 id={zipFilesId} tabIndex={-1}>
        ZIP files of PDFs
      </h2>
      <p className="hint">Only you see them. Each is deleted after a day.</p>
      <Problem error={error} onRetry={() => void refetch()} />
      <ul>
        {zips.map((zip) => (
          <ZipItem key={zip.id} zip={zip} />
        ))}
      </ul>
    </section>
  );
}
