import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ListQuery } from '../../shared/api/console.ts';
import { isAllowed } from '../../shared/api/staff-roles.ts';
import { ServerError } from '../api-client/errors.ts';
import { useQuery } from '../api-client/queries.ts';
import { Button } from '../ui/button.tsx';
import { DownloadCsv } from './download-list.tsx';
import { DownloadPdfs } from './download-pdfs.tsx';
import { exportPage, fetchList, saveList } from './export-list.ts';
import { parseListQuery, rememberNext, type Shown, searchOf } from './list-query.ts';
import { EmptyList, ListTable, Pager } from './list-table.tsx';
import { FilterChips, Filters, SearchBox } from './list-toolbar.tsx';
import { listPath } from './paths.ts';
import { Problem, type ProblemProps } from './problem.tsx';
import { pageQuery, totalQuery } from './queries.ts';
import { useMember } from './session.ts';
import { timeZoneName } from './times.ts';
import { useArrival } from './use-arrival.ts';
import './list.css';

/** Returns the focus to the application that was opened from the list. */
function returnToRow(applicant: string): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const row = rows.find(({ dataset }) => dataset.row === applicant);
  row?.focus({ preventScroll: true });
  row?.closest('tr')?.scrollIntoView({ block: 'center' });
}

const freshMs = 60_000;

const countOf = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'application' : 'applications'}`;

/** The number of applications in the list, and on this page of it if there are others. */
const countText = (shown: number, total: number): string =>
  shown === total ? countOf(total) : `${countOf(total)}, ${shown} on this page`;

function useRowFocus(isLoaded: boolean): void {
  const { state } = useLocation();
  const opened: unknown = state?.opened;
  useEffect(() => {
    if (isLoaded && typeof opened === 'string') returnToRow(opened);
  }, [isLoaded, opened]);
}

/** The controls make no query that the server rejects, so the page was opened by an old or a wrong link. */
function ListProblem({ error, onRetry, show }: Shown & ProblemProps) {
  if (!(error instanceof ServerError && error.status === 400))
    return <Problem error={error} onRetry={onRetry} />;
  return (
    <div className="row notice problem" data-stops role="alert">
      <p>This link to the list no longer works.</p>
      <Button size="fit" onClick={() => show({})}>
        Show all applications
      </Button>
    </div>
  );
}

/** The list of submitted applications. Its URL has the filters, the order and the page. */
export function ListPage() {
  const { roles } = useMember();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const query = parseListQuery(params);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...pageQuery(query),
    staleTime: freshMs,
    refetchOnMount: true,
    placeholderData: (previous) => previous,
  });
  useArrival('Applications', `list ${query.after ?? ''}`);
  useRowFocus(data !== undefined);
  const isCurrent = data !== undefined && !isPlaceholderData;
  const total = useQuery({ ...totalQuery(query), enabled: isCurrent }).data;
  const next = isCurrent ? data.next : undefined;
  const search = searchOf(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search stands for the query
  useEffect(() => {
    if (next !== undefined) rememberNext(query, next);
  }, [search, next]);
  const show = (changed: ListQuery, replace = false) =>
    void navigate({ pathname: listPath, search: searchOf(changed) }, { replace });
  const shown = { query, show };
  const mayExport = isAllowed(roles, 'export');
  return (
    <main id="main" className="page list-page">
      <div className="list-head">
        <h1 tabIndex={-1}>Applications</h1>
        <SearchBox {...shown} />
        {mayExport && (
          <div className="row list-files">
            <DownloadCsv
              label="Download list (CSV)"
              fetchRows={(signal, onProgress) => fetchList(exportPage, query, { signal, onProgress })}
              save={saveList}
              noun="applications"
            />
            <DownloadPdfs query={query} total={total} />
          </div>
        )}
      </div>
      <Filters {...shown} />
      <div className="row list-line">
        <p className="list-status" role="status">
          {isFetching
            ? 'Loading...'
            : isCurrent && total !== undefined && countText(data.applications.length, total)}
        </p>
        <FilterChips {...shown} />
      </div>
      <ListProblem error={error} onRetry={() => void refetch()} {...shown} />
      {data && data.applications.length > 0 && (
        <ListTable applications={data.applications} {...shown} isOld={isPlaceholderData} />
      )}
      {isCurrent && data.applications.length === 0 && <EmptyList {...shown} />}
      <Pager query={query} next={next} />
      {data && data.applications.length > 0 && (
        <p className="hint">Days and times are in {timeZoneName()}, the time zone of the university.</p>
      )}
    </main>
  );
}
