import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Answers } from '../../shared/form/index.ts';
import { limits } from '../../shared/rules/limits.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { applicationPdfQuery, isRunning, queryClient, useQuery } from '../api-client/queries.ts';
import { formStore, getAnswers } from '../form-state/form-store.ts';
import { showErrorToast } from '../form-state/navigation.ts';
import { saveQueue } from '../form-state/save-queue.ts';
import { getSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { useSpoken } from '../ui/speak.ts';
import { toast } from '../ui/toast.ts';
import { useKeepFocus } from './keep-focus.ts';

const failedMessage = 'Error downloading PDF copy of your application.';
const emptyMessage = 'Answer a question first, then you can make a copy.';

/** Links that expire within this time are not followed. */
const expiryMarginMs = 15_000;

/** Requests an application PDF, and waits until it is ready. Changed answers need another one. */
function useApplicationPdf() {
  const answers = formStore.use((state) => state.answers);
  const [copied, setCopied] = useState<Answers>();
  const isRequested = copied !== undefined;
  const isAwaited = useRef(false);
  const { data, error, isFetching, dataUpdatedAt } = useQuery({
    ...applicationPdfQuery,
    enabled: isRequested,
  });
  const status = error === null ? data?.status : 'FAILED';
  const isPending = isRequested && (isFetching || isRunning(status));

  // biome-ignore lint/correctness/useExhaustiveDependencies: handles each reply once
  useEffect(() => {
    if (!isAwaited.current || isFetching || isPending) return;
    isAwaited.current = false;
    if (status === 'COMPLETED') toast.closeCause(failedMessage);
    if (status === 'FAILED' && !(error instanceof UnauthorizedError)) toast.error(failedMessage);
  }, [status, isFetching, dataUpdatedAt]);

  const request = async () => {
    try {
      if (getSession().web_status !== 'submitted') await saveQueue.saveAll();
    } catch (failure) {
      return showErrorToast(failure);
    }
    const { queryKey } = applicationPdfQuery;
    isAwaited.current = true;
    setCopied(getAnswers());
    // The query of this component starts over. Another one in its place would be noticed only when something
    // renders.
    if (isRequested) return queryClient.resetQueries({ queryKey });
    queryClient.removeQueries({ queryKey });
  };
  const progressText = isPending ? 'Making your copy...' : '';
  /** Makes another copy when the link has expired, or is about to. */
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
    url: copied === answers && status === 'COMPLETED' && !isPending ? data?.url : undefined,
  };
}

/** The PDF copy, on Final Steps and on the completion page. Its button becomes the link to the copy. */
export function ApplicationPdf() {
  const { request, followUnlessExpired, isPending, statusText, url } = useApplicationPdf();
  const container = useRef<HTMLElement>(null);
  const focusRef = useKeepFocus(container);
  useSpoken(statusText);
  return (
    <section ref={container} className="application-pdf" aria-labelledby="application-pdf">
      <h2 id="application-pdf">PDF copy</h2>
      <p className="intro">All your answers and uploaded files in one PDF.</p>
      {url === undefined ? (
        <Button ref={focusRef} onClick={() => void request()} isBusy={isPending}>
          Make a PDF copy
        </Button>
      ) : (
        <a
          ref={focusRef}
          className="button"
          data-look="secondary"
          data-size="regular"
          href={url}
          target="_blank"
          rel="noreferrer"
          onClick={followUnlessExpired}
          onAuxClick={followUnlessExpired}
        >
          Open PDF<span className="unseen"> in a new tab</span>
        </a>
      )}
      <p className="hint">{statusText}</p>
    </section>
  );
}
