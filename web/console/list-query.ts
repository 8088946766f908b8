import * as v from 'valibot';
import type { ListOrder, ListQuery } from '../../shared/api/console.ts';
import { tabStorage } from '../session/tab-storage.ts';

// The URL of the list has the query parameters of the call, so a link shows the same list to a colleague.

const filterKeys = [
  'q',
  'missing',
  'sent',
  'term',
  'major',
  'status',
  'late',
  'unread',
  'since',
  'until',
] as const satisfies readonly (keyof ListQuery)[];
export type FilterKey = (typeof filterKeys)[number];
export const isFilterKey = (key: string): key is FilterKey => filterKeys.some((each) => each === key);

/** The list as it is shown. */
export interface Shown {
  readonly query: ListQuery;
  /** Opens the list with another query. `replace`: without an entry in the history. */
  readonly show: (query: ListQuery, replace?: boolean) => void;
}

const keys = [...filterKeys, 'sort', 'after'] as const;

/** The query of a URL. The server checks the values. */
export const parseListQuery = (params: URLSearchParams): ListQuery =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = params.get(key)?.trim() ?? '';
      return value === '' ? [] : [[key, value]];
    }),
  );

/** '?missing=transcript', or '' for the whole list. */
export function searchOf(query: ListQuery): string {
  const search = String(new URLSearchParams(query as Record<string, string>));
  return search === '' ? '' : `?${search}`;
}

/** The query with other values. '' removes one, and a change starts on the first page. */
export function withValues(
  query: ListQuery,
  values: Readonly<Partial<Record<FilterKey | 'sort' | 'after', string>>>,
): ListQuery {
  const changed = { ...query, after: undefined, ...values };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value)) as ListQuery;
}

/** The filters in use, in the order of the controls. */
export const activeFilters = (query: ListQuery): readonly (readonly [FilterKey, string])[] =>
  filterKeys.flatMap((key) => {
    const value = query[key];
    return value === undefined ? [] : [[key, value] as const];
  });

/** The query without filters, in the same order. */
export const withoutFilters = ({ sort }: ListQuery): ListQuery => (sort ? { sort } : {});

export const defaultOrder: ListOrder = 'newest';

interface Order {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
  readonly label: string;
}

/** Each order with the column that it sorts. */
export const orders: Readonly<Record<ListOrder, Order>> = {
  newest: { column: 'Submitted', direction: 'descending', label: 'Newest first' },
  oldest: { column: 'Submitted', direction: 'ascending', label: 'Oldest first' },
  name: { column: 'Name', direction: 'ascending', label: 'Name' },
  term: { column: 'Term', direction: 'ascending', label: 'Term' },
  major: { column: 'Major', direction: 'ascending', label: 'Major' },
  missing: { column: 'Missing', direction: 'descending', label: 'Most missing first' },
};

const ordersOf = (column: string) =>
  (Object.keys(orders) as ListOrder[]).filter((order) => orders[order].column === column);

/** The order after pressing a column's header; undefined for a column that cannot be sorted. */
export function orderAfterPress(column: string, current: ListOrder): ListOrder | undefined {
  const all = ordersOf(column);
  return all[all.indexOf(current) + 1] ?? (all.includes(current) ? defaultOrder : undefined);
}

// The API has cursors to the next page only. The tab remembers how it got to a page.

const storageKey = 'staff-previous-pages';
const places = v.record(v.string(), v.string());
const maxPlaces = 200;

/** Remembers that `query` comes before the page of `next`. */
export function rememberNext(query: ListQuery, next: string): void {
  const known = Object.entries(tabStorage.read(storageKey, places) ?? {}).slice(-maxPlaces);
  const following = searchOf(withValues(query, { after: next }));
  tabStorage.write(storageKey, { ...Object.fromEntries(known), [following]: searchOf(query) });
}

/** The search of the previous page; undefined on the first page, and on a page that was opened by a link. */
export const previousSearch = (query: ListQuery): string | undefined =>
  tabStorage.read(storageKey, places)?.[searchOf(query)];
