import { Suspense } from 'react';
import { usePublishedPartner } from '../api-client/published-settings.ts';
import { lazyWithRetry } from '../ui/lazy-with-retry.ts';

const DeadlineNotice = lazyWithRetry(() => import('./deadline-notice.tsx'));

/** Until when to submit. Only partners with deadlines load it. */
export const Deadline = (props: { isRepeated?: boolean }) => (
  <Suspense>{usePublishedPartner()?.deadlines !== undefined && <DeadlineNotice {...props} />}</Suspense>
);
