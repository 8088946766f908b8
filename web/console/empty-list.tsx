import { usePartner } from '../api-client/published-settings.ts';
import { Button } from '../ui/button.tsx';
import { filterText } from './filters.ts';
import { activeFilters, type Shown, withoutFilters, withValues } from './list-query.ts';

/** A list without applications names the filters that may be removed. */
export function EmptyList({ query, show }: Shown) {
  const partner = usePartner();
  const active = activeFilters(query);
  if (active.length === 0 && query.after === undefined)
    return <p className="empty-list">No application has been submitted yet.</p>;
  return (
    <div className="empty-list">
      <p>{active.length === 0 ? 'This page of the list is empty.' : 'No application matches all filters.'}</p>
      <p className="empty-actions">
        {active.map(([key, value]) => (
          <Button key={key} size="fit" onClick={() => show(withValues(query, { [key]: '' }))}>
            Remove "{filterText(partner, key, value)}"
          </Button>
        ))}
        <Button size="fit" look="quiet" onClick={() => show(withoutFilters(query))}>
          Show all applications
        </Button>
      </p>
    </div>
  );
}
