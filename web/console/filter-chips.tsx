import { usePartner } from '../api-client/published-settings.ts';
import { filterText } from './filters.ts';
import { activeFilters, type Shown, withoutFilters, withValues } from './list-query.ts';

/** The active filters, each with a button that removes it. Wide screens show only the button for all. */
export function FilterChips({ query, show }: Shown) {
  const partner = usePartner();
  const active = activeFilters(query);
  if (active.length === 0) return null;
  return (
    <ul className="chips" aria-label="Active filters">
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
