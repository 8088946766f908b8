import { useState } from 'react';
import { useDebouncedCallback } from 'use-debounce';
import type { ListOrder } from '../../shared/api/console.ts';
import { usePartner } from '../api-client/published-settings.ts';
import { Button } from '../ui/button.tsx';
import { filtersOf, filterText } from './filters.ts';
import {
  activeFilters,
  defaultOrder,
  type FilterKey,
  orders,
  type Shown,
  withoutFilters,
  withValues,
} from './list-query.ts';

const typingPauseMs = 300;

/**
 * A filter that searches while a person types. The history gets one entry for each search, not for each
 * letter. `isComplete` is false for a text that is still typed.
 */
function useTypedFilter({ query, show }: Shown, name: FilterKey, isComplete = (_: string) => true) {
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

type FilterProps = Shown & ReturnType<typeof filtersOf>[number];

/** A date field has years such as 0002 while 2027 is typed. */
const isWholeDay = (day: string): boolean => day === '' || day >= '2000';

function DayFilter({ id, name, ...shown }: Shown & { readonly id: string; readonly name: FilterKey }) {
  const [day, type] = useTypedFilter(shown, name, isWholeDay);
  return (
    <input
      id={id}
      className="control"
      type="date"
      value={day}
      onChange={({ target }) => type(target.value)}
    />
  );
}

function FilterControl({
  query,
  show,
  name,
  label,
  options,
  isRare,
}: FilterProps & { readonly name: FilterKey }) {
  const id = `filter-${name}`;
  return (
    <div className="filter" data-rare={isRare}>
      <label htmlFor={id}>{label}</label>
      {options === undefined ? (
        <DayFilter {...{ id, name, query, show }} />
      ) : (
        <select
          id={id}
          className="control"
          value={query[name] ?? ''}
          onChange={({ target }) => show(withValues(query, { [name]: target.value }))}
        >
          <option value="">Any</option>
          {options.map(([code, text]) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** Phones have no column headers to press. */
function OrderSelect({ query, show }: Shown) {
  return (
    <div className="filter filter-order">
      <label htmlFor="order">Sort by</label>
      <select
        id="order"
        className="control"
        value={query.sort ?? defaultOrder}
        onChange={({ target }) => show(withValues(query, { sort: target.value }))}
      >
        {(Object.keys(orders) as ListOrder[]).map((order) => (
          <option key={order} value={order}>
            {orders[order].label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Wide screens have no summary to press (list.css). */
const openIfWide = (details: HTMLDetailsElement | null): void => {
  if (details !== null && matchMedia('(min-width: 901px)').matches) details.open = true;
};

/** The filters. Phones fold them and have the order; wide screens fold the rare ones. */
export function Filters(shown: Shown) {
  const filters = filtersOf(usePartner());
  const active = activeFilters(shown.query).filter(([key]) => key !== 'q');
  const isRareActive = filters.some(({ key, isRare }) => isRare && shown.query[key] !== undefined);
  const [isOpen, setOpen] = useState(isRareActive);
  const hasMore = isOpen || isRareActive;
  return (
    <search className="toolbar" aria-label="Filters">
      <OrderSelect {...shown} />
      <details className="folded-filters" ref={openIfWide}>
        <summary>{active.length > 0 ? `Filters (${active.length})` : 'Filters'}</summary>
        <div className="filters" data-more={hasMore || undefined}>
          {filters.map((filter) => (
            <FilterControl {...shown} {...filter} key={filter.key} name={filter.key} />
          ))}
          {!isRareActive && (
            <Button
              size="fit"
              look="quiet"
              className="more-filters"
              aria-expanded={hasMore}
              onClick={() => setOpen(!isOpen)}
            >
              {hasMore ? 'Fewer filters' : 'More filters'}
            </Button>
          )}
        </div>
      </details>
    </search>
  );
}

/** The active filters, each with a button that removes it. Wide screens show only the button for all. */
export function FilterChips({ query, show }: Shown) {
  const partner = usePartner();
  const active = activeFilters(query);
  if (active.length === 0) return null;
  return (
    <ul className="row chips" aria-label="Active filters">
      {active.map(([key, value]) => (
        <li key={key}>
          <button type="button" className="chip" onClick={() => show(withValues(query, { [key]: '' }))}>
            <span className="unseen">Remove filter </span>
            <span>{filterText(partner, key, value)}</span>
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="link" onClick={() => show(withoutFilters(query))}>
          Clear filters
        </button>
      </li>
    </ul>
  );
}

const searchBoxId = 'search';

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
