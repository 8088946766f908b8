import { useEffect, useRef, useState } from 'react';
import { useDebouncedCallback } from 'use-debounce';
import { lookupRoutes } from '../../shared/api/document-routes.ts';
import type { ReplyOf } from '../../shared/api/index.ts';
import { type LookupCategory, lookupLimits } from '../../shared/rules/lookup.ts';
import { call } from '../api-client/call.ts';

type LookupReply = ReplyOf<typeof lookupRoutes.find>;
export type Suggestion = Extract<LookupReply, readonly unknown[]>[number];
type LookupRecord = Exclude<LookupReply, readonly unknown[]>;

const { debounce, maxWait, results } = lookupLimits;

/** Matches of the typed text. An empty list on failure: a look-up never shows an error. */
async function search(category: LookupCategory, text: string, signal: AbortSignal) {
  const query = { text, category, max_results: results.default };
  try {
    const reply = await call(lookupRoutes.find, { query }, { signal });
    return Array.isArray(reply) ? reply : [];
  } catch {
    return [];
  }
}

/** The full record of a suggestion; undefined on failure. */
export async function fetchRecord(category: LookupCategory, id: string): Promise<LookupRecord | undefined> {
  try {
    const reply = await call(lookupRoutes.find, { query: { id, category } });
    return Array.isArray(reply) ? undefined : reply;
  } catch {
    return undefined;
  }
}

interface Suggestions {
  readonly isLoading: boolean;
  readonly suggestions: readonly Suggestion[];
}
const noSuggestions: Suggestions = { isLoading: false, suggestions: [] };

/** Suggestions for typed text. Searches after a pause of 200 ms, and at least every 500 ms. */
export function useSuggestions(category: LookupCategory) {
  const [state, setState] = useState(noSuggestions);
  const currentRequest = useRef<AbortController>(undefined);
  const runSearch = useDebouncedCallback(
    async (text: string) => {
      currentRequest.current?.abort();
      currentRequest.current = new AbortController();
      const { signal } = currentRequest.current;
      const suggestions = await search(category, text, signal);
      if (!signal.aborted) setState({ isLoading: false, suggestions });
    },
    debounce,
    { maxWait },
  );
  const clear = () => {
    runSearch.cancel();
    currentRequest.current?.abort();
    setState(noSuggestions);
  };
  useEffect(() => () => currentRequest.current?.abort(), []);
  return {
    ...state,
    clear,
    lookUp(text: string) {
      if (text.trim() === '') return clear();
      setState(({ suggestions }) => ({ isLoading: true, suggestions }));
      void runSearch(text.trim());
    },
  };
}
