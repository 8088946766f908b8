import type { LocalCloud } from '../../local-cloud/index.ts';
import { count, staffCookie, withConsole } from './console-product.ts';
import { confirmationOf } from './generated-applications.ts';
import { median, type Row } from './row.ts';

/** Queries of the list. DynamoDB reads every row for those that match few, and for sorted lists. */
const lists = [
  { what: 'first page, newest first', query: '', atMost: 1000 },
  { what: 'first page, incomplete', query: '?status=incomplete', atMost: 1000 },
  { what: 'first page, unread', query: '?unread=yes', atMost: 1000 },
  { what: 'one application by its number', query: `?q=${confirmationOf(77_777 % count)}` },
  { what: 'a name that no one has', query: '?q=nobody' },
  { what: 'first page, by family name', query: '?sort=name' },
  { what: 'first page, most missing first', query: '?sort=missing' },
  { what: 'first page, missing transcript, by family name', query: '?sort=name&missing=transcript' },
] as const;

const tries = 5;

async function timeOf({ url }: LocalCloud, query: string): Promise<number> {
  const times: number[] = [];
  for (let done = 0; done < tries; done++) {
    const began = performance.now();
    const response = await fetch(`${url}/api/staff/applications${query}`, {
      headers: { cookie: `${staffCookie.name}=${staffCookie.value}` },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${query}: ${response.status} ${text}`);
    times.push(performance.now() - began);
  }
  return median(times);
}

/** Calls of the staff console's list, from the request to the whole response. */
export const benchConsoleList = (): Promise<readonly Row[]> =>
  withConsole(async ({ cloud, signIn }) => {
    const rows: Row[] = [];
    for (const { query, ...row } of lists) {
      await signIn();
      rows.push({ ...row, measured: await timeOf(cloud, query), unit: 'ms' });
    }
    return rows;
  });
