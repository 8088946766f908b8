import { afterEach, expect, test } from 'vitest';
import { absent, exists, expression, parametersOf, same, set } from '../../lambdas/table/expression.ts';
import { interceptTable, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { GetCommand, QueryCommand } = await import('@aws-sdk/lib-dynamodb');
const { del, isUpdated, put, queryAll, read, take, transact, update, writes } = await import(
  '../../lambdas/table/table.ts'
);

const key = () => ({ pk: store.sub(), sk: 'item' });
const rev = expression`SET rev = ${1}`;

let restore = () => {};
afterEach(() => restore());
const failWith = (error: Error) => {
  restore = interceptTable(() => Promise.reject(error));
};

test('a write whose condition fails changes nothing and says so', async () => {
  const missing = { if: exists };
  expect(await put({ ...key(), rev: 1 }, missing)).toBe(false);
  expect(await isUpdated(key(), rev, missing)).toBe(false);
  expect(await update(key(), rev, missing)).toBeUndefined();
  expect(await del(key(), missing)).toBe(false);
  expect(await take(key())).toBeUndefined();
  expect(await put({ ...key(), rev: 1 }, { if: absent })).toBe(true);
  expect(await update(key(), rev, missing)).toEqual({ ...key(), rev: 1 });
});

test('an error of the table is thrown: it is no failed condition', async () => {
  failWith(new Error('The table is down.'));
  for (const work of [
    () => put(key(), { if: absent }),
    () => isUpdated(key(), rev, { if: exists }),
    () => update(key(), rev, { if: exists }),
    () => del(key(), { if: exists }),
    () => transact([writes.put(key())]),
  ])
    await expect(work()).rejects.toThrow('The table is down.');
});

test('reads are consistent: a write of a moment ago is in them', async () => {
  const reads: unknown[] = [];
  restore = interceptTable((command, send) => {
    if (command instanceof GetCommand || command instanceof QueryCommand)
      reads.push(command.input.ConsistentRead);
    return send();
  });
  await read(key());
  await queryAll(key().pk);
  expect(reads).toEqual([true, true]);
});

test('an expression has a placeholder for each value and a name for each attribute, but not for functions', () => {
  const UpdateExpression = expression`SET status = ${'done'}, tries = if_not_exists(tries, ${0}) + ${1} REMOVE until`;
  const ConditionExpression = expression`${exists} AND saver.page = ${'about'} AND size(networks) < ${2}`;
  expect(parametersOf({ UpdateExpression, ConditionExpression })).toEqual({
    UpdateExpression: 'SET #status = :0, #tries = if_not_exists(#tries, :1) + :2 REMOVE #until',
    ConditionExpression: 'attribute_exists(#pk) AND #saver.#page = :3 AND size(#networks) < :4',
    ExpressionAttributeNames: {
      ...{ '#status': 'status', '#tries': 'tries', '#until': 'until', '#pk': 'pk' },
      ...{ '#saver': 'saver', '#page': 'page', '#networks': 'networks' },
    },
    ExpressionAttributeValues: { ':0': 'done', ':1': 0, ':2': 1, ':3': 'about', ':4': 2 },
  });
});

test('an expression sets and compares attributes with any name, without undefined values', () => {
  expect(
    parametersOf({ UpdateExpression: set({ first_name: ['Ada', 2], 'a-b': 1, late: undefined }) }),
  ).toEqual({
    UpdateExpression: 'SET #first_name = :0, #n1 = :1',
    ExpressionAttributeNames: { '#first_name': 'first_name', '#n1': 'a-b' },
    ExpressionAttributeValues: { ':0': ['Ada', 2], ':1': 1 },
  });
  const either = expression`${absent} OR (${same({ gen: 'one', status: 'late' })})`;
  expect(parametersOf({ ConditionExpression: either }).ConditionExpression).toBe(
    'attribute_not_exists(#pk) OR (#gen = :0 AND #status = :1)',
  );
});

test('a command without expressions has no names and values', () => {
  expect(parametersOf({ ConditionExpression: undefined })).toEqual({ ConditionExpression: undefined });
});
