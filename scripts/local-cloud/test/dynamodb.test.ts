import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { withFixture } from './fixture.ts';

const fixture = withFixture();
const client = () => DynamoDBDocumentClient.from(new DynamoDBClient(fixture().settings));
const table = () => fixture().names.table;

const put = (pk: string, sk: string, more: object = {}) =>
  client().send(new PutCommand({ TableName: table(), Item: { pk, sk, ...more } }));
const get = async (pk: string, sk: string) =>
  (await client().send(new GetCommand({ TableName: table(), Key: { pk, sk }, ConsistentRead: true }))).Item;
const transact = (TransactItems: TransactWriteCommandInput['TransactItems'], ClientRequestToken?: string) =>
  client().send(new TransactWriteCommand({ TransactItems, ClientRequestToken }));

describe('DynamoDB items', () => {
  it('rejects a put whose condition fails and changes nothing', async () => {
    await put('a', '2', { n: 1 });
    const again = client().send(
      new PutCommand({
        TableName: table(),
        Item: { pk: 'a', sk: '2', n: 2 },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    );
    await expect(again).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
    expect(await get('a', '2')).toMatchObject({ n: 1 });
  });

  it('returns the item of a failed condition with ALL_OLD', async () => {
    await put('a', '3', { n: 7 });
    const update = client().send(
      new UpdateCommand({
        TableName: table(),
        Key: { pk: 'a', sk: '3' },
        UpdateExpression: 'SET n = :n',
        ConditionExpression: 'n = :wrong',
        ExpressionAttributeValues: { ':n': 1, ':wrong': 2 },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    await expect(update).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      Item: { n: { N: '7' } },
    });
  });

  it('adds to a number without losing concurrent additions', async () => {
    const one = () =>
      client().send(
        new UpdateCommand({
          TableName: table(),
          Key: { pk: 'a', sk: 'sum' },
          UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    await Promise.all(Array.from({ length: 25 }, one));
    expect(await get('a', 'sum')).toMatchObject({ n: 25 });
  });

  it('rejects reserved words, empty keys and expressions over 4 KB', async () => {
    const update = (UpdateExpression: string) =>
      client().send(
        new UpdateCommand({
          TableName: table(),
          Key: { pk: 'a', sk: '4' },
          UpdateExpression,
          ExpressionAttributeValues: { ':v': 1 },
        }),
      );
    await expect(update('SET status = :v')).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(put('', 'x')).rejects.toMatchObject({ name: 'ValidationException' });
    const long = `SET ${Array.from({ length: 700 }, (_, i) => `a${i} = :v`).join(', ')}`;
    await expect(update(long)).rejects.toThrow(/Expression size has exceeded/);
  });

  it('rejects an item over 400 KB', async () => {
    await expect(put('a', 'big', { text: 'x'.repeat(410 * 1024) })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});

describe('DynamoDB transactions', () => {
  it('write everything, including indexes', async () => {
    await put('t', 'meta', { rev: 1 });
    await transact([
      {
        Update: {
          TableName: table(),
          Key: { pk: 't', sk: 'meta' },
          UpdateExpression: 'SET rev = rev + :one',
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
      { Put: { TableName: table(), Item: { pk: 't', sk: 'new', owner: 'tilda' } } },
    ]);
    expect(await get('t', 'meta')).toMatchObject({ rev: 2 });
    expect(await get('t', 'new')).toBeDefined();
  });

  it('write nothing when one condition fails, and name the reason of each part', async () => {
    await put('t', 'there');
    const failing = transact([
      { Put: { TableName: table(), Item: { pk: 't', sk: 'half' } } },
      {
        Put: {
          TableName: table(),
          Item: { pk: 't', sk: 'there' },
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
    ]);
    await expect(failing).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Item: { sk: { S: 'there' } } },
      ],
    });
    expect(await get('t', 'half')).toBeUndefined();
  });

  it('write nothing when a part sets an attribute inside a missing map, and name the reason', async () => {
    const inside = {
      TableName: table(),
      Key: { pk: 't', sk: 'absent' },
      UpdateExpression: 'SET a.b = :one',
      ExpressionAttributeValues: { ':one': 1 },
    };
    const beside = { Put: { TableName: table(), Item: { pk: 't', sk: 'beside-absent' } } };
    await expect(transact([beside, { Update: inside }])).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
    });
    expect(await get('t', 'beside-absent')).toBeUndefined();
  });

  it('check a condition without changing the item', async () => {
    await put('t', 'checked', { n: 1 });
    const check = (n: number) => ({
      ConditionCheck: {
        TableName: table(),
        Key: { pk: 't', sk: 'checked' },
        ConditionExpression: 'n = :n',
        ExpressionAttributeValues: { ':n': n },
      },
    });
    await transact([check(1), { Put: { TableName: table(), Item: { pk: 't', sk: 'after' } } }]);
    expect(await get('t', 'checked')).toMatchObject({ n: 1 });
    await expect(
      transact([check(2), { Put: { TableName: table(), Item: { pk: 't', sk: 'never' } } }]),
    ).rejects.toThrow();
  });

  it('reject two operations on one item', async () => {
    const Item = { pk: 't', sk: 'twice' };
    const twice = transact([
      { Put: { TableName: table(), Item } },
      { Delete: { TableName: table(), Key: Item } },
    ]);
    await expect(twice).rejects.toMatchObject({ name: 'ValidationException' });
  });

  it('lose nothing when many transactions and writes change the same items concurrently', async () => {
    const add = (pk: string) => ({
      TableName: table(),
      Key: { pk, sk: 'meeting' },
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': 1 },
    });
    const both = (...pks: string[]) => transact(pks.map((pk) => ({ Update: add(pk) })));
    const round = () => [
      both('left', 'right'),
      both('right', 'left'),
      client().send(new UpdateCommand(add('left'))),
    ];
    await Promise.all(Array.from({ length: 15 }, round).flat());
    expect(await get('left', 'meeting')).toMatchObject({ n: 45 });
    expect(await get('right', 'meeting')).toMatchObject({ n: 30 });
  });

  it('run once for a client request token, and reject the token for another request', async () => {
    const add = (one: number) => ({
      Update: {
        TableName: table(),
        Key: { pk: 't', sk: 'once' },
        UpdateExpression: 'ADD n :n',
        ExpressionAttributeValues: { ':n': one },
      },
    });
    await transact([add(1)], 'token-1');
    await transact([add(1)], 'token-1');
    expect(await get('t', 'once')).toMatchObject({ n: 1 });
    await expect(transact([add(2)], 'token-1')).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    });
  });
});
