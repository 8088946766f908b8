import { queryOptions } from '@tanstack/react-query';
import type { Progress } from '../../shared/api/submitted-replies.ts';
import { submittedRoutes } from '../../shared/api/submitted-routes.ts';
import { call } from './call.ts';
import { queryClient } from './queries.ts';

/** Milliseconds until the page asks again if the office has received the application. */
const pollMs = 15_000;

/** The progress of a submitted application. */
export const progressQuery = queryOptions({
  queryKey: ['progress'],
  queryFn: () => call(submittedRoutes.getProgress, {}),
  refetchInterval: ({ state }) => (state.data?.received_at === '' ? pollMs : false),
  staleTime: pollMs,
  refetchOnMount: true,
});

/** Begins to load it before a component needs it. */
export const prefetchProgress = (): void => void queryClient.prefetchQuery(progressQuery);

export const showProgress = (change: Partial<Progress>): void => {
  queryClient.setQueryData(progressQuery.queryKey, (before) => before && { ...before, ...change });
};
