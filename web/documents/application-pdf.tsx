import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { limits } from '../../shared/rules/limits.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { applicationPdfQuery, queryClient } from '../api-client/queries.ts';
import { showFailure } from '../form-state/navigation.ts';
import { saveNow } from '../form-state/save-queue.ts';
import { getSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { QueryProvider } from './query-provider.tsx';

const failed = 'Error downloading PDF copy of your application.';
const nothingYet = 'There is nothing to copy yet. Please answer a question first.';

/** So that a link does not end between the click and the request. Milliseconds. */
const margin = 15_000;

function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = 'application.pdf';
  link.click();
}

/** Asks for a copy, waits until it is made, and downloads it once. */
function useApplicationPdf() {
  const [isAsked, setAsked] = useState(false);
  const isWanted = useRef(false);
  const { data, error, isFetching, dataUpdatedAt } = useQuery({
    ...applicationPdfQuery,
    enabled: isAsked,
  });
  const status = error === null ? data?.status : 'FAILED';

  const tell = (failure: unknown) => {
    isWanted.current = false;
    if (!(failure instanceof UnauthorizedError)) toast.error(failed);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks at each answer once
  useEffect(() => {
    if (!isWanted.current || isFetching) return;
    if (status === 'FAILED') return tell(error);
    if (status === 'NOT_ANSWERED') isWanted.current = false;
    if (status !== 'COMPLETED' || data === undefined) return;
    isWanted.current = false;
    download(data.url);
  }, [status, isFetching, dataUpdatedAt]);

  const ask = async () => {
    try {
      if (getSession().web_status !== 'submitted') await saveNow();
    } catch (failure) {
      return showFailure(failure);
    }
    queryClient.removeQueries({ queryKey: applicationPdfQuery.queryKey });
    isWanted.current = true;
    if (isAsked) await queryClient.fetchQuery(applicationPdfQuery).catch(tell);
    setAsked(true);
  };
  const isMaking = isAsked && (isFetching || status === 'UNPROCESSED' || status === 'IN_PROGRESS');
  const words = isMaking ? 'Making your copy' : '';
  /** A link that is about to end, or has ended, is not followed: a fresh one takes its place. */
  const follow = (event: MouseEvent) => {
    if (Date.now() - dataUpdatedAt < limits.pdfLink - margin) return;
    event.preventDefault();
    void ask();
  };
  return {
    ask,
    follow,
    isMaking,
    words: isAsked && status === 'NOT_ANSWERED' && !isMaking ? nothingYet : words,
    url: isAsked && status === 'COMPLETED' ? data?.url : undefined,
  };
}

/** 'Download PDF copy', on Final Steps and on the completion page. */
export const ApplicationPdf = () => (
  <QueryProvider>
    <Download />
  </QueryProvider>
);

function Download() {
  const { ask, follow, isMaking, words, url } = useApplicationPdf();
  return (
    <section className="card pdf-copy" aria-labelledby="pdf-copy">
      <h2 id="pdf-copy">A copy for you</h2>
      <p className="intro">All of your answers and the files you added, as one PDF.</p>
      <Button onClick={() => void ask()} isBusy={isMaking}>
        Download PDF copy
      </Button>
      <p className="file-state" role="status">
        {words}
      </p>
      {url && (
        <p>
          <a href={url} target="_blank" rel="noreferrer" onClick={follow} onAuxClick={follow}>
            Open your PDF copy
          </a>
        </p>
      )}
    </section>
  );
}
