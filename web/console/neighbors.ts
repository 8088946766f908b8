import type { ListQuery } from '../../shared/api/console.ts';
import { applicationPath } from '../../shared/rules/console-paths.ts';
import { useQuery } from '../api-client/queries.ts';
import { parseListQuery, previousSearch, rememberNext, searchOf, withValues } from './list-query.ts';
import { pageQuery } from './queries.ts';

/** The address of an application within a list. */
export interface Place {
  readonly pathname: string;
  readonly search: string;
}

interface Neighbors {
  readonly previous: Place | undefined;
  readonly next: Place | undefined;
  /** True if the application is not in the list that the page was opened from. */
  readonly isElsewhere: boolean;
}

/** The list as it was when the first application was opened: a changed application keeps its place in it. */
const usePage = (query: ListQuery | undefined) =>
  useQuery({ ...pageQuery(query ?? {}), enabled: query !== undefined, refetchOnMount: false });

const queryOf = (search: string | undefined): ListQuery | undefined =>
  search === undefined ? undefined : parseListQuery(new URLSearchParams(search));

/** The applications before and after this one in the list of the URL, also across pages of the list. */
export function useNeighbors(applicant: string, query: ListQuery): Neighbors {
  const { data } = usePage(query);
  const all = data?.applications ?? [];
  const index = all.findIndex((each) => each.applicant === applicant);
  const isFirst = index === 0;
  const isLast = index !== -1 && index === all.length - 1;
  const nextQuery = isLast && data?.next !== undefined ? withValues(query, { after: data.next }) : undefined;
  if (isLast && data?.next !== undefined) rememberNext(query, data.next);
  const previousQuery = isFirst ? queryOf(previousSearch(query)) : undefined;
  const nextPage = usePage(nextQuery).data;
  const previousPage = usePage(previousQuery).data;
  const placeOf = (listed: { applicant: string } | undefined, shown: ListQuery = query): Place | undefined =>
    listed && { pathname: applicationPath(listed.applicant), search: searchOf(shown) };
  return {
    previous:
      index > 0
        ? placeOf(all[index - 1])
        : placeOf(previousQuery && previousPage?.applications.at(-1), previousQuery),
    next:
      index !== -1 && !isLast
        ? placeOf(all[index + 1])
        : placeOf(nextQuery && nextPage?.applications[0], nextQuery),
    isElsewhere: data !== undefined && index === -1,
  };
}
