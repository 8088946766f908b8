import { describe, expect, it, vi } from 'vitest';
import { startSmallStore } from '../support/small-store.ts';

vi.stubEnv('USER_POOL_ID', 'us-east-1_pool').stubEnv('USER_POOL_CLIENT_ID', 'client');
const store = await startSmallStore();
const { PutCommand } = await import('@aws-sdk/lib-dynamodb');
const { ageOf, recordEndNotice } = await import('../../lambdas/retention/retention.ts');
const { saveAnswers } = await import('../../lambdas/application/answers.ts');
const { keys, parts } = await import('../../lambdas/table/keys.ts');
const { endsAllowed } = await import('../../lambdas/retention/retention-pass.ts');
const { TableName, table } = await import('../../lambdas/table/table.ts');

const putMeta = (item: Readonly<Record<string, unknown>>) =>
  table.send(
    new PutCommand({ TableName, Item: { pk: keys.application(store.sub()), sk: parts.meta, ...item } }),
  );
const none = { rev: 0, submittedAt: undefined, changedOn: undefined, notice: undefined };

describe('the age of an application', () => {
  it('is unknown before it is begun', async () => {
    expect(await ageOf(store.sub())).toEqual(none);
  });

  it('counts from the last change', async () => {
    await saveAnswers(store.sub(), { city: 'Houghton' }, {});
    expect(await ageOf(store.sub())).toEqual({ ...none, rev: 1, changedOn: '2026-11-22' });
  });

  it('is that of the submission when it is submitted', async () => {
    await putMeta({ rev: 4, submitted_at: '2026-10-30T21:15:00.000Z' });
    expect(await ageOf(store.sub())).toEqual({ ...none, rev: 4, submittedAt: '2026-10-30T21:15:00.000Z' });
  });

  it('has the mail that announced its end, also when nothing was ever saved', async () => {
    const notice = { changed_on: '2026-09-20', on: '2026-10-20' };
    await recordEndNotice(store.sub(), notice);
    expect(await ageOf(store.sub())).toEqual({ ...none, notice });
    await putMeta({ rev: 4, changed_on: '2026-09-20' });
    expect(await ageOf(store.sub())).toEqual({ ...none, rev: 4, changedOn: '2026-09-20', notice });
  });
});

it.each([
  [0, 50],
  [2_549, 50],
  [2_550, 51],
  [40_000, 800],
])('of %i users, %i applications may end in one night', (users, ends) => {
  expect(endsAllowed(users)).toBe(ends);
});
