import { Suspense, useEffect, useState } from 'react';
import type { Page } from '../../shared/form/index.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';
import { isWideScreen } from '../ui/wide-screen.ts';

const ReviewedPage = lazyWithRetry(async () => ({
  default: (await import('./reviewed-page.tsx')).ReviewedPage,
}));

/**
 * All answers that staff will read, each with a link to its question. Collapsed on phones at first, where it would put
 * many screens between the questions and the Submit button.
 */
export function Review() {
  return (
    <section className="card review" aria-labelledby="review">
      <h2 id="review">Review your answers</h2>
      <p className="intro">This is what the admissions office will read. Check it before you submit.</p>
      {partnerForm().pages.map((page) => (
        <ReviewPage key={page.path} page={page} />
      ))}
    </section>
  );
}

/** A page renders only while it is open, so that a closed one costs nothing when answers change. */
function ReviewPage({ page: { path, label } }: { page: Page }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(isWideScreen()), []);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h3>{label}</h3>
      </summary>
      <Suspense fallback={<p role="status">Loading...</p>}>{isOpen && <ReviewedPage path={path} />}</Suspense>
    </details>
  );
}
