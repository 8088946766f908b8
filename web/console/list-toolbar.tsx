import type { ListOrder, ListQuery } from '../../shared/api/console.ts';
import { usePartner } from '../api-client/published-settings.ts';
import { filtersFor, type filtersOf } from './filters.ts';
import { activeFilters, defaultOrder, type FilterKey, orders, withValues } from './list-query.ts';
import { useMember } from './session.ts';

export interface Shown {
  readonly query: ListQuery;
  /** Opens the list with another query. `replace`: without an entry in the history. */
  readonly show: (query: ListQuery, replace?: boolean) => void;
}

type FilterProps = Shown & ReturnType<typeof filtersOf>[number];

function FilterControl({ query, show, key: _, ...filter }: FilterProps & { readonly name: FilterKey }) {
  const { name, label, options } = filter;
  const common = {
    id: `filter-${name}`,
    className: 'control',
    value: query[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      show(withValues(query, { [name]: target.value })),
  };
  return (
    <div className="filter">
      <label htmlFor={common.id}>{label}</label>
      {options === undefined ? (
        <input {...common} type="date" />
      ) : (
        <select {...common}>
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

/** The filters, and on phones the order. */
export function Filters(shown: Shown) {
  const { roles } = useMember();
  const filters = filtersFor(usePartner(), roles);
  const active = activeFilters(shown.query).filter(([key]) => key !== 'q').length;
  return (
    <search className="toolbar" aria-label="Filters">
      <OrderSelect {...shown} />
      <details className="more-filters" ref={openIfWide}>
        <summary>Filters{active > 0 && ` (${active})`}</summary>
        <div className="filters">
          {filters.map((filter) => (
            <FilterControl {...shown} {...filter} key={filter.key} name={filter.key} />
          ))}
        </div>
      </details>
    </search>
  );
}
