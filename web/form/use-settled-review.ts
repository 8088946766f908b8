import { useEffect, useReducer, useState } from 'react';
import { partnerForm } from '../form-state/partner-form.ts';

/** Time after which a page no longer waits for a review that is slow or broken. */
const maxWaitMs = 3_000;

/**
 * Returns true once every page of the review shows its answers, and the callback for each page. Content below
 * the review then no longer moves.
 */
export function useSettledReview(): readonly [isSettled: boolean, onPageShown: () => void] {
  const [shown, onPageShown] = useReducer((count: number) => count + 1, 0);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return [isLate || shown >= partnerForm().pages.length, onPageShown];
}
