import { usePartner } from '../api-client/published-settings.ts';
import { Button } from '../ui/button.tsx';
import { filterText } from './filters.ts';
import { activeFilters, type Shown, withoutFilters } from './list-query.ts';

/** A list without applications names the filters that it has. */
export function EmptyList({ query, show }: Shown) {
  const partner = usePartner();
  const filters = activeFilters(query).map(([key, value]) => filterText(partner, key, value));
  if (filters.length === 0 && query.after === undefined)
    return <p className="empty-list">No application has been submitted yet.</p>;
  return (
    <div className="empty-list">
      <p>
        {filters.length === 0
          ? 'This page of the list is empty.'
          : `No application matches: ${filters.join(', ')}.`}
      </p>
      <Button size="fit" onClick={() => show(withoutFilters(query))}>
        Show all applications
      </Button>
    </div>
  );
}
