import { describe, expect, it } from 'vitest';
import { applicantId } from '../../lambdas/runtime/ids.ts';
import { startSmallStore } from '../support/small-store.ts';

await startSmallStore();
const { PutCommand } = await import('@aws-sdk/lib-dynamodb');
const { keys } = await import('../../lambdas/table/keys.ts');
const { beginExport, endExport } = await import('../../lambdas/delivery/nightly-export.ts');
const { keyOfName, listSubmitted, readList } = await import('../../lambdas/table/application-lists.ts');
const { TableName, table } = await import('../../lambdas/table/table.ts');

const idOf = (first: string) => applicantId.parse(`${first}-applicant`);
const put = (Item: Record<string, unknown>) => table.send(new PutCommand({ TableName, Item }));

describe('the list of several days', () => {
  const page = (limit: number, after: string, before = '2026-09-04') =>
    readList({ status: 'submitted', after, before, limit });
  const firstsOf = ({ listed }: Awaited<ReturnType<typeof page>>) => listed.map(({ sub }) => sub[0]).join('');

  it('has no more than asked for, and ends before the moment that was said', async () => {
    const times = ['01T10', '02T10', '02T11', '02T12', '03T10'];
    for (const [index, time] of times.entries())
      await put(keys.listed('submitted', `2026-09-${time}:00:00Z`, idOf(String(9 - index))));
    const first = await page(2, '2026-09-01');
    expect(firstsOf(first)).toBe('98');
    const second = await page(2, first.next ?? '');
    expect(firstsOf(second)).toBe('76');
    expect(firstsOf(await page(2, second.next ?? ''))).toBe('5');
    expect(firstsOf(await page(9, '2026-09-01', '2026-09-02T11:00:00Z#7-applicant'))).toBe('98');
    expect(firstsOf(await page(9, '2026-09-02T10:00:00Z#8-applicant'))).toBe('765');
  });

  it('reads a month in one call, and returns where to continue', async () => {
    await put(keys.listed('submitted', '2026-08-15T10:00:00Z', idOf('1')));
    const months = [await page(9, '2026-05-01'), await page(9, '2026-06-01'), await page(9, '2026-07-02')];
    expect(months.map(({ next }) => next)).toEqual(['2026-06-01', '2026-07-02', '2026-08-02']);
    expect(months.map(firstsOf)).toEqual(['', '', '']);
    expect(firstsOf(await page(9, '2026-08-02', '2026-08-20'))).toBe('1');
  });
});

describe('a submitted application', () => {
  const receipt = { confirmation: 'NLU-7K4Q29XW', submitted_at: '2026-07-20T10:00:00Z' };
  const keysOf = (answers: Readonly<Record<string, string>>, startedAt?: string) =>
    listSubmitted(idOf('a'), { receipt, answers, startedAt }).map(
      ({ Put, Delete }) => (Put?.Item ?? Delete?.Key)?.pk,
    );

  it('is listed by its family name alone, and by no name without one', async () => {
    expect(keyOfName(idOf('a'), { last_name: 'Lindqvist' })?.sk).toBe('lindqvist, #a-applicant');
    expect(keyOfName(idOf('a'), { last_name: 'Lindqvist', first_name: 'Ada' })?.sk).toBe(
      'lindqvist, ada#a-applicant',
    );
    expect(keyOfName(idOf('a'), { first_name: 'Ada' })).toBeUndefined();
    expect(keysOf({ first_name: 'Ada' })).toEqual([
      'LIST#submitted#2026-07-20#a',
      'CONFIRMATION#NLU-7K4Q29XW',
    ]);
  });
});

describe('the nightly export', () => {
  it('goes on with the night that was interrupted, then begins where that one ended', async () => {
    const begun = await beginExport('2026-11-20T06:30:00Z');
    expect(begun).toEqual(expect.objectContaining({ from: '2026-11-01', until: '2026-11-20T06:30:00Z' }));
    expect(await beginExport('2026-11-21T06:30:00Z')).toEqual(begun);
    const reached = {
      submitted: '2026-11-20T06:28:00Z',
      changed: '2026-11-20T05:00:00Z',
      erased: '2026-11-20T06:00:00Z',
    };
    expect(await endExport(begun, reached)).toBe(true);
    expect(await endExport(begun, reached)).toBe(false);
    expect(await beginExport('2026-11-21T06:30:00Z')).toMatchObject({
      from: '2026-11-20T06:28:00Z',
      changes_from: '2026-11-20T05:00:00Z',
      erased_from: '2026-11-20T06:00:00Z',
      until: '2026-11-21T06:30:00Z',
    });
  });
});
