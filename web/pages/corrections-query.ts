import type { Correction } from '../../shared/api/correction-replies.ts';
import { correctionRoutes } from '../../shared/api/correction-routes.ts';
import { call } from '../api-client/call.ts';
import { queryClient } from '../api-client/queries.ts';

const queryKey = ['corrections'] as const;

/** The applicant's requests. Each visit of the page fetches them: the office may have answered. */
export const correctionsQuery = {
  queryKey,
  queryFn: () => call(correctionRoutes.getCorrections, {}),
  staleTime: 0,
  refetchOnMount: true,
};

export const showCorrections = (reply: { readonly corrections: readonly Correction[] }): void => {
  queryClient.setQueryData(queryKey, reply);
};

export const refetchCorrections = (): Promise<void> => queryClient.invalidateQueries({ queryKey });
