import { describe, expect, it, vi } from 'vitest';
import { hour, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
vi.spyOn(Math, 'random').mockReturnValue(0.5);
const { saveAnswers } = await import('../../lambdas/application/answers.ts');
const { readApplication } = await import('../../lambdas/table/application.ts');
const { saveBlockCount, saveTab, saveStatus, storeValidationReport } = await import(
  '../../lambdas/application/progress.ts'
);
const { change, putItem } = await import('../../lambdas/table/change.ts');
const { keys, parts } = await import('../../lambdas/table/keys.ts');
const { TableName, table } = await import('../../lambdas/table/table.ts');
const { PutCommand, QueryCommand, UpdateCommand } = await import('@aws-sdk/lib-dynamodb');

const read = () => readApplication(store.sub());
type Options = Parameters<typeof saveAnswers>[2];
const save = (patch: Parameters<typeof saveAnswers>[1], options: Options = {}) =>
  saveAnswers(store.sub(), patch, options);
const from = (page: string, number: number, revision: number): Options => ({
  ...{ order: { page, number }, revision },
});
const { submit } = store;
const submitted = { kind: 'submitted' };

describe('an application', () => {
  it('keeps at most fifty ids of blocks', async () => {
    const c = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`block_${index}`, 1]));
    await change(store.sub(), () => ({
      ...{ event: 'save', keys: [], result: undefined },
      writes: [putItem(store.sub(), parts.counts, { c })],
    }));
    await saveBlockCount(store.sub(), 'block_7', 2);
    await expect(saveBlockCount(store.sub(), 'another', 2)).rejects.toMatchObject({
      ...{ kind: 'invalid', message: 'At most 50 different ids can be kept.' },
    });
  });

  it('puts answers into 24 items, and the label of a choice next to its code', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `question_${index}`);
    const items = new Set(names.map(parts.answers));
    expect(items.size).toBe(24);
    for (const item of items) expect(item).toMatch(/^ANSWERS#(\d|1\d|2[0-3])$/);
    expect(names.map((name) => parts.answers(`${name}_desc`))).toEqual(names.map(parts.answers));
    // These are in tables that exist.
    expect(['city', 'first_name', 'citizenship_type'].map(parts.answers)).toEqual([
      'ANSWERS#3',
      'ANSWERS#2',
      'ANSWERS#13',
    ]);
  });

  it('is read whole when it takes several pages of the table', async () => {
    const text = 'x'.repeat(350_000);
    for (let number = 0; number < 4; number++) {
      const Item = {
        pk: keys.application(store.sub()),
        sk: `ANSWERS#${number}`,
        [`key_${number}`]: [text, 1],
      };
      await table.send(new PutCommand({ TableName, Item }));
    }
    expect(Object.keys((await read()).answers).toSorted()).toEqual(['key_0', 'key_1', 'key_2', 'key_3']);
  });

  it('never changes after it was submitted', async () => {
    await save({ city: 'Houghton' });
    await submit();
    for (const late of [
      () => save({ city: 'Hancock' }),
      () => save({ city: 'Hancock' }, from('page', 2, 2)),
      () => saveBlockCount(store.sub(), 'college', 2),
      () => saveTab(store.sub(), 'group', 'tab'),
      () => saveStatus(store.sub(), 'started'),
      () => storeValidationReport(store.sub(), { city: ['Wrong.'] }),
      submit,
    ])
      await expect(late()).rejects.toMatchObject(submitted);
    expect(await read()).toMatchObject({
      rev: 2,
      answers: { city: 'Houghton' },
      submittedAt: expect.any(String),
    });
  });
});

