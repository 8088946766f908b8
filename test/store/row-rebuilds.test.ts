import { describe, expect, it } from 'vitest';
import { applicantId } from '../../lambdas/runtime/ids.ts';
import { hour, minute, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { GetCommand, PutCommand, TransactWriteCommand } = await import('@aws-sdk/lib-dynamodb');
const { everyRow, keys, parts } = await import('../../lambdas/table/keys.ts');
const { putListRow, addRowRebuild } = await import('../../lambdas/table/list-row.ts');
const { currentPartner } = await import('../../lambdas/table/settings.ts');
const { rebuildRows } = await import('../../lambdas/staff/row-rebuilds.ts');
const { queryAll, TableName, table } = await import('../../lambdas/table/table.ts');

const submitted_at = '2026-10-30T21:15:00.000Z';
const put = (Item: Readonly<Record<string, unknown>>) => table.send(new PutCommand({ TableName, Item }));
const putPart = (sk: string, item: object, sub = store.sub()) =>
  put({ pk: keys.application(sub), sk, ...item });
const row = async (sub = store.sub()) =>
  (await table.send(new GetCommand({ TableName, Key: keys.listRow(sub, submitted_at) }))).Item;
const add = (...of: Parameters<typeof addRowRebuild>) =>
  table.send(new TransactWriteCommand({ TransactItems: [addRowRebuild(...of)] }));
const pending = () => queryAll(keys.rowRebuild(everyRow).pk);
const run = (milliseconds = minute) => rebuildRows(store.now() + milliseconds);

/** A submitted application whose row has an earlier address and an earlier checklist. */
async function outdated(sub = store.sub()) {
  const answers = { first_name: 'Ada', last_name: 'Lindqvist' };
  const submission = { confirmation: `NLU-${sub}`, submitted_at, username: 'as-submitted@example.edu' };
  await putPart(parts.meta, { rev: 7, submitted_at }, sub);
  await putPart(parts.submission, { ...submission, counts: {}, tabs: {}, documents: {}, answers }, sub);
  await putPart(parts.address, { at: submitted_at, username: `${sub}@example.edu` }, sub);
  const facts = { submission: { ...submission, answers }, email: 'old@example.edu', received: {} };
  const writes = putListRow(sub, { ...facts, documents: [], partner: await currentPartner() });
  for (const { Put } of writes) await put({ ...Put?.Item, ...(Put?.Item?.items && { items: [] }) });
}

const current = (sub = store.sub()) => ({
  ...{ email: `${sub}@example.edu`, items: ['transcript', 'test-scores', 'fafsa'] },
  missing: ['transcript', 'test-scores'],
});

describe('a rebuild of the row of one application', () => {
  it('writes the current address and checklist, once', async () => {
    await outdated();
    await add(store.sub(), 'a change');
    await run();
    expect(await row()).toMatchObject(current());
    expect(await pending()).toEqual([]);
  });

  it('has a checklist item that arrives at the same moment', async () => {
    await outdated();
    await add(store.sub(), 'a change');
    store.beforeNextTransaction(() =>
      putPart(parts.checklist, { received: { transcript: '2026-11-02' }, rev: 1 }),
    );
    await run();
    expect(await row()).toMatchObject({ received: { transcript: '2026-11-02' }, missing: ['test-scores'] });
  });

  it('lists no applicant whose deletion begins at the same moment', async () => {
    await outdated();
    await add(store.sub(), 'a change');
    store.beforeNextTransaction(() =>
      putPart(parts.meta, { rev: -1, submitted_at, erased_at: submitted_at }),
    );
    await run();
    expect(await row()).toMatchObject({ email: 'old@example.edu' });
    expect(await pending()).toEqual([]);
  });

  it('ends for an application that is no longer submitted', async () => {
    await outdated();
    await putPart(parts.meta, { rev: 7 });
    await add(store.sub(), 'a change');
    await run();
    expect(await pending()).toEqual([]);
  });

  it('stays pending if another change came during it', async () => {
    await outdated();
    await add(store.sub(), 'a change');
    store.beforeNextTransaction(() => add(store.sub(), 'a later change'));
    await run();
    expect(await pending()).toMatchObject([{ sk: store.sub(), mark: 'a later change' }]);
    await run();
    expect(await pending()).toEqual([]);
  });
});

describe('a rebuild of every row', () => {
  it('continues in the next run where the time was up', async () => {
    const all = Array.from({ length: 45 }, (_, index) => applicantId.parse(`${store.sub()}-${index + 10}`));
    for (const sub of all) await outdated(sub);
    await add(everyRow, 'version 7');
    const emails = async () => Promise.all(all.map(async (sub) => (await row(sub))?.email));
    await run(-1);
    const [rebuild] = await pending();
    expect(rebuild).toMatchObject({ mark: 'version 7' });
    store.pass(hour);
    await run();
    expect(await emails()).toEqual(all.map((sub) => `${sub}@example.edu`));
    expect(await pending()).toEqual([]);
  });
});
