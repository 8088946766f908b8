import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { dayAfter } from '../../shared/rules/days.ts';
import { type ApplicantId, applicantId } from '../runtime/ids.ts';
import * as items from './items.ts';
import { keys, type ListedStatus, listPartitions, namePartition } from './keys.ts';
import { ofPartition, queryPage, queryPages, TableName, table } from './table.ts';

/** An application in a list. `place` is what comes after it in the list. */
export interface Listed {
  readonly place: string;
  readonly sub: ApplicantId;
}

interface ListPage {
  readonly listed: readonly Listed[];
  /** From where to read on; undefined at the end. */
  readonly next: string | undefined;
}

interface ListRange {
  readonly status: ListedStatus;
  /** A day, a moment, or the place of the last application that was read. */
  readonly after: string;
  /** The moment or day before which the list ends. */
  readonly before: string;
  readonly limit: number;
}

/** Days of which each call reads all partitions. A call must not take long in a year in which nobody applied. */
const daysAtOnce = 31;

const listedOf = (item: unknown): Listed => {
  const { sk } = items.listed.parse(item);
  return { place: sk, sub: applicantId.parse(sk.slice(sk.lastIndexOf('#') + 1)) };
};

async function queryAfter(pk: string, after: string, Limit: number): Promise<readonly Listed[]> {
  const { items: found } = await queryPage({
    KeyConditionExpression: 'pk = :pk AND sk > :after',
    ExpressionAttributeValues: { ':pk': pk, ':after': after },
    Limit,
    ConsistentRead: true,
  });
  return found.map(listedOf);
}

const byPlace = (one: Listed, other: Listed) => (one.place < other.place ? -1 : 1);

/** The next applications of the days of a range, in the order in which they were begun or submitted. */
export async function readList({ status, after, before, limit }: ListRange): Promise<ListPage> {
  const listed: Listed[] = [];
  let day = after.slice(0, 10);
  for (let days = 0; day <= before.slice(0, 10); days += 1, day = dayAfter(day)) {
    if (days === daysAtOnce) return { listed, next: day };
    const wanted = limit - listed.length;
    const found = await Promise.all(listPartitions(status, day).map((pk) => queryAfter(pk, after, wanted)));
    const ofDay = found.flat().filter(({ place }) => place < before);
    listed.push(...ofDay.toSorted(byPlace).slice(0, wanted));
    if (listed.length === limit) return { listed, next: listed.at(-1)?.place };
  }
  return { listed, next: undefined };
}

async function countPartition(pk: string): Promise<number> {
  let count = 0;
  for await (const { Count = 0 } of queryPages({ ...ofPartition(pk), Select: 'COUNT' })) count += Count;
  return count;
}

/** How many applications were begun and not submitted, or submitted, on a day. */
export async function countDay(status: ListedStatus, day: string): Promise<number> {
  const counts = await Promise.all(listPartitions(status, day).map(countPartition));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Submitted applications whose family name begins so, from the one after `after`. Both are as `searchName` writes them. */
export async function readNames(prefix: string, after: string | undefined, Limit: number): Promise<ListPage> {
  const { items: found, hasMore } = await queryPage({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': namePartition(prefix), ':prefix': prefix },
    ExclusiveStartKey: after === undefined ? undefined : { pk: namePartition(prefix), sk: after },
    Limit,
  });
  const listed = found.map(listedOf);
  return { listed, next: hasMore ? listed.at(-1)?.place : undefined };
}

/** Whose application has a confirmation number; undefined when none has it. */
export async function applicantOf(confirmation: string): Promise<ApplicantId | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName, Key: keys.confirmation(confirmation) }));
  return Item && items.confirmed.parse(Item).sub;
}
