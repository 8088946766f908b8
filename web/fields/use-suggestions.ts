import { useEffect, useRef, useState } from 'react';
import { useDebouncedCallback } from 'use-debounce';
import type { ReplyOf } from '../../shared/api/index.ts';
import { routes } from '../../shared/api/routes.ts';
import { type LookupCategory, lookupLimits } from '../../shared/rules/lookup.ts';
import { call } from '../api-client/call.ts';

type Found = ReplyOf<typeof routes.lookup.find>;
export type Suggestion = Extract<Found, readonly unknown[]>[number];
type LookedUp = Exclude<Found, readonly unknown[]>;

const { debounce, maxWait, results } = lookupLimits;

/** What fits the typed text, or an empty list when looking failed: a look-up never shows an error (point 8). */
async function search(category: LookupCategory, text: string, signal: AbortSignal) {
  const query = { text, category, max_results: results.default };
  try {
    const found = await call(routes.lookup.find, { query }, { signal });
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** The whole of a suggestion; undefined when it cannot be had just now. */
export async function fetchRecord(category: LookupCategory, id: string): Promise<LookedUp | undefined> {
  try {
    const found = await call(routes.lookup.find, { query: { id, category } });
    return Array.isArray(found) ? undefined : found;
  } catch {
    return undefined;
  }
}

interface Suggestions {
  readonly isLoading: boolean;
  readonly found: readonly Suggestion[];
}
const none: Suggestions = { isLoading: false, found: [] };

/** Suggestions for what is typed, looked for at pauses of 200 ms and at least every 500 ms (platform specification, point 7). */
export function useSuggestions(category: LookupCategory) {
  const [suggestions, setSuggestions] = useState(none);
  const running = useRef<AbortController>(undefined);
  const look = useDebouncedCallback(
    async (text: string) => {
      running.current?.abort();
      running.current = new AbortController();
      const { signal } = running.current;
      const found = await search(category, text, signal);
      if (!signal.aborted) setSuggestions({ isLoading: false, found });
    },
    debounce,
    { maxWait },
  );
  const forget = () => {
    look.cancel();
    running.current?.abort();
    setSuggestions(none);
  };
  useEffect(() => () => running.current?.abort(), []);
  return {
    ...suggestions,
    forget,
    lookFor(text: string) {
      if (text.trim() === '') return forget();
      setSuggestions(({ found }) => ({ isLoading: true, found }));
      void look(text.trim());
    },
  };
}
