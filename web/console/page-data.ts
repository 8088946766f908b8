import * as v from 'valibot';
import type { ListQuery } from '../../shared/api/console.ts';
import { applicationList, staffMember } from '../../shared/api/console-replies.ts';
import { queryClient } from '../api-client/queries.ts';
import { pageQuery } from './queries.ts';

// The first page of the list arrives rendered (render-list.tsx), with the data that it shows.

const pageData = v.object({ member: staffMember, list: applicationList });
export type PageData = v.InferOutput<typeof pageData>;

/** The data of a rendered page; undefined on a page that fetches it. */
export function readPageData(): PageData | undefined {
  const text = document.getElementById('page-data')?.textContent;
  return text == null ? undefined : v.parse(pageData, JSON.parse(text));
}

/** Puts the rendered list where the page looks for it. */
export const keepList = (query: ListQuery, { list }: PageData): void =>
  void queryClient.setQueryData(pageQuery(query).queryKey, list);
