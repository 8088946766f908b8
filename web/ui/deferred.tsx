import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { whenFirstUsed } from './idle.ts';

const latestMs = 2_000;

interface Props {
  readonly children: ReactNode;
  readonly fallback?: ReactNode;
}

/**
 * Renders content that the first view does not need, after the first interaction or two seconds. Shows
 * `fallback` until then.
 */
export function Deferred({ children, fallback }: Props) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const render = () => setDue(true);
    const cancel = whenFirstUsed(render);
    const timer = setTimeout(render, latestMs);
    return () => {
      cancel();
      clearTimeout(timer);
    };
  }, []);
  // Not one boundary around both: React would keep the hidden fallback, with its ids, next to the visible
  // one.
  return isDue ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}
