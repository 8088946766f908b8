import { useState } from 'react';
import { useDebouncedCallback } from 'use-debounce';
import { type FilterKey, type Shown, withValues } from './list-query.ts';

const typingPauseMs = 300;

/**
 * A filter that searches while a person types. The history gets one entry for each search, not for each
 * letter. `isComplete` is false for a text that is still typed.
 */
export function useTypedFilter({ query, show }: Shown, name: FilterKey, isComplete = (_: string) => true) {
  const value = query[name] ?? '';
  const [text, setText] = useState<string>(value);
  const [shownFor, setShownFor] = useState(value);
  if (shownFor !== value) {
    setShownFor(value);
    if (text.trim() !== value) setText(value);
  }
  const search = useDebouncedCallback((typed: string) => {
    if (typed !== value && isComplete(typed)) show(withValues(query, { [name]: typed }), value !== '');
  }, typingPauseMs);
  const type = (typed: string) => {
    setText(typed);
    search(typed.trim());
  };
  return [text, type] as const;
}
