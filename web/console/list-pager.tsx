import { Link } from 'react-router';
import type { ListQuery } from '../../shared/api/console.ts';
import { previousSearch } from './list-places.ts';
import { searchOf, withValues } from './list-query.ts';
import { listPath } from './paths.ts';

interface Props {
  readonly query: ListQuery;
  readonly next: string | undefined;
}

/** Links to the pages before and after. If the page was opened by a link, one to the first page. */
export function Pager({ query, next }: Props) {
  const previous = previousSearch(query);
  if (query.after === undefined && next === undefined) return null;
  const linkTo = (search: string, text: string) => (
    <Link className="button" data-look="secondary" data-size="fit" to={{ pathname: listPath, search }}>
      {text}
    </Link>
  );
  return (
    <nav className="pager" aria-label="Pages of the list">
      {query.after !== undefined &&
        (previous === undefined
          ? linkTo(searchOf(withValues(query, {})), 'First page')
          : linkTo(previous, 'Previous page'))}
      {next !== undefined && linkTo(searchOf(withValues(query, { after: next })), 'Next page')}
    </nav>
  );
}
