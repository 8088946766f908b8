import { QueryClient, queryOptions } from '@tanstack/react-query';
import { routes } from '../../shared/api/routes.ts';
import { limits } from '../../shared/rules/limits.ts';
import { call } from './call.ts';

/** Platform specification, point 9: no retry, infinite cache and stale time, no refetch on focus or mount. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      refetchOnMount: false,
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
    },
  },
});

export const documentsQuery = queryOptions({
  queryKey: ['document-answer'],
  queryFn: () => call(routes.documents.getDocuments, {}),
});

const isUnderWay = (status: string | undefined) => status === 'UNPROCESSED' || status === 'IN_PROGRESS';

/** How far a document's conversion is, asked every two seconds while it runs. */
export const conversionQuery = (answer_key: string) =>
  queryOptions({
    queryKey: ['doc-conversion', answer_key],
    queryFn: () => call(routes.documents.getConversion, { params: { answer_key } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? limits.conversionPoll : false),
    refetchIntervalInBackground: true,
  });

/** The PDF copy, asked every second until it is ready; then every ten minutes, because its address expires. */
export const applicationPdfQuery = queryOptions({
  queryKey: ['pdf-copy'],
  queryFn: () => call(routes.applicationPdf.getApplicationPdf, {}),
  refetchInterval: ({ state }) =>
    isUnderWay(state.data?.status)
      ? limits.pdfPoll
      : state.data?.status === 'COMPLETED'
        ? limits.pdfPollWhenReady
        : false,
  refetchIntervalInBackground: true,
});

/** After an upload went wrong or a file was deleted, both are asked again (platform specification, point 4). */
export const invalidateDocuments = async (): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['doc-conversion'] }),
    queryClient.invalidateQueries({ queryKey: ['document-answer'] }),
  ]);
};
