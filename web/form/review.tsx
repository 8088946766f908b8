import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import type { Page } from '../../shared/form/index.ts';
import { partnerForm } from '../form-state/partner-form.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';
import { isWideScreen } from '../ui/wide-screen.ts';

const ReviewedPage = lazyWithRetry(async () => ({
  default: (await import('./reviewed-page.tsx')).ReviewedPage,
}));

interface Props {
  /** Called for each page of the form, before the frame that shows its answers. */
  readonly onPageShown: () => void;
}

/**
 * All answers that are submitted, each with a link to its question. Initially collapsed on phones, where it
 * would put many screens between the questions and the Submit button.
 */
export function Review({ onPageShown }: Props) {
  return (
    <section className="card review" aria-labelledby="review">
      <h2 id="review">Review your answers</h2>
      <p className="intro">This is what you send us. Check it before you submit.</p>
      {partnerForm().pages.map((page) => (
        <ReviewPage key={page.path} page={page} onShown={onPageShown} />
      ))}
    </section>
  );
}

/** A page renders only while it is open: collapsed pages cost no time when answers change. */
function ReviewPage({ page: { path, label }, onShown }: { page: Page; onShown: () => void }) {
  const [isOpen, setOpen] = useState(false);
  // Also the page to whose 'Change' link the applicant returns.
  useEffect(() => setOpen(isWideScreen() || window.location.hash.startsWith(`#${path}/`)), [path]);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h3>{label}</h3>
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

/** Renders nothing. React runs its effect when all siblings have loaded and are about to be painted. */
function Shown({ onShown }: { onShown: () => void }): null {
  useLayoutEffect(onShown, [onShown]);
  return null;
}
