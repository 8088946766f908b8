import { expect, it } from 'vitest';
import { minute, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { PutCommand } = await import('@aws-sdk/lib-dynamodb');
const { exportPage } = await import('../../lambdas/delivery/export-page.ts');
const { listSubmitted } = await import('../../lambdas/table/application-lists.ts');
const { putItem } = await import('../../lambdas/table/change.ts');
const { parts } = await import('../../lambdas/table/keys.ts');
const { table } = await import('../../lambdas/table/table.ts');

/** Writes the items of a submission with the given submission time. */
async function submit(at: number): Promise<string> {
  const receipt = { confirmation: `NLU-${store.sub()}`, submitted_at: new Date(at).toISOString() };
  const answers = { first_name: 'Ada', last_name: 'Lindgren' };
  const content = { username: store.username(), answers, counts: {}, tabs: {}, documents: {} };
  const writes = [
    ...listSubmitted(store.sub(), { receipt, answers, startedAt: undefined }),
    putItem(store.sub(), parts.submission, { ...receipt, ...content }),
  ];
  for (const each of writes) if ('Put' in each && each.Put) await table.send(new PutCommand(each.Put));
  return receipt.confirmation;
}

it('an export ends two minutes before now, so that the next one has a submission that was stored late', async () => {
  const from = new Date(store.now()).toISOString();
  const read = async (after: string) => {
    const { packages, next, isDone } = await exportPage({ after, limit: 10 });
    return { found: packages.map(({ confirmation }) => confirmation), next, isDone };
  };
  const begun = store.now();
  store.pass(1.9 * minute);
  const first = await read(from);
  expect(first).toMatchObject({ found: [], isDone: true });
  // Its submission time precedes the first export, but it is written only now.
  const confirmation = await submit(begun);
  expect((await read(first.next)).found).toEqual([]);
  store.pass(0.2 * minute);
  const second = await read(first.next);
  expect(second.found).toEqual([confirmation]);
  expect((await read(second.next)).found).toEqual([]);
});
