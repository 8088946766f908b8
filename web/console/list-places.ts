import * as v from 'valibot';
import type { ListQuery } from '../../shared/api/console.ts';
import { tabStorage } from '../session/tab-storage.ts';
import { searchOf, withValues } from './list-query.ts';

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
