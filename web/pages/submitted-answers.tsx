import { Suspense, useState } from 'react';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';

const AnswerList = lazyWithRetry(async () => ({
  default: (await import('./answer-list.tsx')).AnswerList,
}));

/** What was submitted, to read again without the PDF. It loads when it is opened. */
export function SubmittedAnswers() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card submitted-answers" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>Your answers</h2>
      </summary>
      <Suspense fallback={<p>Loading...</p>}>{isOpen && <AnswerList />}</Suspense>
    </details>
  );
}
