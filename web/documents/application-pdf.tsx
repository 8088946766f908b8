import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { limits } from '../../shared/rules/limits.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { applicationPdfQuery, queryClient, useQuery } from '../api-client/queries.ts';
import { saveInBackground, showErrorToast } from '../form-state/navigation.ts';
import { saveQueue } from '../form-state/save-queue.ts';
import { securityPath } from '../session/paths.ts';
import { getSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { useSpoken } from '../ui/speak.ts';
import { toast } from '../ui/toast.ts';

const failedMessage = 'Error downloading PDF copy of your application.';
const emptyMessage = 'Answer a question first, then you can download a copy.';

/** Links that expire within this time are not followed. */
const expiryMarginMs = 15_000;

function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = 'application.pdf';
  link.click();
}

/** Requests an application PDF, waits until it is ready, and downloads it once. */
function useApplicationPdf() {
  const [isRequested, setRequested] = useState(false);
  const shouldDownload = useRef(false);
  const { data, error, isFetching, dataUpdatedAt } = useQuery({
    ...applicationPdfQuery,
    enabled: isRequested,
  });
  const status = error === null ? data?.status : 'FAILED';

  const showError = (failure: unknown) => {
    shouldDownload.current = false;
    if (!(failure instanceof UnauthorizedError)) toast.error(failedMessage);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: handles each reply once
  useEffect(() => {
    if (!shouldDownload.current || isFetching) return;
    if (status === 'FAILED') return showError(error);
    if (status === 'NOT_ANSWERED') shouldDownload.current = false;
    if (status !== 'COMPLETED' || data === undefined) return;
    shouldDownload.current = false;
    toast.closeCause(failedMessage);
    download(data.url);
  }, [status, isFetching, dataUpdatedAt]);

  const request = async () => {
    try {
      if (getSession().web_status !== 'submitted') await saveQueue.save();
    } catch (failure) {
      return showErrorToast(failure);
    }
    const { queryKey } = applicationPdfQuery;
    shouldDownload.current = true;
    // The query of this component starts over. Another one in its place would be noticed only when something
    // renders.
    if (isRequested) return queryClient.resetQueries({ queryKey });
    queryClient.removeQueries({ queryKey });
    setRequested(true);
  };
  const isPending = isRequested && (isFetching || status === 'UNPROCESSED' || status === 'IN_PROGRESS');
  const progressText = isPending ? 'Making your copy...' : '';
  /** Replaces a link that has expired, or is about to, by a new one. */
  const followUnlessExpired = (event: MouseEvent) => {
    if (Date.now() - dataUpdatedAt < limits.pdfLinkMs - expiryMarginMs) return;
    event.preventDefault();
    void request();
  };
  return {
    request,
    followUnlessExpired,
    isPending,
    statusText: isRequested && status === 'NOT_ANSWERED' && !isPending ? emptyMessage : progressText,
    url: isRequested && status === 'COMPLETED' ? data?.url : undefined,
  };
}

/** 'Download PDF copy', on Final Steps and on the completion page. */
export function ApplicationPdf() {
  const { request, followUnlessExpired, isPending, statusText, url } = useApplicationPdf();
  useSpoken(statusText);
  return (
    <section className="card application-pdf" aria-labelledby="application-pdf">
      <h2 id="application-pdf">A copy for you</h2>
      <p className="intro">
        All your answers and uploaded files in one PDF. Or{' '}
        <Link to={`${securityPath}#share-section`} onClick={saveInBackground}>
          show it to someone
        </Link>
        .
      </p>
      <Button onClick={() => void request()} isBusy={isPending}>
        Download PDF copy
      </Button>
      <p className="hint">{statusText}</p>
      {url && (
        <p>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            onClick={followUnlessExpired}
            onAuxClick={followUnlessExpired}
          >
            Open your PDF copy
          </a>
        </p>
      )}
    </section>
  );
}
