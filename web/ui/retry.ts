import { type ComponentType, lazy } from 'react';

const pauseMs = 5_000;

/** Resolves when the browser is online again, or after a pause. */
const nextTry = () =>
  new Promise<void>((resolve) => {
    addEventListener('online', () => resolve(), { once: true });
    setTimeout(resolve, pauseMs);
  });

/** Repeats the work until it succeeds. With `hasFailed` it waits before the first attempt. */
export async function retryUntilDone<Result>(
  work: () => Promise<Result>,
  hasFailed = false,
): Promise<Result> {
  if (hasFailed) await nextTry();
  for (;;)
    try {
      return await work();
    } catch {
      await nextTry();
    }
}

/** A component that loads later. While its file cannot be loaded, the rest of the page works without it. */
// biome-ignore lint/suspicious/noExplicitAny: a component takes whatever properties it takes
export const lazyWithRetry = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) =>
  lazy(() => retryUntilDone(load));
