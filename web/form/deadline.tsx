import { Suspense } from 'react';
import { currentPartner } from '../api-client/site-config.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';

const DeadlineNotice = lazyWithRetry(() => import('./deadline-notice.tsx'));

/** Until when to submit. Only partners with deadlines load it. */
export const Deadline = (props: { isRepeated?: boolean }) => (
  <Suspense>{currentPartner().deadlines !== undefined && <DeadlineNotice {...props} />}</Suspense>
);
