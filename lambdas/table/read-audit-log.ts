import { auditTable } from './audit-log.ts';
import { expression } from './expression.ts';
import * as items from './items.ts';
import { queryPage } from './table.ts';

const pageSize = 200;

/** The next entries of one partition, and how far they reach: undefined at the end. */
async function entriesAfter(pk: string, after: string) {
  const query = { in: auditTable(), where: expression`sk > ${after}`, limit: pageSize };
  const { items: found, reached } = await queryPage(pk, query);
  const entries = found.map((item) => items.auditEntry.parse(item));
  return { entries, reaches: reached };
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
  const query = { in: auditTable(), after: before, limit: newestPageSize, isNewestFirst: true };
  const { items: found, reached } = await queryPage(pk, query);
  return { entries: found.map((item) => items.auditEntry.parse(item)), next: reached };
}
