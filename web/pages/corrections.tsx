import { Suspense, useEffect } from 'react';
import { progressQuery } from '../api-client/progress-query.ts';
import { useQuery } from '../api-client/queries.ts';
import { Button } from '../ui/button.tsx';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';
import { correctionsQuery } from './corrections-query.ts';
import { followRequest, openRequest, useRequest } from './request-draft.ts';
import './corrections.css';

const AskCorrection = lazyWithRetry(() => import('./ask-correction.tsx'));
const CorrectionList = lazyWithRetry(() => import('./correction-list.tsx'));

/**
 * Requests for corrections of the submitted answers, which never change. A withdrawn application shows only
 * the requests that it has.
 */
export default function Corrections() {
  useEffect(followRequest, []);
  const isWithdrawn = useQuery(progressQuery).data?.withdrawn_at;
  const { data, isError } = useQuery(correctionsQuery);
  const wasOpened = useRequest((state) => state.wasOpened);
  if (isWithdrawn && !isError && !data?.corrections.length) return null;
  return (
    <section className="card corrections" aria-labelledby="corrections">
      <h2 id="corrections" tabIndex={-1}>
        Corrections
      </h2>
      {!isWithdrawn && <Ask />}
      <Suspense>
        <CorrectionList />
      </Suspense>
      <Suspense>{wasOpened && <AskCorrection />}</Suspense>
    </section>
  );
}

function Ask() {
  const hasDraft = useRequest(({ text, isOpen }) => text !== '' && !isOpen);
  return (
    <>
      <p>Your submitted answers don't change. If one is wrong, ask us to correct our records.</p>
      <Button size="fit" onClick={() => openRequest()}>
        {hasDraft ? 'Continue your request' : 'Ask for a correction'}
      </Button>
    </>
  );
}
