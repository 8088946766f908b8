import { Suspense, useState } from 'react';
import type { Page } from '../../shared/form/index.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';

const ReviewedPage = lazyWithRetry(async () => ({
  default: (await import('./reviewed-page.tsx')).ReviewedPage,
}));

/**
 * All answers as staff will read them, each with the way back to its question. Closed at first: open, it would put a
 * dozen screens of a phone before the button that submits.
 */
export function Review() {
  return (
    <section className="card review" aria-labelledby="review">
      <h2 id="review">Review your answers</h2>
      <p className="intro">This is what the admissions office will read. Open a page to check it.</p>
      {partnerForm().pages.map((page) => (
        <PageToOpen key={page.path} page={page} />
      ))}
    </section>
  );
}

/** What nobody has opened is not drawn, and costs nothing while the answers change. */
function PageToOpen({ page: { path, label } }: { page: Page }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h3>{label}</h3>
      </summary>
      <Suspense fallback={<p role="status">Loading...</p>}>{isOpen && <ReviewedPage path={path} />}</Suspense>
    </details>
  );
}
