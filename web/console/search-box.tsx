import { useState } from 'react';
import { useDebouncedCallback } from 'use-debounce';
import { withValues } from './list-query.ts';
import type { Shown } from './list-toolbar.tsx';

export const searchBoxId = 'search';
const typingPauseMs = 300;

/** Searches while a person types. The history gets one entry for each search, not for each letter. */
export function SearchBox({ query, show }: Shown) {
  const { q = '' } = query;
  const [text, setText] = useState(q);
  const [shownFor, setShownFor] = useState(q);
  if (shownFor !== q) {
    setShownFor(q);
    if (text.trim() !== q) setText(q);
  }
  const search = useDebouncedCallback((typed: string) => {
    if (typed.trim() !== q) show(withValues(query, { q: typed.trim() }), q !== '');
  }, typingPauseMs);
  return (
    <search className="search-box">
      <label className="unseen" htmlFor={searchBoxId}>
        Search
      </label>
      <input
        id={searchBoxId}
        className="control"
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder="Name, confirmation number or email"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          search(target.value);
        }}
      />
    </search>
  );
}
