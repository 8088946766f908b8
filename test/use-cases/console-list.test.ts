import { beforeAll, describe, expect, it } from 'vitest';
import type { ListQuery } from '../../shared/api/console.ts';
import { manyRows, putQuickly } from '../support/many-rows.ts';
import { interceptTable, startSmallStore } from '../support/small-store.ts';

Object.assign(process.env, { USER_POOL_ID: 'pool', USER_POOL_CLIENT_ID: 'client' });
const store = await startSmallStore();
const { BatchGetCommand, QueryCommand } = await import('@aws-sdk/lib-dynamodb');
const { memberHash } = await import('../../lambdas/staff/read-marks.ts');
const { rowsAt } = await import('../../lambdas/staff/list-rows.ts');
const { listForConsole } = await import('../../lambdas/staff/list.ts');

const rita = {
  ...{ subject: 'rita', name: 'Rita Reader', roles: ['reader'] as const, session: 'hash' },
  operator: { by: 'Rita Reader (rita)', request: 'request-1' },
};
const count = 6_000;
const rows = manyRows(count);
const newestFirst = rows.toReversed();
const idOf = ({ sk }: { readonly sk: string }) => sk.slice(sk.indexOf('#') + 1);
const ids = (some: readonly { readonly sk: string }[]) => some.map(idOf);

beforeAll(async () => {
  await putQuickly(store.engine, rows);
}, 60_000);

/** A page of the list, and the number of table reads that it took. */
async function read(query: ListQuery, size = 50) {
  const reads = { queries: 0, batches: 0 };
  const end = interceptTable((command, send) => {
    if (command instanceof QueryCommand) reads.queries += 1;
    else if (command instanceof BatchGetCommand) reads.batches += 1;
    else throw new Error('A list reads rows and marks only.');
    return send();
  });
  const { applications, next } = await listForConsole(query, size, rita);
  end();
  return { found: applications.map(({ applicant }) => applicant), next, reads };
}

/** All pages of a list. */
async function readAll(query: ListQuery, size: number) {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await read({ ...query, after }, size);
    found.push(...page.found);
    after = page.next;
  } while (after !== undefined);
  return found;
}

describe(`the list of ${count} applications`, () => {
  it('shows its first page after one query of each partition and one read of the marks', async () => {
    const { found, next, reads } = await read({});
    expect(found).toEqual(ids(newestFirst.slice(0, 50)));
    expect(reads).toEqual({ queries: 16, batches: 1 });
    const second = await read({ after: next });
    expect(second.found).toEqual(ids(newestFirst.slice(50, 100)));
    expect(second.reads).toEqual({ queries: 16, batches: 1 });
  });

  it('has each application once on its pages, in every order', async () => {
    expect(await readAll({}, 2_000)).toEqual(ids(newestFirst));
    expect(await readAll({ sort: 'oldest' }, 2_000)).toEqual(ids(rows));
  }, 60_000);

  it('shows a page of a filter that many match as quickly, and reads on for a rare one', async () => {
    const common = await read({ term: '202801' });
    expect(common.found).toEqual(ids(newestFirst.filter(({ term }) => term === '202801').slice(0, 50)));
    expect(common.reads).toEqual({ queries: 16, batches: 1 });
    const rare = await read({ q: 'ADA777 lindqvist' });
    const matches = newestFirst.filter(
      ({ search }) => search.includes('ada777') && search.includes('lindqvist'),
    );
    expect(rare.found).toEqual(ids(matches));
    expect(rare.next).toBeUndefined();
    expect(rare.reads.queries).toBeLessThanOrEqual(16 * 5);
  });

  it('is sorted by a column without reading all rows, equal ones newest first', async () => {
    const byName = rows.toSorted((one, other) =>
      Buffer.compare(Buffer.from(one.sort_name), Buffer.from(other.sort_name)),
    );
    const first = await read({ sort: 'name' });
    expect(first.found).toEqual(ids(byName.slice(0, 50)));
    expect(first.reads.queries).toBeLessThanOrEqual(16 * 4);
    expect(first.reads.batches).toBe(2);
    const second = await read({ sort: 'name', after: first.next });
    expect(second.found).toEqual(ids(byName.slice(50, 100)));
    const byTerm = newestFirst.toSorted((one, other) => Number(one.term) - Number(other.term));
    expect(await readAll({ sort: 'term' }, 4_000)).toEqual(ids(byTerm));
  }, 60_000);

  it('skips what a person has read', async () => {
    const marks = newestFirst.slice(0, 130).map((row) => ({ pk: `READ#${idOf(row)}`, sk: memberHash(rita) }));
    await putQuickly(store.engine, marks);
    const { found, reads } = await read({ unread: 'yes' });
    expect(found).toEqual(ids(newestFirst.slice(130, 180)));
    expect(reads.queries).toBe(16);
    expect(reads.batches).toBeLessThanOrEqual(4);
    expect((await read({ unread: 'yes', sort: 'oldest' })).found).toEqual(ids(rows.slice(0, 50)));
  });

  it('stops after some thousand read applications, and continues from there', async () => {
    const marks = rows.slice(0, 5_000).map((row) => ({ pk: `READ#${idOf(row)}`, sk: memberHash(rita) }));
    await putQuickly(store.engine, marks);
    const first = await read({ unread: 'yes', sort: 'oldest' });
    expect(first.found).toEqual([]);
    const second = await read({ unread: 'yes', sort: 'oldest', after: first.next });
    expect(second.found).toEqual(ids(rows.slice(5_000, 5_050)));
  });
});

describe('keys that DynamoDB leaves unread', () => {
  const places = newestFirst.slice(0, 3).map(({ sk }) => sk);

  /** Leaves the keys of so many calls unread, and returns the number of calls and the rows. */
  async function readWith(failures: number) {
    let calls = 0;
    const end = interceptTable(async (command, send) => {
      if (!(command instanceof BatchGetCommand)) return send();
      calls += 1;
      store.pass(900);
      return calls > failures ? send() : { Responses: {}, UnprocessedKeys: command.input.RequestItems };
    });
    const found = await rowsAt(places).finally(end);
    return { calls, places: found.map(({ sk }) => sk) };
  }

  it('are read again', async () => {
    expect(await readWith(2)).toEqual({ calls: 3, places });
  });

  it('are given up after five seconds', async () => {
    await expect(readWith(50)).rejects.toMatchObject({ name: 'ThrottlingException' });
  });
});
