import { expect, test } from 'vitest';
import { absent, exists, expression, parametersOf, same, set } from '../../lambdas/table/expression.ts';

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
