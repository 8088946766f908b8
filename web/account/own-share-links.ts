import { useEffect, useState } from 'react';
import type { ReplyOf } from '../../shared/api/index.ts';
import { shareRoutes } from '../../shared/api/share-routes.ts';
import type { SharedPart } from '../../shared/rules/share-links.ts';
import { call } from '../api-client/call.ts';
import { errorMessage } from '../api-client/errors.ts';

export type ShareLink = ReplyOf<typeof shareRoutes.getShareLinks>['links'][number];

/** The parts of the application that a link can show, the smallest one first. */
export const partLabels: Readonly<Record<SharedPart, string>> = {
  checklist: 'Only what is still missing',
  answers: 'My whole application, without alien number and legal history',
};

/** The applicant's links that work, or why they could not be loaded. */
export function useShareLinks() {
  const [links, setLinks] = useState<readonly ShareLink[]>();
  const [error, setError] = useState<string>();
  const load = async () => {
    try {
      setLinks((await call(shareRoutes.getShareLinks, {})).links);
      setError(undefined);
    } catch (failure) {
      setError(errorMessage(failure));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => void load(), []);
  return { links, error, load };
}
