import { dayAfter } from '../../shared/rules/days.ts';
import { searchName } from '../../shared/rules/search-name.ts';
import { now, seconds } from '../runtime/clock.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import { absent, expression } from './expression.ts';
import type { Receipt, Submission } from './items.ts';
import * as items from './items.ts';
import { keys, type ListedStatus, listPartitions, namePartition } from './keys.ts';
import { queryPage, readItem, writes } from './table.ts';

// Lists in which staff find applications. Their items are written in the transactions that begin and submit
// an application, and contain only the applicant's ID. A global secondary index would need the same
// partitions, and be eventually consistent.

/** Lists an application among the drafts, in the transaction of its first change. */
export const listDraft = (sub: ApplicantId, startedAt: string) =>
  writes.put(keys.listed('draft', startedAt, sub));

const unlistDraft = (sub: ApplicantId, startedAt: string) => writes.del(keys.listed('draft', startedAt, sub));

/** Where a name lists an application; undefined when it has no family name. */
export function keyOfName(sub: ApplicantId, { last_name, first_name }: Submission['answers']) {
  const [family, given] = [searchName(String(last_name ?? '')), searchName(String(first_name ?? ''))];
  return family === '' ? undefined : keys.named({ family, given }, sub);
}

function listName(sub: ApplicantId, answers: Submission['answers']) {
  const key = keyOfName(sub, answers);
  return key === undefined ? [] : [writes.put(key)];
}

interface Submitted {
  readonly receipt: Receipt;
  readonly answers: Submission['answers'];
  readonly startedAt: string | undefined;
}

/**
 * Lists an application among the submitted ones, in the transaction that submits it. No two have the same
 * confirmation number: the second is submitted again with another one.
 */
export const listSubmitted = (sub: ApplicantId, { receipt, answers, startedAt }: Submitted) => [
  writes.put(keys.listed('submitted', receipt.submitted_at, sub)),
  writes.put({ ...keys.confirmation(receipt.confirmation), sub }, { if: absent }),
  ...listName(sub, answers),
  ...(startedAt === undefined ? [] : [unlistDraft(sub, startedAt)]),
];

/** Lists an application under a change of its checklist. Earlier places stay, and readers skip them. */
export const listChange = (sub: ApplicantId, at: string) => writes.put(keys.listed('changed', at, sub));

/**
 * Lets an earlier place expire that deletions no longer find. Not every function that changes a checklist may
 * delete places.
 */
export const expireChange = (sub: ApplicantId, at: string) =>
  writes.put({ ...keys.listed('changed', at, sub), expires_at: seconds(now()) });

/** An application in a list. `place` is its position: reading after it returns the next one. */
export interface Listed {
  readonly place: string;
  readonly sub: ApplicantId;
}

interface Page<Entry> {
  readonly listed: readonly Entry[];
  /** Start of the next page; undefined at the end. */
  readonly next: string | undefined;
}
type ListPage = Page<Listed>;

/** A range of lists by day. Their sort keys begin with a time. */
export interface DayRange {
  readonly partitionsOf: (day: string) => readonly string[];
  /** A day, a time, or the place of the last item that was read. */
  readonly after: string;
  /** Time or day at which the list ends, exclusive. */
  readonly before: string;
  readonly limit: number;
}

/**
 * Maximum days per call; each reads all its partitions. This limits the duration of a call over a year
 * without applications.
 */
const daysAtOnce = 31;

/** The position of an item in its list. */
export const placeOf = (item: unknown): string => items.listed.parse(item).sk;

const listedOf = (item: unknown): Listed => {
  const place = placeOf(item);
  return { place, sub: applicantId.parse(place.slice(place.lastIndexOf('#') + 1)) };
};

async function queryAfter(pk: string, after: string, limit: number): Promise<readonly unknown[]> {
  const { items: found } = await queryPage(pk, { where: expression`sk > ${after}`, limit });
  return found;
}

interface Placed {
  readonly place: string;
}

const byPlace = (one: Placed, other: Placed) => (one.place < other.place ? -1 : 1);

/** Reads the next items in a range of days, in the order of their places. */
export async function readDays<Entry extends Placed>(
  { partitionsOf, after, before, limit }: DayRange,
  parse: (item: unknown) => Entry,
): Promise<Page<Entry>> {
  const listed: Entry[] = [];
  let day = after.slice(0, 10);
  for (let days = 0; day <= before.slice(0, 10); days += 1, day = dayAfter(day)) {
    if (days === daysAtOnce) return { listed, next: day };
    const wanted = limit - listed.length;
    const found = await Promise.all(partitionsOf(day).map((pk) => queryAfter(pk, after, wanted)));
    const ofDay = found
      .flat()
      .map(parse)
      .filter(({ place }) => place < before);
    listed.push(...ofDay.toSorted(byPlace).slice(0, wanted));
    if (listed.length === limit) return { listed, next: listed.at(-1)?.place };
  }
  return { listed, next: undefined };
}

interface ListRange extends Omit<DayRange, 'partitionsOf'> {
  readonly status: ListedStatus;
}

/** Reads the next applications in a range of days, in the order of their start, submission or change. */
export const readList = ({ status, ...range }: ListRange): Promise<ListPage> =>
  readDays({ ...range, partitionsOf: (day) => listPartitions(status, day) }, listedOf);

/**
 * Reads submitted applications whose family name begins with `prefix`, starting after `after`. Both are
 * formatted by `searchName`.
 */
export async function readNames(prefix: string, after: string | undefined, limit: number): Promise<ListPage> {
  const where = expression`begins_with(sk, ${prefix})`;
  const query = { where, after, limit, isConsistent: false };
  const { items: found, reached } = await queryPage(namePartition(prefix), query);
  const listed = found.map(listedOf);
  return { listed, next: reached };
}

/** Returns the applicant of a confirmation number; undefined if there is none. */
export async function applicantOf(confirmation: string): Promise<ApplicantId | undefined> {
  return (await readItem(keys.confirmation(confirmation), items.confirmed, { ConsistentRead: false }))?.sub;
}
