import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys, listRowPartitions } from './keys.ts';
import { queryPage, TableName, table } from './table.ts';

// Reads the list of the staff console. No function of this file reads an application.

/** Filters of the list. Each narrows it. */
export interface RowFilter {
  /** Texts that the name, the confirmation number or the address contains, in the form in which it is stored. */
  readonly texts: readonly string[];
  /** The id of a checklist item that did not arrive. */
  readonly missing?: string | undefined;
  readonly term?: string | undefined;
  readonly major?: string | undefined;
  readonly isComplete?: boolean | undefined;
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

type Values = Readonly<Record<string, unknown>>;

/** Conditions of the filter, each with its values. */
function conditionsOf({ texts, missing, term, major, isComplete, isLate }: RowFilter) {
  const all: readonly (readonly [string, Values] | false)[] = [
    ...texts.map((text, place) => [`contains(#search, :t${place})`, { [`:t${place}`]: text }] as const),
    missing !== undefined && ['contains(#missing, :missing)', { ':missing': missing }],
    term !== undefined && ['#term = :term', { ':term': term }],
    major !== undefined && ['#major = :major', { ':major': major }],
    isComplete !== undefined && [`size(#missing) ${isComplete ? '=' : '>'} :zero`, { ':zero': 0 }],
    isLate !== undefined && [isLate ? 'attribute_exists(#late)' : 'attribute_not_exists(#late)', {}],
  ];
  return all.filter((each) => each !== false);
}

/** True if a filter rejects rows that a query has read. */
export const isNarrow = (filter: RowFilter): boolean => conditionsOf(filter).length > 0;

interface RowQuery {
  readonly filter: RowFilter;
  /** The attribute to read in addition to the place; all if it is missing. */
  readonly column?: string;
}

/** The query of one partition. Attribute names are aliases, because DynamoDB reserves some of them. */
function queryOf(pk: string, { filter, column }: RowQuery) {
  const conditions = conditionsOf(filter);
  const expression = conditions.map(([condition]) => condition).join(' AND ');
  const projection = column === undefined ? undefined : `sk, #${column}`;
  const names = new Set(
    [...`${expression} ${projection ?? ''}`.matchAll(/#(\w+)/g)].map(([, name = '']) => name),
  );
  return {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :before',
    FilterExpression: expression === '' ? undefined : expression,
    ProjectionExpression: projection,
    ExpressionAttributeNames:
      names.size === 0 ? undefined : Object.fromEntries([...names].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ':pk': pk,
      ':from': filter.from ?? start,
      ':before': filter.before ?? end,
      ...Object.assign({}, ...conditions.map(([, values]) => values)),
    },
  };
}

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
  let open: readonly Partition[] = listRowPartitions.map((pk) => ({ pk, reached: undefined }));
  let waiting: readonly items.StoredListRow[] = [];
  for (let limit = firstLimit; open.length > 0; limit *= 4) {
    const pages = await Promise.all(
      open.map(async ({ pk, reached }) => {
        const query = queryOf(pk, { filter: { ...filter, ...bounds } });
        const page = await queryPage({
          ...query,
          ScanIndexForward: isOldestFirst,
          Limit: Math.min(limit, largestLimit),
          ExclusiveStartKey: reached === undefined ? undefined : { pk, sk: reached },
        });
        return { pk, rows: page.items.map((item) => items.listRow.parse(item)), reached: page.reached };
      }),
    );
    open = pages.filter(({ reached }) => reached !== undefined);
    // Rows after the place that some partition has not reached wait: it may have rows before them.
    const limits = open.flatMap(({ reached }) => reached ?? []);
    const all = [...waiting, ...pages.flatMap(({ rows }) => rows)].filter(({ sk }) => sk !== after);
    const isReady = ({ sk }: items.StoredListRow) => limits.every((place) => !precedes(place, sk));
    yield all.filter(isReady).toSorted(byPlace);
    waiting = all.filter((row) => !isReady(row));
  }
}

/** A row's place, and the value of the column that a list is sorted by. */
interface Sortable {
  readonly place: string;
  readonly value: unknown;
}

async function columnIn(pk: string, query: Required<RowQuery>): Promise<readonly Sortable[]> {
  const found: Sortable[] = [];
  let reached: string | undefined;
  do {
    const page = await queryPage({
      ...queryOf(pk, query),
      ExclusiveStartKey: reached === undefined ? undefined : { pk, sk: reached },
    });
    for (const item of page.items) found.push({ place: String(item.sk), value: item[query.column] });
    reached = page.reached;
  } while (reached !== undefined);
  return found;
}

/** One column of all rows that match a filter. DynamoDB reads whole rows, and sends only the column. */
export async function readColumn(filter: RowFilter, column: string): Promise<readonly Sortable[]> {
  const found = await Promise.all(listRowPartitions.map((pk) => columnIn(pk, { filter, column })));
  return found.flat();
}

/** Keys of one BatchGetItem call. */
const batchSize = 100;

type Key = Readonly<Record<string, string>>;

/** Reads items by their keys, in any order. Missing ones are omitted. */
async function readBatch(Keys: readonly Key[]): Promise<readonly Record<string, unknown>[]> {
  const RequestItems = { [TableName]: { Keys: [...Keys], ConsistentRead: true } };
  const { Responses, UnprocessedKeys } = await table.send(new BatchGetCommand({ RequestItems }));
  const found = Responses?.[TableName] ?? [];
  const left = UnprocessedKeys?.[TableName]?.Keys ?? [];
  return left.length === 0 ? found : [...found, ...(await readBatch(left))];
}

async function readKeys(all: readonly Key[]) {
  const batches = Array.from({ length: Math.ceil(all.length / batchSize) }, (_, number) =>
    all.slice(number * batchSize, (number + 1) * batchSize),
  );
  return (await Promise.all(batches.map(readBatch))).flat();
}

/** Reads the rows at some places, in their order. */
export async function rowsAt(places: readonly string[]): Promise<readonly items.StoredListRow[]> {
  const found = await readKeys(places.map((place) => keys.listRow(applicantAt(place), timeAt(place))));
  const rows = new Map(found.map((item) => items.listRow.parse(item)).map((row) => [row.sk, row]));
  return places.flatMap((place) => rows.get(place) ?? []);
}

/** Finds out which applications at these places a person of the staff has read. */
export async function readMarksOf(
  member: string,
  places: readonly string[],
): Promise<(place: string) => boolean> {
  const markAt = (place: string) => keys.readMark(applicantAt(place), member);
  const found = new Set((await readKeys(places.map(markAt))).map(({ pk }) => pk));
  return (place) => found.has(markAt(place).pk);
}

/** The time of submission of an application that is in the list. */
export async function listedTimeOf(sub: ApplicantId): Promise<string | undefined> {
  const Key = keys.listRowTime(sub);
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return Item && items.listRowTime.parse(Item).submitted_at;
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
  const query = queryOf(pk, { filter: { ...filter, from: sk, before: sk } });
  const { items: found } = await queryPage({ ...query, ConsistentRead: true });
  return found.map((item) => items.listRow.parse(item))[0];
}
