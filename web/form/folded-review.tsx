import type { ReactNode } from 'react';
import { type PrintedPage, withoutUnansweredOptional } from '../../shared/form/index.ts';
import { formStore } from '../form-state/form-store.ts';
import { partnerForm } from '../form-state/partner-form.ts';

interface Props {
  /** The lines of one form page. */
  readonly pages: readonly PrintedPage[];
  readonly print: (pages: readonly PrintedPage[]) => ReactNode;
}

/** The review on a phone: optional questions without an answer follow in one line that opens. */
export function FoldedReview({ pages, print }: Props) {
  const { pages: shorter, blank, leftOut } = withoutUnansweredOptional(partnerForm(), formStore.get(), pages);
  if (leftOut === 0) return print(pages);
  return (
    <>
      {print(shorter)}
      <details className="review-blank">
        <summary>{`${leftOut} optional ${leftOut === 1 ? 'question' : 'questions'} left blank`}</summary>
        {print(blank)}
      </details>
    </>
  );
}
