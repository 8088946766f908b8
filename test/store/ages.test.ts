import { expect, it, vi } from 'vitest';
import { startSmallStore } from '../support/small-store.ts';

vi.stubEnv('USER_POOL_ID', 'us-east-1_pool').stubEnv('USER_POOL_CLIENT_ID', 'client');
const store = await startSmallStore();
const { ageOf, recordEndNotice } = await import('../../lambdas/retention/retention.ts');
const { endsAllowed } = await import('../../lambdas/retention/retention-pass.ts');

it('the age of an application has the mail that announced its end, also when nothing was ever saved', async () => {
  const notice = { changed_on: '2026-09-20', on: '2026-10-20' };
  await recordEndNotice(store.sub(), notice);
  const none = { rev: 0, submittedAt: undefined, changedOn: undefined };
  expect(await ageOf(store.sub())).toEqual({ ...none, notice });
});

it.each([
  [0, 50],
  [2_549, 50],
  [2_550, 51],
  [40_000, 800],
])('of %i users, %i applications may end in one night', (users, ends) => {
  expect(endsAllowed(users)).toBe(ends);
});
