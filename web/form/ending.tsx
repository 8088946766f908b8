import { type ReactNode, useEffect, useReducer, useState } from 'react';
import type { Page } from '../../shared/form/index.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { OptionalPart } from '../layout/optional-part.tsx';
import { useSession } from '../session/session.ts';
import { Deferred } from '../ui/deferred.tsx';
import { lazyWithRetry } from '../ui/retry.ts';
import { PageButtons } from './page-buttons.tsx';
import { Review } from './review.tsx';

/** Time after which a page no longer waits for a review that is slow or broken. */
const maxWaitMs = 3_000;

/**
 * Returns true once every page of the review shows its answers, and the callback for each page. Content below
 * the review then no longer moves.
 */
function useSettledReview(): readonly [isSettled: boolean, onPageShown: () => void] {
  const [shown, onPageShown] = useReducer((count: number) => count + 1, 0);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return [isLate || shown >= partnerForm().pages.length, onPageShown];
}

const ApplicationPdf = lazyWithRetry(async () => ({
  default: (await import('../documents/application-pdf.tsx')).ApplicationPdf,
}));

/**
 * The end of the last page: the review, the closing section, the buttons, and the PDF copy. The review moves
 * the section and the buttons away from a press, so both wait for it.
 */
export function Ending({ page, children }: { page: Page; children: ReactNode }) {
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const [isSettled, onPageShown] = useSettledReview();
  return (
    <>
      <OptionalPart>
        <Review onPageShown={onPageShown} />
      </OptionalPart>
      <div className="after-review" data-moving={!isSettled || undefined}>
        {children}
        <PageButtons page={page} />
      </div>
      {isLoggedIn && (
        <OptionalPart>
          <div className="part">
            <Deferred fallback={<div className="application-pdf" />}>
              <ApplicationPdf />
            </Deferred>
          </div>
        </OptionalPart>
      )}
    </>
  );
}
