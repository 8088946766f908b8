import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { whenFirstUsed } from './idle.ts';

const atLatest = 2_000;

/** Draws what is not needed for the first view once somebody uses the page, or two seconds later. */
export function Deferred({ children, instead }: { children: ReactNode; instead?: ReactNode }) {
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const begin = () => setTime(true);
    const forget = whenFirstUsed(begin);
    const late = setTimeout(begin, atLatest);
    return () => {
      forget();
      clearTimeout(late);
    };
  }, []);
  return <Suspense fallback={instead}>{isTime ? children : instead}</Suspense>;
}
