import type { Page } from '../../shared/form/index.ts';
import { OptionalPart } from '../layout/optional-part.tsx';
import { useSession } from '../session/session.ts';
import { Deferred } from '../ui/deferred.tsx';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';
import { PageButtons } from './page-buttons.tsx';
import { Review } from './review.tsx';
import { useSettledReview } from './use-settled-review.ts';

const ApplicationPdf = lazyWithRetry(async () => ({
  default: (await import('../documents/application-pdf.tsx')).ApplicationPdf,
}));

/** The end of the last page: the review, the PDF copy, and the buttons, which wait for the review. */
export function Ending({ page }: { page: Page }) {
  const isLoggedIn = useSession(({ is_logged_in }) => is_logged_in);
  const [isSettled, onPageShown] = useSettledReview();
  return (
    <>
      <OptionalPart>
        <Review onPageShown={onPageShown} />
      </OptionalPart>
      {isLoggedIn && (
        <OptionalPart>
          <Deferred fallback={<div className="card application-pdf" />}>
            <ApplicationPdf />
          </Deferred>
        </OptionalPart>
      )}
      <PageButtons page={page} isMoving={!isSettled} />
    </>
  );
}
