import { Suspense, useState } from 'react';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';

const AnswerList = lazyWithRetry(async () => ({
  default: (await import('./answer-list.tsx')).AnswerList,
}));

/** The submitted answers, readable without the PDF. The list loads when the applicant opens it. */
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
