import { describe, expect, it } from 'vitest';
import { applicantId } from '../../lambdas/runtime/ids.ts';
import { startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { GetCommand, PutCommand } = await import('@aws-sdk/lib-dynamodb');
const { dueDeliveries, recordDelivery } = await import('../../lambdas/store/deliveries.ts');
const { keys, parts } = await import('../../lambdas/store/keys.ts');
const { applicantOf, readList, readNames } = await import('../../lambdas/store/read-lists.ts');
const { reindex } = await import('../../lambdas/store/reindex.ts');
const { TableName, table } = await import('../../lambdas/store/table.ts');

const created = '2026-09-14T08:00:00.000Z';
const submitted_at = '2026-10-30T21:15:00.000Z';
const account = () => ({ sub: store.sub(), email: store.username(), created });
const confirmation = () => `NLU-${store.sub()}`;

const put = (sk: string, item: Readonly<Record<string, unknown>>) =>
  table.send(new PutCommand({ TableName, Item: { pk: keys.application(store.sub()), sk, ...item } }));
const meta = async () => {
  const Key = { pk: keys.application(store.sub()), sk: parts.meta };
  return (await table.send(new GetCommand({ TableName, Key }))).Item;
};

/** An application as an earlier version submitted it: without a list entry or a pending package. */
async function oldSubmission(more: Readonly<Record<string, unknown>> = {}) {
  await put(parts.meta, { rev: 7, submitted_at });
  await put(parts.submission, {
    ...{ confirmation: confirmation(), submitted_at, counts: {}, tabs: {}, documents: {} },
    ...{ answers: { first_name: 'Ada', last_name: `Lindqvist ${store.sub()}` } },
    ...more,
  });
}

const run = (withPackage = true, isWriting = true) => reindex(account(), { withPackage, isWriting });
/** The missing items, as the command reports them. */
const missing = async (...options: Parameters<typeof run>) => {
  const { entries, isPackageMissing, twin } = await run(...options);
  return { entries, isPackageMissing, twin };
};
const nothing = { entries: 0, isPackageMissing: false, twin: undefined };

const isListed = async (status: 'draft' | 'submitted', day: string) => {
  const { listed } = await readList({ status, after: day, before: `${day}T24`, limit: 100 });
  return listed.some(({ sub }) => sub === store.sub());
};
const isNamed = async () =>
  (await readNames('lindqvist', undefined, 100)).listed.some(({ sub }) => sub === store.sub());
const pending = async () => (await dueDeliveries()).packages.find(({ sub }) => sub === store.sub());

describe('an account without an application', () => {
  it('lacks nothing', async () => {
    expect(await missing()).toEqual(nothing);
    expect(await meta()).toBeUndefined();
  });
});

describe('a draft of an earlier version', () => {
  it('is listed on the day on which its account was created, at a new revision', async () => {
    await put(parts.meta, { rev: 4, changed_on: '2026-10-02' });
    expect(await missing()).toEqual({ ...nothing, entries: 1 });
    expect(await isListed('draft', '2026-09-14')).toBe(true);
    expect(await meta()).toMatchObject({ rev: 5, started_at: created, changed_on: '2026-10-02' });
  });

  it('lacks nothing the second time, and is not changed again', async () => {
    await put(parts.meta, { rev: 4 });
    await run();
    expect(await missing()).toEqual(nothing);
    expect(await meta()).toMatchObject({ rev: 5 });
  });

  it('is listed on the day on which it was begun, if that is known', async () => {
    await put(parts.meta, { rev: 4, started_at: '2026-09-20T10:00:00.000Z' });
    await run();
    expect(await isListed('draft', '2026-09-20')).toBe(true);
    expect(await isListed('draft', '2026-09-14')).toBe(false);
  });

  it('is only counted as long as nothing is to be written', async () => {
    await put(parts.meta, { rev: 4 });
    expect(await missing(true, false)).toEqual({ ...nothing, entries: 1 });
    expect(await isListed('draft', '2026-09-14')).toBe(false);
    expect(await meta()).toEqual({ pk: keys.application(store.sub()), sk: parts.meta, rev: 4 });
  });
});

describe('a submitted application of an earlier version', () => {
  it('is listed by day, name and number, and its package is pending from now on', async () => {
    await oldSubmission({ username: 'as-submitted@example.edu' });
    expect(await missing()).toEqual({ entries: 5, isPackageMissing: true, twin: undefined });
    expect([await isListed('submitted', '2026-10-30'), await isNamed()]).toEqual([true, true]);
    expect(await applicantOf(confirmation())).toBe(store.sub());
    expect(await pending()).toEqual({
      ...{ sub: store.sub(), username: 'as-submitted@example.edu', confirmation: confirmation() },
      ...{ submitted_at, pending_since: new Date(store.now()).toISOString(), tries: 0, next_at: store.now() },
    });
    expect(await missing()).toEqual(nothing);
    expect(await meta()).toMatchObject({ rev: 7, submitted_at });
  });

  it('has the address of the account in its package, if its own was not stored', async () => {
    await oldSubmission();
    await run();
    expect(await pending()).toMatchObject({ username: store.username() });
  });

  it('is in no list of names without a family name', async () => {
    await oldSubmission({ answers: { first_name: 'Ada' } });
    expect(await missing(false)).toEqual({ ...nothing, entries: 4 });
    expect(await applicantOf(confirmation())).toBe(store.sub());
  });

  it('is listed without a package where the university wants none', async () => {
    await oldSubmission();
    expect(await missing(false)).toEqual({ ...nothing, entries: 5 });
    expect(await pending()).toBeUndefined();
    expect(await missing(true)).toEqual({ ...nothing, isPackageMissing: true });
    expect(await pending()).toBeDefined();
  });

  it('gets what alone is missing', async () => {
    await oldSubmission();
    const listed = keys.listed('submitted', submitted_at, store.sub());
    await table.send(new PutCommand({ TableName, Item: listed }));
    expect(await missing()).toEqual({ entries: 4, isPackageMissing: true, twin: undefined });
  });

  it('has no second package after one was delivered', async () => {
    await oldSubmission();
    const folder = `2026/${confirmation()}`;
    await recordDelivery(store.sub(), { confirmation: confirmation(), format: 1, form_version: '1', folder });
    expect(await missing()).toEqual({ ...nothing, entries: 5 });
    expect(await pending()).toBeUndefined();
  });

  it('is listed, but has no package over that of another one with the same number', async () => {
    await oldSubmission();
    const other = applicantId.parse(`${store.sub()}-other`);
    const Item = { ...keys.confirmation(confirmation()), sub: other };
    await table.send(new PutCommand({ TableName, Item }));
    const twin = confirmation();
    expect(await missing()).toEqual({ entries: 4, isPackageMissing: false, twin });
    expect(await applicantOf(twin)).toBe(other);
    expect([await isNamed(), await pending()]).toEqual([true, undefined]);
    expect(await missing()).toEqual({ ...nothing, twin });
  });

  it('lacks nothing while its copy is gone or it is erased', async () => {
    await put(parts.meta, { rev: 7, submitted_at });
    expect(await missing()).toEqual(nothing);
    await oldSubmission();
    await put(parts.meta, { rev: -1, submitted_at, erased_at: submitted_at });
    expect(await missing()).toEqual(nothing);
    await put(parts.meta, { rev: -1, erased_at: submitted_at });
    expect(await missing()).toEqual(nothing);
    expect(await applicantOf(confirmation())).toBeUndefined();
  });
});

describe('the row of the staff console', () => {
  const row = async () =>
    (await table.send(new GetCommand({ TableName, Key: keys.listRow(store.sub(), submitted_at) }))).Item;

  it('is written with the checklist items that arrived, open requests for corrections, and with the current address', async () => {
    await oldSubmission({ username: 'as-submitted@example.edu' });
    await put(parts.checklist, { received: { transcript: '2026-11-02' }, rev: 3 });
    const request = { key: 'first_name', text: 'Adah', asked_at: submitted_at };
    await put(parts.correction('open'), request);
    await put(parts.correction('answered'), { ...request, answered_at: submitted_at });
    await run();
    expect(await row()).toMatchObject({
      name: `Ada Lindqvist ${store.sub()}`,
      email: store.username(),
      received: { transcript: '2026-11-02' },
      missing: ['test-scores'],
      items: ['transcript', 'test-scores', 'fafsa'],
      corrections: 1,
    });
    expect(await missing()).toEqual(nothing);
  });

  it('is written again when the address or the checklist items of the partner changed', async () => {
    await oldSubmission();
    await run();
    const stored = await row();
    await table.send(
      new PutCommand({ TableName, Item: { ...stored, items: ['transcript'], email: 'old@example.edu' } }),
    );
    expect(await missing()).toEqual({ ...nothing, entries: 1 });
    expect(await row()).toEqual(stored);
  });

  it('has an item that arrives at the same moment', async () => {
    await oldSubmission();
    store.beforeNextTransaction(() =>
      put(parts.checklist, { received: { transcript: '2026-11-02' }, rev: 1 }),
    );
    await run();
    expect(await row()).toMatchObject({ received: { transcript: '2026-11-02' }, missing: ['test-scores'] });
  });
});

describe('a write by another caller between reading and writing', () => {
  it('an applicant who submits a draft is in no list of drafts', async () => {
    await put(parts.meta, { rev: 4 });
    store.beforeNextTransaction(() => put(parts.meta, { rev: 5, submitted_at }));
    expect(await missing()).toEqual(nothing);
    expect(await isListed('draft', '2026-09-14')).toBe(false);
    expect(await meta()).toMatchObject({ rev: 5 });
  });

  it('an applicant who saves a draft keeps the revision of that save', async () => {
    await put(parts.meta, { rev: 4 });
    store.beforeNextTransaction(() => put(parts.meta, { rev: 5 }));
    expect(await missing()).toEqual({ ...nothing, entries: 1 });
    expect(await meta()).toMatchObject({ rev: 6 });
  });

  it('an applicant whose deletion begins gets no new entries', async () => {
    await oldSubmission();
    store.beforeNextTransaction(() => put(parts.meta, { rev: -1, submitted_at, erased_at: submitted_at }));
    expect(await missing()).toEqual(nothing);
    expect([await isNamed(), await pending()]).toEqual([false, undefined]);
  });

  it('a package that is delivered is not pending again', async () => {
    await oldSubmission();
    const delivered = { confirmation: confirmation(), format: 1, form_version: '1', folder: 'folder' };
    store.beforeNextTransaction(() => recordDelivery(store.sub(), delivered));
    expect(await missing()).toEqual({ ...nothing, entries: 5 });
    expect(await pending()).toBeUndefined();
  });
});