describe('a save', () => {
  it('has no conflict with the same value, with an emptied one, or with what it has seen', async () => {
    await save({ a: 'same', b: '', c: 'seen' }, from('one', 1, 0));
    await save({ d: 'later' }, from('one', 2, 1));
    expect(await save({ a: 'same', b: 'new', c: 'newer' }, from('two', 1, 1))).toEqual({
      ...{ revision: 3, conflicts: {}, changed: { d: 'later' } },
    });
    expect(await save({ a: 'other' }, from('three', 1, 0))).toMatchObject({ conflicts: { a: 'same' } });
  });

  it('of a page after a save without an order keeps the conflict between the two', async () => {
    await save({ city: 'Houghton' }, from('one', 1, 0));
    await save({ city: 'Hancock' });
    expect(await save({ city: 'Calumet' }, from('one', 2, 1))).toMatchObject({
      conflicts: { city: 'Hancock' },
    });
    expect(await read()).toMatchObject({ answers: { city: 'Calumet' }, conflicts: { city: 'Hancock' } });
  });

  it('of the same page that did not hear of its last save has no conflict to choose from', async () => {
    await save({ city: 'Houghton' }, from('one', 1, 0));
    await save({ city: 'Hancock' }, from('one', 2, 0));
    expect(await read()).toMatchObject({ answers: { city: 'Hancock' }, conflicts: {} });
  });

  it('of a ninth page forgets the page that saved first', async () => {
    for (let page = 1; page <= 9; page++) await save({ city: `${page}` }, from(`page ${page}`, 1, page - 1));
    expect((await read()).savers.map(({ page }) => page)).toEqual([
      ...['page 9', 'page 8', 'page 7', 'page 6', 'page 5', 'page 4', 'page 3', 'page 2'],
    ]);
  });

  it('of the page that saved last reads nothing', async () => {
    const send = vi.spyOn(table, 'send');
    const reads = () => send.mock.calls.filter(([command]) => command instanceof QueryCommand).length;
    await save({ city: 'Houghton' }, from('one', 1, 0));
    await save({ city: 'Hancock' }, from('one', 2, 1));
    expect(reads()).toBe(0);
    await save({ city: 'Calumet' }, from('two', 1, 2)); // its first save would fail, because page 'one' saved last
    expect([reads(), send.mock.calls.length]).toEqual([1, 4]);
    await save({ city: 'Laurium' }, from('two', 2, 1));
    expect(reads()).toBe(2);
    send.mockRestore();
    expect(await read()).toMatchObject({ rev: 4, answers: { city: 'Laurium' } });
  });

  it('chooses between the values of one conflict and leaves the others', async () => {
    await save({ city: 'Houghton', zip: '49931' }, from('one', 1, 0));
    await save({ city: 'Hancock', zip: '49930' }, from('two', 1, 0));
    expect((await read()).conflicts).toEqual({ city: 'Houghton', zip: '49931' });
    await save({}, { ...from('two', 2, 2), resolved: ['city'] });
    expect((await read()).conflicts).toEqual({ zip: '49931' });
    const before = (await read()).rev;
    await save({}, { ...from('two', 3, 3), resolved: ['city', 'unknown'] });
    expect((await read()).rev).toBe(before);
    await save({ zip: '49930' }, { ...from('two', 4, before), resolved: ['zip'] });
    expect((await read()).conflicts).toEqual({});
  });

  it('has no conflict with an answer of the very revision that its page has seen', async () => {
    await save({ city: 'Houghton' }, from('one', 1, 0));
    await save({ zip: '49931' }, from('one', 2, 1));
    await save({ zip: '49930' }, from('two', 1, 1));
    expect(await save({ city: 'Hancock' }, from('three', 1, 1))).toMatchObject({ conflicts: {} });
  });
});

describe('reports of what is wrong', () => {
  const reports = async () => {
    const { Items = [] } = await table.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': keys.validationReports(store.sub()), ':prefix': 'VALIDATIONS#' },
      }),
    );
    return Items;
  };

  it('are the last twenty', async () => {
    for (let index = 0; index < 23; index++) await storeValidationReport(store.sub(), { city: [`${index}`] });
    const kept = (await reports()).map(({ sk, validations }) => [sk, validations.city[0]]);
    expect(kept).toHaveLength(20);
    expect(kept.slice(0, 5)).toEqual([
      ['VALIDATIONS#00', '19'],
      ['VALIDATIONS#01', '20'],
      ['VALIDATIONS#02', '21'],
      ['VALIDATIONS#03', '22'],
      ['VALIDATIONS#04', '3'],
    ]);
  });

  it('are limited to 600 in an hour', async () => {
    store.pass(hour - (store.now() % hour) + hour / 4);
    await storeValidationReport(store.sub(), {});
    const Key = { pk: keys.validationReports(store.sub()), sk: 'VALIDATIONS' };
    const sent = { UpdateExpression: 'SET in_hour = :sent', ExpressionAttributeValues: { ':sent': 599 } };
    await table.send(new UpdateCommand({ TableName, Key, ...sent }));
    await storeValidationReport(store.sub(), {});
    await expect(storeValidationReport(store.sub(), {})).rejects.toMatchObject({
      ...{ kind: 'tooMany', retryAfter: 2700, message: 'Too many attempts. Please wait and try again.' },
    });
    store.pass((3 * hour) / 4);
    await storeValidationReport(store.sub(), {});
  });
});
