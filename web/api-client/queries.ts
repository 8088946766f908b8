import {
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery as useQueryOf,
} from '@tanstack/react-query';
import { applicationPdfRoutes, documentRoutes } from '../../shared/api/document-routes.ts';
import type { Progress } from '../../shared/api/submitted-replies.ts';
import { submittedRoutes } from '../../shared/api/submitted-routes.ts';
import { limits } from '../../shared/rules/limits.ts';
import { call } from './call.ts';

/**
 * No retry, unlimited cache and stale time, and no refetch on focus, reconnect or mount. While the browser is
 * offline a request fails and says so; by default it would wait without a word.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnMount: false,
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
    },
  },
});

/** Reads a query in any component. React Query's own `useQuery` needs a provider around the component. */
export const useQuery = <Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): UseQueryResult<Data> => useQueryOf(options, queryClient);

export const documentsQuery = queryOptions({
  queryKey: ['document-answer'],
  queryFn: () => call(documentRoutes.getDocuments, {}),
});

/** True while a conversion or an application PDF is being made. */
export const isRunning = (status: string | undefined) => status === 'UNPROCESSED' || status === 'IN_PROGRESS';

/** The conversion of a document, polled every two seconds while it runs. */
export const conversionQuery = (answer_key: string) =>
  queryOptions({
    queryKey: ['doc-conversion', answer_key],
    queryFn: () => call(documentRoutes.getConversion, { params: { answer_key } }),
    refetchInterval: ({ state }) => (isRunning(state.data?.status) ? limits.conversionPollMs : false),
    refetchIntervalInBackground: true,
  });

/**
 * The application PDF, polled every second until it is made or has failed, then every ten minutes: its link
 * expires, and another device may make a new one.
 */
export const applicationPdfQuery = queryOptions({
  queryKey: ['application-pdf'],
  queryFn: () => call(applicationPdfRoutes.getApplicationPdf, {}),
  refetchInterval: ({ state }) =>
    isRunning(state.data?.status) ? limits.pdfPollMs : limits.pdfPollWhenReadyMs,
  refetchIntervalInBackground: true,
});

/** Fetches both again, after a failed upload or a deleted file. */
export const invalidateDocuments = async (): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['doc-conversion'] }),
    queryClient.invalidateQueries({ queryKey: ['document-answer'] }),
  ]);
};

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
