import * as z from 'zod/mini';
import {
  exportPageSize,
  type ListQuery,
  listPageSize,
  type staffExport,
  type staffList,
} from '../../shared/api/console.ts';
import type { ListedApplication } from '../../shared/api/console-replies.ts';
import { itemsWithIds } from '../../shared/partners/next-steps.ts';
import { momentOf } from '../../shared/partners/time-zone.ts';
import { isEmailAddress, normalizeUsername } from '../../shared/rules/account.ts';
import { isConfirmationNumber } from '../../shared/rules/confirmation.ts';
import { dayAfter, isDay } from '../../shared/rules/days.ts';
import { searchWords } from '../../shared/rules/search-name.ts';
import type { Handlers } from '../http/request.ts';
import { ApiError } from '../runtime/errors.ts';
import { applicantId } from '../runtime/ids.ts';
import { partner } from '../runtime/partner.ts';
import { applicantOf } from '../table/application-lists.ts';
import { recordEvent, recordForOperators } from '../table/audit-log.ts';
import type { StoredListRow } from '../table/items.ts';
import { currentPartner } from '../table/settings.ts';
import type { StaffMember } from '../table/staff-sessions.ts';
import {
  applicantAt,
  countRows,
  countUnreadRows,
  isNarrow,
  placesInOrder,
  type RowFilter,
  rowOf,
  rowsAt,
  rowsInOrder,
  type SortedPlace,
  sortColumns,
  timeAt,
} from './list-rows.ts';
import { memberHash, readMarksOf } from './read-marks.ts';

/** The start of a day in the university's time zone. */
function startOf(name: string, day: string): string {
  if (!isDay(day)) throw new ApiError('invalid', `${name}: this day does not exist.`);
  return new Date(momentOf(`${day}T00:00`, partner().timeZone)).toISOString();
}

/** The last day that has a day after it which is written the same way. */
const lastDay = '9999-12-30';

/**
 * The search text in the form of the rows. Words match in any order, and a name in any of its spellings
 * (`searchName`). An address matches as it is.
 */
function textsOf(q = ''): readonly string[] {
  const typed = normalizeUsername(q);
  if (typed.includes('@')) return [typed];
  return [...new Set(searchWords(typed))];
}

const filterOf = (query: ListQuery): RowFilter => {
  const { q, missing, sent, term, major, status, late, since, until } = query;
  return {
    texts: textsOf(q),
    ...{ missing, sent, term, major, status },
    isLate: late === undefined ? undefined : late === 'yes',
    from: since === undefined ? undefined : startOf('since', since),
    before: until === undefined || until > lastDay ? undefined : startOf('until', dayAfter(until)),
  };
};

/** A row of the list before its page is complete. A sorted list reads the row last. */
interface Candidate extends SortedPlace {
  readonly row?: StoredListRow;
}

async function* chronological(
  order: 'newest' | 'oldest',
  filter: RowFilter,
  { after, firstLimit }: { readonly after: SortedPlace | undefined; readonly firstLimit: number },
): AsyncGenerator<readonly Candidate[]> {
  const isOldestFirst = order === 'oldest';
  for await (const rows of rowsInOrder(filter, { isOldestFirst, after: after?.place, firstLimit }))
    yield rows.map((row) => ({ place: row.sk, value: '', row }));
}

interface Page {
  readonly found: readonly (Candidate & { readonly isUnread: boolean })[];
  /** The last row that was looked at; undefined at the end of the list. */
  readonly last: SortedPlace | undefined;
}

/**
 * Maximum rows whose marks one call reads. If a person has read nearly everything, a page of unread
 * applications may have fewer rows than asked for, and the next page continues.
 */
const maxMarks = 4_000;

interface PageQuery {
  readonly size: number;
  readonly member: string;
  readonly isUnreadOnly: boolean;
}

/** Takes a page off the list. One more row than the page has proves that there is another page. */
async function takePage(
  batches: AsyncIterable<readonly Candidate[]>,
  { size, member, isUnreadOnly }: PageQuery,
): Promise<Page> {
  const found: Page['found'][number][] = [];
  let last: SortedPlace | undefined;
  let marks = 0;
  for await (const batch of batches)
    for (let from = 0; from < batch.length; from += size + 1) {
      if (marks >= maxMarks) return { found, last };
      const some = batch.slice(from, from + (size + 1));
      const isRead = await readMarksOf(
        member,
        some.map(({ place }) => place),
      );
      marks += some.length;
      for (const candidate of some) {
        const isUnread = !isRead(candidate.place);
        if (found.length === size && (isUnread || !isUnreadOnly)) return { found, last };
        if (isUnread || !isUnreadOnly) found.push({ ...candidate, isUnread });
        last = candidate;
      }
    }
  return { found, last: undefined };
}

/** A row as the list shows it. */
export const listed = (row: StoredListRow, isUnread: boolean): ListedApplication => ({
  applicant: applicantAt(row.sk),
  name: row.name,
  confirmation: row.confirmation,
  email: row.email,
  submitted_at: timeAt(row.sk),
  term: row.term_label,
  major: row.major_label,
  missing: row.missing,
  sent: row.sent ?? {},
  late: row.late ?? '',
  withdrawn_at: row.withdrawn_at ?? '',
  is_unread: isUnread,
});

/** The rows of a page. A row that was deleted in the meantime is omitted. */
async function rowsOfPage(found: Page['found']): Promise<ListedApplication[]> {
  const without = found.filter(({ row }) => row === undefined).map(({ place }) => place);
  const rows = new Map((await rowsAt(without)).map((row) => [row.sk, row]));
  return found.flatMap(({ place, row = rows.get(place), isUnread }) =>
    row === undefined ? [] : [listed(row, isUnread)],
  );
}

