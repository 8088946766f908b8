import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { all, attribute, type Expression, expression, same } from '../table/expression.ts';
import * as items from '../table/items.ts';
import { keys, listRowPartitions } from '../table/keys.ts';
import { readItems } from '../table/retry.ts';
import { countAll, type Query, queryAll, queryPage, readItem } from '../table/table.ts';

// Reads the list of the staff console. No function of this file reads an application.

/** The columns by which the list is sorted. */
export const sortColumns = {
  name: 'sort_name',
  term: 'sort_term',
  major: 'sort_major',
  missing: 'sort_missing',
} as const;
type SortColumn = (typeof sortColumns)[keyof typeof sortColumns];

/** A row's place in a sorted list: its sort key, and the text in the column. */
export interface SortedPlace {
  readonly place: string;
  readonly value: string;
}

/** A part of a sorted list. Both ends are included, with other rows of the same time. */
interface SortedPart {
  readonly column: SortColumn;
  readonly from?: SortedPlace | undefined;
  readonly upTo?: SortedPlace | undefined;
}

/** Filters of the list. Each narrows it. */
export interface RowFilter {
  /** Texts that the name, the confirmation number or the address must contain, as they are stored. */
  readonly texts: readonly string[];
  /** The id of a checklist item that did not arrive. */
  readonly missing?: string | undefined;
  /** The id of a checklist item that did not arrive, and of which the applicant sent a copy. */
  readonly sent?: string | undefined;
  readonly term?: string | undefined;
  readonly major?: string | undefined;
  /** Complete: every needed checklist item arrived. A withdrawn application is neither. */
  readonly status?: 'complete' | 'incomplete' | 'withdrawn' | undefined;
  readonly isLate?: boolean | undefined;
  /** First time of submission, and the first time after it (ISO 8601). */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** A row's place in the list: its sort key. */
export const applicantAt = (place: string): ApplicantId =>
  applicantId.parse(place.slice(place.lastIndexOf('#') + 1));
export const timeAt = (place: string): string => place.slice(0, place.lastIndexOf('#'));

/** The ends of the list. Every sort key begins with the year. */
const start = '0';
const end = '~';

type Times = Pick<RowFilter, 'from' | 'before'>;

/** The partitions to read. None if no time is in the range: DynamoDB rejects such a query. */
const partitionsOf = ({ from = start, before = end }: Times): readonly string[] =>
  from > before ? [] : listRowPartitions;

/** Conditions of the filter. */
function conditionsOf(filter: RowFilter): readonly Expression[] {
  const { texts, missing, sent, term, major, status, isLate } = filter;
  const conditions: readonly (Expression | false)[] = [
    ...texts.map((text) => expression`contains(search, ${text})`),
    missing !== undefined && expression`contains(missing, ${missing})`,
    sent !== undefined &&
      expression`contains(missing, ${sent}) AND attribute_exists(sent.${attribute(sent)})`,
    term !== undefined && same({ term }),
    major !== undefined && same({ major }),
    status !== undefined &&
      (status === 'withdrawn'
        ? expression`attribute_exists(withdrawn_at)`
        : expression`attribute_not_exists(withdrawn_at)`),
    status === 'complete' && expression`size(missing) = ${0}`,
    status === 'incomplete' && expression`size(missing) > ${0}`,
    isLate !== undefined &&
      (isLate ? expression`attribute_exists(late)` : expression`attribute_not_exists(late)`),
  ];
  return conditions.filter((each) => each !== false);
}

/** True if a filter rejects rows that a query has read. */
export const isNarrow = (filter: RowFilter): boolean => conditionsOf(filter).length > 0;

interface RowQuery {
  readonly filter: RowFilter;
  /** If set, the query reads only places and the column. */
  readonly part?: SortedPart;
}

/** Conditions of a part of a sorted list. Of equal texts, the newest is first. */
function conditionsOfPart({ column, from, upTo }: SortedPart): readonly Expression[] {
  const text = attribute(column);
  return [
    from &&
      expression`(${text} > ${from.value} OR (${text} = ${from.value} AND submitted_at <= ${timeAt(from.place)}))`,
    upTo &&
      expression`(${text} < ${upTo.value} OR (${text} = ${upTo.value} AND submitted_at >= ${timeAt(upTo.place)}))`,
  ].filter((each) => each !== undefined);
}

/** The query of one partition. A list may miss the last second. */
const queryOf = ({ filter, part }: RowQuery): Query => ({
  where: expression`sk BETWEEN ${filter.from ?? start} AND ${filter.before ?? end}`,
  filter: all([...conditionsOf(filter), ...(part === undefined ? [] : conditionsOfPart(part))]),
  only: part && expression`sk, ${attribute(part.column)}`,
  isConsistent: false,
});

interface Partition {
  readonly pk: string;
  /** The last sort key that was read. */
  readonly reached: string | undefined;
}

interface Order {
  readonly isOldestFirst: boolean;
  /** Begin after this place. */
  readonly after?: string | undefined;
  /** Number of rows that are read of each partition at first. Later reads are longer. */
  readonly firstLimit: number;
}

/** A query reads at most 1 MB, which has fewer rows than this. */
const largestLimit = 4096;

/**
 * Reads the rows in the order of submission, from all partitions in parallel. The limit of a query counts the
 * rows that the filter drops, so the partitions are read further as long as the caller asks for more.
 */
export async function* rowsInOrder(
  filter: RowFilter,
  { isOldestFirst, after, firstLimit }: Order,
): AsyncGenerator<readonly items.StoredListRow[]> {
  const precedes = (one: string, other: string) => (isOldestFirst ? one < other : one > other);
  const byPlace = (one: items.StoredListRow, other: items.StoredListRow) =>
    precedes(one.sk, other.sk) ? -1 : 1;
  const bounds = after === undefined ? {} : isOldestFirst ? { from: after } : { before: after };
  const inRange = { ...filter, ...bounds };
  let open: readonly Partition[] = partitionsOf(inRange).map((pk) => ({ pk, reached: undefined }));
  let waiting: readonly items.StoredListRow[] = [];
  for (let limit = firstLimit; open.length > 0; limit *= 4) {
    const pages = await Promise.all(
      open.map(async ({ pk, reached }) => {
        const page = await queryPage(pk, {
          ...queryOf({ filter: inRange }),
          isNewestFirst: !isOldestFirst,
          limit: Math.min(limit, largestLimit),
          after: reached,
        });
        return { pk, rows: page.items.map((item) => items.listRow.parse(item)), reached: page.reached };
      }),
    );
    open = pages.filter(({ reached }) => reached !== undefined);
    // Rows after the place that some partition has not reached wait: it may have rows before them.
    const limits = open.flatMap(({ reached }) => reached ?? []);
    const rows = [...waiting, ...pages.flatMap((page) => page.rows)].filter(({ sk }) => sk !== after);
    const isReady = ({ sk }: items.StoredListRow) => limits.every((place) => !precedes(place, sk));
    yield rows.filter(isReady).toSorted(byPlace);
    waiting = rows.filter((row) => !isReady(row));
  }
}

/** The number of rows that match a filter. DynamoDB counts; no row is sent. */
export async function countRows(filter: RowFilter): Promise<number> {
  const counts = await Promise.all(partitionsOf(filter).map((pk) => countAll(pk, queryOf({ filter }))));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The number of rows that match a filter and that a person of the staff has not read. */
export async function countUnreadRows(filter: RowFilter, member: string): Promise<number> {
  const [read, ...places] = await Promise.all([
    queryAll(keys.readMarkOfReader(member).pk, { ...placesOnly, isConsistent: false }),
    ...partitionsOf(filter).map((pk) => queryAll(pk, { ...queryOf({ filter }), ...placesOnly })),
  ]);
  const marked = new Set(read.map(({ sk }) => sk));
  return places.flat().filter(({ sk }) => !marked.has(applicantAt(String(sk)))).length;
}

const placesOnly: Query = { only: expression`sk` };

interface ColumnPage {
  readonly found: readonly SortedPlace[];
  readonly reached: string | undefined;
}

interface ColumnRead {
  readonly reached?: string | undefined;
  readonly limit?: number;
}

async function columnPage(
  pk: string,
  query: Required<RowQuery>,
  { reached: after, limit }: ColumnRead,
): Promise<ColumnPage> {
  const page = await queryPage(pk, { ...queryOf(query), isNewestFirst: true, after, limit });
  const { column } = query.part;
  const found = page.items.map((item) => ({ place: String(item.sk), value: String(item[column]) }));
  return { found, reached: page.reached };
}

async function wholeColumn(pk: string, query: Required<RowQuery>): Promise<readonly SortedPlace[]> {
  const found: SortedPlace[] = [];
  let reached: string | undefined;
  do {
    const page = await columnPage(pk, query, { reached });
    found.push(...page.found);
    reached = page.reached;
  } while (reached !== undefined);
  return found;
}

/** DynamoDB compares the bytes of texts. */
function compare(one: SortedPlace, other: SortedPlace): number {
  if (one.value !== other.value) return Buffer.compare(Buffer.from(one.value), Buffer.from(other.value));
  if (one.place === other.place) return 0;
  return one.place > other.place ? -1 : 1;
}

/** Rows of each partition that are read to estimate how the texts of a column are distributed. */
const sampleLimit = 200;
/** With fewer rows in the sample, so few rows match the filter that all of them are read. */
const minSample = 100;
/** The first part of a long list has about this share of it, and each further part eight times more. */
const firstShare = 1 / 64;

/**
 * The places of the rows in the order of a column. DynamoDB has no such order, so each part of the list is
 * found with a filter: rows up to a text that a sample suggests. DynamoDB reads every row for it, but sends
 * only those of the part.
 */
export async function* placesInOrder(
  filter: RowFilter,
  column: SortColumn,
  after: SortedPlace | undefined,
): AsyncGenerator<readonly SortedPlace[]> {
  const isAfter = (each: SortedPlace, place: SortedPlace | undefined) =>
    place === undefined || compare(each, place) > 0;
  const first = await Promise.all(
    partitionsOf(filter).map((pk) =>
      columnPage(pk, { filter, part: { column, from: after } }, { limit: sampleLimit }),
    ),
  );
  const sample = first
    .flatMap(({ found }) => found)
    .filter((each) => isAfter(each, after))
    .sort(compare);
  if (first.every(({ reached }) => reached === undefined)) {
    yield sample;
    return;
  }
  let from = after;
  for (let share = firstShare; ; share *= 8) {
    const upTo = sample.length < minSample ? undefined : sample[Math.ceil(sample.length * share)];
    const part = { column, from, upTo };
    const found = await Promise.all(listRowPartitions.map((pk) => wholeColumn(pk, { filter, part })));
    const start = from;
    const places = found
      .flat()
      .filter((each) => isAfter(each, start))
      .sort(compare);
    yield places;
    if (upTo === undefined) return;
    from = places.at(-1) ?? from;
  }
}

/** Reads the rows at some places, in their order. */
export async function rowsAt(places: readonly string[]): Promise<readonly items.StoredListRow[]> {
  const found = await readItems(places.map((place) => keys.listRow(applicantAt(place), timeAt(place))));
  const rows = new Map(found.map((item) => items.listRow.parse(item)).map((row) => [row.sk, row]));
  return places.flatMap((place) => rows.get(place) ?? []);
}

/** The time of submission of an application that is in the list. */
export async function listedTimeOf(sub: ApplicantId): Promise<string | undefined> {
  return (await readItem(keys.listRowTime(sub), items.listRowTime))?.submitted_at;
}

/** Finds the row of one applicant, if it matches the filter. */
export async function rowOf(
  sub: ApplicantId,
  filter: RowFilter = { texts: [] },
): Promise<items.StoredListRow | undefined> {
  const submittedAt = await listedTimeOf(sub);
  if (submittedAt === undefined) return undefined;
  const { pk, sk } = keys.listRow(sub, submittedAt);
  if (sk < (filter.from ?? start) || sk > (filter.before ?? end)) return undefined;
  const query = queryOf({ filter: { ...filter, from: sk, before: sk } });
  const { items: found } = await queryPage(pk, { ...query, isConsistent: true });
  return found.map((item) => items.listRow.parse(item))[0];
}
