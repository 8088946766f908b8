import type { ListedApplication } from '../api/console-replies.ts';
import { formatShortTime } from '../rules/format-time.ts';
import { itemName, statusText } from '../rules/item-names.ts';

type Row = Omit<ListedApplication, 'applicant' | 'is_unread'>;

/** The columns of the console's list in a file. Times are in the time zone of the university. */
const columns: readonly (readonly [title: string, of: (row: Row, timeZone: string) => string])[] = [
  ['Name', ({ name }) => name],
  ['Confirmation number', ({ confirmation }) => confirmation],
  ['Email', ({ email }) => email],
  ['Submitted', ({ submitted_at }, timeZone) => formatShortTime(submitted_at, timeZone)],
  ['Term', ({ term }) => term],
  ['Major', ({ major }) => major],
  ['Status', statusText],
  ['Missing', ({ missing }) => missing.map(itemName).join('; ')],
  [
    'Copies sent',
    ({ missing, sent }) =>
      missing
        .filter((id) => id in sent)
        .map(itemName)
        .join('; '),
  ],
  ['Late', ({ late }) => late],
  [
    'Withdrawn',
    ({ withdrawn_at }, timeZone) => (withdrawn_at === '' ? '' : formatShortTime(withdrawn_at, timeZone)),
  ],
];

export const listTitles: readonly string[] = columns.map(([title]) => title);

/** The cells of an application, in the order of the titles. */
export const listCells = (row: Row, timeZone: string): readonly string[] =>
  columns.map(([, of]) => of(row, timeZone));
