import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import type { Page } from '../../shared/form/index.ts';
import { hasAnswers } from '../form-state/form-store.ts';
import { openReviewedKeys, useReviewedCounts } from '../form-state/page-progress.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { isWideScreen } from '../ui/dom.ts';
import { lazyWithRetry } from '../ui/retry.ts';

const ReviewedPage = lazyWithRetry(async () => ({
  default: (await import('./reviewed-page.tsx')).ReviewedPage,
}));

interface Props {
  /** Called for each page of the form, before the frame that shows its answers, or if it stays closed. */
  readonly onPageShown: () => void;
}

/** All answers that are submitted, each with a link to its question. */
export function Review({ onPageShown }: Props) {
  return (
    <section className="part review" aria-labelledby="review">
      <h2 id="review">Review your answers</h2>
      <p className="intro">Check your answers before you submit.</p>
      {partnerForm().pages.map((page) => (
        <ReviewPage key={page.path} page={page} onShown={onPageShown} />
      ))}
    </section>
  );
}

/**
 * True for a page that opens by itself: the page to whose 'Change' link the applicant returns, and on wide
 * screens all pages. On phones they would put many screens between the questions and the Submit button, so
 * only those with an error open. Without any answer there is nothing to review.
 */
const opensFirst = (path: string): boolean =>
  window.location.hash.startsWith(`#${path}/`) ||
  (hasAnswers() && (isWideScreen() || openReviewedKeys(path).length > 0));

/** A page renders only while it is open: collapsed pages cost no time when answers change. */
function ReviewPage({ page: { path, label }, onShown }: { page: Page; onShown: () => void }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (opensFirst(path)) setOpen(true);
    else onShown();
  }, [path, onShown]);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h3>{label}</h3>
        <Counts path={path} />
        {!isOpen && <span className="review-check">Check</span>}
      </summary>
      <Suspense fallback={<p>Loading...</p>}>
        {isOpen && (
          <>
            <ReviewedPage path={path} />
            <Shown onShown={onShown} />
          </>
        )}
      </Suspense>
    </details>
  );
}

/** The contents of a page that may be closed: '18 answers · 2 to fix'. */
function Counts({ path }: { path: string }) {
  const counts = useReviewedCounts(path);
  if (counts === undefined) return null;
  const { answered, open } = counts;
  const answers = answered === 1 ? '1 answer' : `${answered} answers`;
  return <span className="review-counts">{open === 0 ? answers : `${answers} · ${open} to fix`}</span>;
}

/** Renders nothing. React runs its effect when all siblings have loaded and are about to be painted. */
function Shown({ onShown }: { onShown: () => void }): null {
  useLayoutEffect(onShown, [onShown]);
  return null;
}
