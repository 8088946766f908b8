import { useEffect, useReducer, useState } from 'react';
import { partnerForm } from '../form-state/partner-form.ts';

/** Milliseconds after which a page no longer waits for a review that is slow or broken. */
const longest = 3_000;

/**
 * Whether every page of the review shows its answers, so that what is below stays where it is, and what to
 * call for each page.
 */
export function useSettledReview(): readonly [isSettled: boolean, onPageShown: () => void] {
  const [shown, onPageShown] = useReducer((count: number) => count + 1, 0);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), longest);
    return () => clearTimeout(timer);
  }, []);
  return [isLate || shown >= partnerForm().pages.length, onPageShown];
}
