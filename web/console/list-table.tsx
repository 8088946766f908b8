import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ListedApplication } from '../../shared/api/console-replies.ts';
import { applicationPath } from '../../shared/rules/console-paths.ts';
import { missingText, statusText } from '../../shared/rules/item-names.ts';
import { ChooseBox } from './choose-box.tsx';
import { defaultOrder, orderAfterPress, orders, type Shown, searchOf, withValues } from './list-query.ts';
import { shortTime } from './times.ts';

interface Column {
  readonly title: string;
  readonly cell: (application: ListedApplication) => ReactNode;
  /** True if another column says the same, so phones do not show this one. */
  readonly isQuiet?: (application: ListedApplication) => boolean;
}

/** The status, and the number of requests for corrections that wait for an answer. */
const statusCell = ({ corrections, ...application }: ListedApplication) => (
  <>
    {statusText(application)}
    {corrections > 0 && (
      <small className="open-requests">
        {corrections} {corrections === 1 ? 'correction' : 'corrections'} asked
      </small>
    )}
  </>
);

/** The columns after the name. */
const columns: readonly Column[] = [
  { title: 'Submitted', cell: ({ submitted_at }) => shortTime(submitted_at) },
  { title: 'Term', cell: ({ term }) => term },
  { title: 'Major', cell: ({ major }) => major },
  {
    title: 'Status',
    cell: statusCell,
    isQuiet: ({ withdrawn_at, corrections }) => withdrawn_at === '' && corrections === 0,
  },
  { title: 'Late', cell: ({ late }) => late },
  { title: 'Checklist', cell: ({ missing, sent }) => missingText(missing, sent) },
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
  readonly canChoose: boolean;
}

function Row({ application, search, canChoose }: RowProps) {
  const { applicant, name, is_unread, missing } = application;
  return (
    <tr data-unread={is_unread || undefined} data-complete={missing.length === 0 || undefined}>
      {canChoose && (
        <td data-column="Choose">
          <ChooseBox applications={[application]} label={`Choose ${name}`} />
        </td>
      )}
      <th scope="row">
        {is_unread && (
          <span className="unread-dot">
            <span className="unseen">Unread: </span>
          </span>
        )}
        <Link data-row={applicant} to={{ pathname: applicationPath(applicant), search }}>
          {name}
        </Link>
      </th>
      {columns.map(({ title, cell, isQuiet }) => (
        <td key={title} data-column={title} data-quiet={isQuiet?.(application) || undefined}>
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
  /** True if the person may choose applications for a file. */
  readonly canChoose: boolean;
}

/** One page of the list. On phones each row is a card. */
export function ListTable({ applications, query, show, isOld, canChoose }: Props) {
  return (
    <table className="applications" data-old={isOld || undefined}>
      <caption className="unseen">Submitted applications</caption>
      <thead>
        <tr>
          {canChoose && (
            <th scope="col">
              <span className="unseen">Choose</span>
            </th>
          )}
          {['Name', ...columns.map(({ title }) => title)].map((title) => (
            <ColumnHeader key={title} title={title} query={query} show={show} />
          ))}
        </tr>
      </thead>
      <tbody>
        {applications.map((application) => (
          <Row
            key={application.applicant}
            application={application}
            search={searchOf(query)}
            canChoose={canChoose}
          />
        ))}
      </tbody>
    </table>
  );
}
