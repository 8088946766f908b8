import type { Shown } from './list-query.ts';
import { useTypedFilter } from './use-typed-filter.ts';

export const searchBoxId = 'search';

/** Finds a part of a name, an address or a confirmation number. */
export function SearchBox(shown: Shown) {
  const [text, type] = useTypedFilter(shown, 'q');
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
        onChange={({ target }) => type(target.value)}
      />
    </search>
  );
}
