import { auditTable } from './audit-log.ts';
import * as items from './items.ts';
import { ofPartition, queryPage } from './table.ts';

const pageSize = 200;

/** The next entries of one partition, and how far they reach: undefined at the end. */
async function entriesAfter(pk: string, after: string) {
  const { items: found, hasMore } = await queryPage({
    TableName: auditTable(),
    KeyConditionExpression: 'pk = :pk AND sk > :after',
    ExpressionAttributeValues: { ':pk': pk, ':after': after },
    Limit: pageSize,
    ConsistentRead: true,
  });
  const entries = found.map((item) => items.auditEntry.parse(item));
  return { entries, reaches: hasMore ? entries.at(-1)?.sk : undefined };
}

const byTime = (one: { readonly sk: string }, other: { readonly sk: string }) => (one.sk < other.sk ? -1 : 1);

/**
 * The entries of several partitions in the order of time, from the one after `after`. There are more when
 * `next` is defined; it is the next page's `after`.
 */
export async function readAuditLog(partitions: readonly string[], after: string) {
  const found = await Promise.all(partitions.map((pk) => entriesAfter(pk, after)));
  const [next] = found.flatMap(({ reaches }) => reaches ?? []).toSorted();
  const entries = found
    .flatMap((each) => each.entries)
    .filter(({ sk }) => next === undefined || sk <= next)
    .toSorted(byTime);
  return { entries, next };
}

const newestPageSize = 100;

/** The newest entries of one partition before `before`; `next` is the next page's. */
export async function readNewestEntries(pk: string, before: string | undefined) {
  const { items: found, reached } = await queryPage({
    TableName: auditTable(),
    ...ofPartition(pk),
    ExclusiveStartKey: before === undefined ? undefined : { pk, sk: before },
    ScanIndexForward: false,
    Limit: newestPageSize,
    ConsistentRead: true,
  });
  return { entries: found.map((item) => items.auditEntry.parse(item)), next: reached };
}
