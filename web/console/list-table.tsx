import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { ListQuery } from '../../shared/api/console.ts';
import type { ListedApplication } from '../../shared/api/console-replies.ts';
import { applicationPath } from '../../shared/rules/console-paths.ts';
import { itemTitle } from '../../shared/rules/item-names.ts';
import { usePartner } from '../api-client/published-settings.ts';
import { Button } from '../ui/button.tsx';
import { filterText } from './filters.ts';
import {
  activeFilters,
  defaultOrder,
  orderAfterPress,
  orders,
  previousSearch,
  type Shown,
  searchOf,
  withoutFilters,
  withValues,
} from './list-query.ts';
import { listPath } from './paths.ts';
import { shortTime } from './times.ts';

interface Column {
  readonly title: string;
  readonly cell: (application: ListedApplication) => ReactNode;
}

/** The items that did not arrive, or how the application stands without them. */
function Missing({ missing, sent, withdrawn_at }: ListedApplication) {
  if (withdrawn_at !== '') return <span className="tag">Withdrawn</span>;
  if (missing.length === 0)
    return (
      <span className="tag" data-good>
        Complete
      </span>
    );
  return (
    <span className="tags">
      <span className="tags-label">Missing:</span>{' '}
      {missing.map((id) => (
        <Fragment key={id}>
          <span className="tag">{itemTitle(id) + (id in sent ? ', copy sent' : '')}</span>{' '}
        </Fragment>
      ))}
    </span>
  );
}

/** The columns after the name. */
const columns: readonly Column[] = [
  {
    title: 'Submitted',
    cell: ({ submitted_at, late }) => (
      <>
        <span>{shortTime(submitted_at)}</span>
        {late !== '' && (
          <span className="tag tag-late" title={late}>
            Late<span className="unseen">{`: ${late}`}</span>
          </span>
        )}
      </>
    ),
  },
  { title: 'Term', cell: ({ term }) => term },
  { title: 'Major', cell: ({ major }) => major },
  { title: 'Missing', cell: Missing },
];

function ColumnHeader({ title, query, show }: Shown & { readonly title: string }) {
  const current = query.sort ?? defaultOrder;
  const pressed = orderAfterPress(title, current);
  const isSorted = orders[current].column === title;
  return (
    <th scope="col" aria-sort={isSorted ? orders[current].direction : undefined}>
      {pressed === undefined ? (
        title
      ) : (
        <button type="button" className="sort" onClick={() => show(withValues(query, { sort: pressed }))}>
          {title}
        </button>
      )}
    </th>
  );
}

interface RowProps {
  readonly application: ListedApplication;
  readonly search: string;
}

function Row({ application, search }: RowProps) {
  const { applicant, name, is_unread } = application;
  return (
    <tr data-unread={is_unread || undefined}>
      <th scope="row">
        {is_unread && (
          <span className="unread-dot">
            <span className="unseen">Unread: </span>
          </span>
        )}
        <Link data-row={applicant} to={{ pathname: applicationPath(applicant), search }} translate="no">
          {name}
        </Link>
      </th>
      {columns.map(({ title, cell }) => (
        <td key={title} data-column={title}>
          {cell(application)}
        </td>
      ))}
    </tr>
  );
}

interface Props extends Shown {
  readonly applications: readonly ListedApplication[];
  /** True while the applications of another query are still shown. */
  readonly isOld: boolean;
}

/** One page of the list. On phones each row is a card. */
export function ListTable({ applications, query, show, isOld }: Props) {
  return (
    <table className="applications" data-old={isOld || undefined}>
      <caption className="unseen">Submitted applications</caption>
      <thead>
        <tr>
          {['Name', ...columns.map(({ title }) => title)].map((title) => (
            <ColumnHeader key={title} title={title} query={query} show={show} />
          ))}
        </tr>
      </thead>
      <tbody>
        {applications.map((application) => (
          <Row key={application.applicant} application={application} search={searchOf(query)} />
        ))}
      </tbody>
    </table>
  );
}

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

interface PagerProps {
  readonly query: ListQuery;
  readonly next: string | undefined;
}

/** Links to the pages before and after. If the page was opened by a link, one to the first page. */
export function Pager({ query, next }: PagerProps) {
  const previous = previousSearch(query);
  if (query.after === undefined && next === undefined) return null;
  const linkTo = (search: string, text: string) => (
    <Link className="button" data-look="secondary" data-size="fit" to={{ pathname: listPath, search }}>
      {text}
    </Link>
  );
  return (
    <nav className="row pager" aria-label="Pages of the list">
      {query.after !== undefined &&
        (previous === undefined
          ? linkTo(searchOf(withValues(query, {})), 'First page')
          : linkTo(previous, 'Previous page'))}
      {next !== undefined && linkTo(searchOf(withValues(query, { after: next })), 'Next page')}
    </nav>
  );
}