/**
 * Finds the one application of a complete confirmation number or address, which needs no search of the list.
 * The row may have an earlier address of the account.
 */
async function exactMatch({ q = '' }: ListQuery, filter: RowFilter): Promise<StoredListRow | undefined> {
  const others = { ...filter, texts: [] };
  const email = normalizeUsername(q);
  const number = email.toUpperCase();
  if (isConfirmationNumber(number)) {
    const sub = await applicantOf(number);
    return sub && rowOf(sub, others);
  }
  if (!isEmailAddress(email)) return undefined;
  const { accountOf } = await import('../aws/cognito.ts');
  const account = await accountOf(email);
  const row = account.state === 'none' ? undefined : await rowOf(account.sub, others);
  return row && { ...row, email };
}

/** Rows that are read of each of the 16 partitions at first. With a filter, most may not match. */
const firstLimitOf = (filter: RowFilter, isUnreadOnly: boolean, size: number): number =>
  isNarrow(filter) || isUnreadOnly ? Math.max(64, size) : Math.ceil(size / 4) + 4;

/** A page of the list of submitted applications. */
export async function listForConsole(
  { after, sort = 'newest', unread, ...query }: ListQuery,
  size: number,
  caller: StaffMember,
): Promise<{ applications: ListedApplication[]; next: string | undefined }> {
  const filter = filterOf(query);
  const begin = listPlaceOf(sort, after);
  const isUnreadOnly = unread === 'yes';
  const page = { size, member: memberHash(caller), isUnreadOnly };
  const batches =
    sort === 'newest' || sort === 'oldest'
      ? chronological(sort, filter, { after: begin, firstLimit: firstLimitOf(filter, isUnreadOnly, size) })
      : placesInOrder(filter, sortColumns[sort], begin);
  const match = begin === undefined ? await exactMatch(query, filter) : undefined;
  const { found, last } = await takePage(match === undefined ? batches : only(match), page);
  return { applications: await rowsOfPage(found), next: last && listCursorOf(sort, last) };
}

async function* only(row: StoredListRow): AsyncGenerator<readonly Candidate[]> {
  yield [{ place: row.sk, value: '', row }];
}

/** Filters whose values contain no data of an applicant. */
const harmless = [
  ...(['since', 'until', 'term', 'major', 'status', 'late'] as const),
  ...(['missing', 'sent', 'unread', 'sort'] as const),
];

/** The filters of a list as the audit log names them: with their values, but without the search text. */
const filterNames = ({ q, ...query }: ListQuery): readonly string[] => [
  ...(q === undefined ? [] : ['q']),
  ...harmless.flatMap((name) => (query[name] === undefined ? [] : [`${name}=${query[name]}`])),
];

// Cursors of long lists. Callers pass them back as they got them, and must not rely on their content.

const notACursor = () =>
  new ApiError('invalid', 'after: this is not the `next` of a page of this list. Begin at its start.');

export const cursorOf = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function readCursor<T>(schema: z.ZodMiniType<T>, cursor: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw notACursor();
  }
}

const placePattern = /^\d{4}-\d\d-\d\dT[\d:.]{8,16}Z#[\w-]{1,64}$/;

const listCursor = z.strictObject({
  order: z.string(),
  place: z.string().check(z.regex(placePattern)),
  value: z.string(),
});

const listCursorOf = (order: string, { place, value }: SortedPlace): string =>
  cursorOf({ order, place, value });

/** Reads the cursor of a list in this order. A cursor of another order is rejected. */
function listPlaceOf(order: string, cursor: string | undefined): SortedPlace | undefined {
  if (cursor === undefined) return undefined;
  const { order: found, ...rest } = readCursor(listCursor, cursor);
  if (found !== order) throw notACursor();
  return rest;
}

export const listCalls: Handlers<typeof staffList> = {
  /** Each page is recorded with its filters, but the names that it finds are not. */
  async listApplications({ caller, query }) {
    await recordForOperators('applications-listed', caller.operator, filterNames(query));
    return { body: await listForConsole(query, listPageSize, caller) };
  },

  async getTotal({ caller, query: { unread, ...query } }) {
    const filter = filterOf(query);
    const member = memberHash(caller);
    const isUnreadOnly = unread === 'yes';
    const match = await exactMatch(query, filter);
    if (match === undefined)
      return { body: { total: await (isUnreadOnly ? countUnreadRows(filter, member) : countRows(filter)) } };
    const isRead = isUnreadOnly && (await readMarksOf(member, [match.sk]))(match.sk);
    return { body: { total: isRead ? 0 : 1 } };
  },

  async getFacts({ caller, params }) {
    const sub = applicantId.parse(params.applicant);
    const row = await rowOf(sub);
    if (row === undefined) throw new ApiError('notFound', 'There is no such application.');
    const isRead = (await readMarksOf(memberHash(caller), [row.sk]))(row.sk);
    const items = itemsWithIds(await currentPartner(), row.items).map(({ id, title, isOptional }) => ({
      ...{ id, title },
      is_optional: isOptional,
    }));
    await recordEvent(sub, 'application-shown', caller.operator);
    return { body: { ...listed(row, !isRead), checklist: row.received, items } };
  },
};

export const exportCalls: Handlers<typeof staffExport> = {
  /** Each page is recorded with its filters and the number of its rows. */
  async exportList({ caller, query }) {
    const list = await listForConsole(query, exportPageSize, caller);
    const names = [...filterNames(query), `rows=${list.applications.length}`];
    await recordForOperators('list-exported', caller.operator, names);
    return { body: list };
  },
};
