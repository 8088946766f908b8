import { queryOptions } from '@tanstack/react-query';
import type { Progress } from '../../shared/api/submitted-replies.ts';
import { submittedRoutes } from '../../shared/api/submitted-routes.ts';
import { call } from './call.ts';
import { queryClient } from './queries.ts';

/** The progress of a submitted application. */
export const progressQuery = queryOptions({
  queryKey: ['progress'],
  queryFn: () => call(submittedRoutes.getProgress, {}),
  staleTime: 15_000,
  refetchOnMount: true,
});

/** Begins to load it before a component needs it. */
export const prefetchProgress = (): void => void queryClient.prefetchQuery(progressQuery);

export const showProgress = (change: Partial<Progress>): void => {
  queryClient.setQueryData(progressQuery.queryKey, (before) => before && { ...before, ...change });
};
