import { type ReactNode, Suspense, useEffect, useState } from 'react';

/** Runs work as soon as the browser has nothing else to do. Returns how to cancel it. */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: 1_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 200); // Safari
  return () => clearTimeout(timer);
}

/**
 * No event between the start and the end of a click: what loads then must not move the element that is
 * pressed.
 */
const events = ['pointermove', 'pointerup', 'keyup', 'focusin', 'scroll'] as const;
const isUse = ({ type, target }: Event): boolean => type !== 'focusin' || target instanceof HTMLInputElement;
let isUsed = false;

/** Runs work once the page is used for the first time, and the browser is idle. Returns how to cancel it. */
export function whenFirstUsed(work: () => void): () => void {
  if (isUsed) return whenIdle(work);
  let cancelWork = () => {};
  const start = (event: Event) => {
    if (!isUse(event)) return;
    isUsed = true;
    stopListening();
    cancelWork = whenIdle(work);
  };
  const stopListening = () => {
    for (const event of events) removeEventListener(event, start, true);
  };
  for (const event of events) addEventListener(event, start, { capture: true, passive: true });
  return () => {
    stopListening();
    cancelWork();
  };
}

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
