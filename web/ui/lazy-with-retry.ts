import { type ComponentType, lazy } from 'react';
import { retryUntilDone } from './retry.ts';

/** A part of a page that loads later. While its file cannot be had the rest of the page goes on without it. */
// biome-ignore lint/suspicious/noExplicitAny: a component takes whatever properties it takes
export const lazyWithRetry = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>) =>
  lazy(() => retryUntilDone(load));
