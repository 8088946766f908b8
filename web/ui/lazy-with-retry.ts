import { type ComponentType, lazy } from 'react';
import { retryUntilDone } from './retry.ts';

/** A component that loads later. While its file cannot be loaded, the rest of the page works without it. */
// biome-ignore lint/suspicious/noExplicitAny: a component takes whatever properties it takes
export const lazyWithRetry = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) =>
  lazy(() => retryUntilDone(load));
