import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { isAnswered } from '../runtime/call.ts';
import { environment } from '../runtime/environment.ts';
import { type Expression, expression, parametersOf } from './expression.ts';

const client = new DynamoDBClient({ maxAttempts: 4 });

/**
 * Lambda reuses the process of a call that timed out, and that call's unfinished work resumes during a later
 * call. By then the applicant may have made other changes, so its further reads and writes are rejected.
 */
client.middlewareStack.add(
  (next) => (args) => {
    if (isAnswered()) throw new Error('The call was answered without waiting for this.');
    return next(args);
  },
  { name: 'onlyUntilAnswered', step: 'deserialize', priority: 'high' },
);

/** The client of the tables. Every function needs it, so it is created at start. */
export const table = DynamoDBDocumentClient.from(client, {
  marshallOptions: { removeUndefinedValues: true },
});

export const TableName = environment('TABLE_NAME');

type Item = Readonly<Record<string, unknown>>;

interface Schema<T> {
  readonly parse: (item: unknown) => T;
}

/** Reads an item, consistently; undefined if there is none. */
export const read = async (Key: Key): Promise<Item | undefined> =>
  (await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

/** Reads an item, consistently unless another reading is cheaper; undefined if there is none. */
export async function readItem<T>(
  Key: Item,
  schema: Schema<T>,
  { ConsistentRead = true } = {},
): Promise<T | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead }));
  return Item && schema.parse(Item);
}

/** A write of a transaction. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export type Key = Readonly<Record<'pk' | 'sk', string>>;

interface Conditional {
  readonly if?: Expression | undefined;
  /** Defaults to the table of applications. */
  readonly in?: string;
}

const putInput = (Item: Item, { if: ConditionExpression, in: name = TableName }: Conditional = {}) => ({
  TableName: name,
  Item,
  ...parametersOf({ ConditionExpression }),
});
const updateInput = (
  Key: Key,
  UpdateExpression: Expression,
  { if: ConditionExpression }: Conditional = {},
) => ({ TableName, Key, ...parametersOf({ UpdateExpression, ConditionExpression }) });
const deleteInput = (Key: Key, { if: ConditionExpression }: Conditional = {}) => ({
  TableName,
  Key,
  ...parametersOf({ ConditionExpression }),
});

/** Puts an item; false if the condition fails. */
export const put = (item: Item, options?: Conditional): Promise<boolean> =>
  meetsCondition(table.send(new PutCommand(putInput(item, options))));

/** Reads items by their keys, at most 100. Under load, some are missing. */
export async function readBatchOf(
  some: readonly Item[],
): Promise<{ readonly items: readonly Item[]; readonly missing: readonly Item[] }> {
  const RequestItems = { [TableName]: { Keys: [...some], ConsistentRead: true } };
  const { Responses, UnprocessedKeys } = await table.send(new BatchGetCommand({ RequestItems }));
  const missing = UnprocessedKeys?.[TableName]?.Keys ?? [];
  return { items: Responses?.[TableName] ?? [], missing };
}

/** Updates or creates an item, and returns it; undefined if the condition fails. */
export async function update(key: Key, change: Expression, options?: Conditional): Promise<Item | undefined> {
  const input = { ...updateInput(key, change, options), ReturnValues: 'ALL_NEW' } as const;
  try {
    return (await table.send(new UpdateCommand(input))).Attributes;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/**
 * Updates or creates an item; false if the condition fails. Asks for no attributes, which some functions may
 * not read.
 */
export const isUpdated = (...of: Parameters<typeof updateInput>): Promise<boolean> =>
  meetsCondition(table.send(new UpdateCommand(updateInput(...of))));

/** Deletes an item, if there is one; false if the condition fails. */
export const del = (key: Key, options?: Conditional): Promise<boolean> =>
  meetsCondition(table.send(new DeleteCommand(deleteInput(key, options))));

/** Deletes an item and returns it; undefined if there was none. */
export const take = async (Key: Key): Promise<Item | undefined> =>
  (await table.send(new DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }))).Attributes;

/** Writes all items or none. Throws if a condition fails. */
export async function transact(items: readonly Write[]): Promise<void> {
  await table.send(new TransactWriteCommand({ TransactItems: [...items] }));
}

/** The same writes, as parts of a transaction. */
export const writes = {
  put: (item: Item, options?: Conditional): Write => ({ Put: putInput(item, options) }),
  update: (key: Key, change: Expression, options?: Conditional): Write => ({
    Update: updateInput(key, change, options),
  }),
  del: (key: Key, options?: Conditional): Write => ({ Delete: deleteInput(key, options) }),
  check: (key: Key, condition: Expression): Write => ({
    ConditionCheck: deleteInput(key, { if: condition }),
  }),
};

/** A part of a partition. */
export interface Query {
  /** Defaults to the table of applications. */
  readonly in?: string | undefined;
  /** A condition on the sort key. */
  readonly where?: Expression | undefined;
  /** DynamoDB reads also the items that it drops. */
  readonly filter?: Expression | undefined;
  /** The attributes to read. */
  readonly only?: Expression | undefined;
  /** Begins after this sort key. */
  readonly after?: string | undefined;
  /** Maximum number of items, before the filter drops some. */
  readonly limit?: number | undefined;
  readonly isNewestFirst?: boolean;
  /** A read that may miss the last second costs half as much. */
  readonly isConsistent?: boolean;
}

function queryInput(pk: string, query: Query): QueryCommandInput {
  const { in: name = TableName, where, filter, only, after, limit } = query;
  return {
    TableName: name,
    ...parametersOf({
      KeyConditionExpression: where ? expression`pk = ${pk} AND ${where}` : expression`pk = ${pk}`,
      FilterExpression: filter,
      ProjectionExpression: only,
    }),
    ExclusiveStartKey: after === undefined ? undefined : { pk, sk: after },
    Limit: limit,
    ScanIndexForward: !query.isNewestFirst,
    ConsistentRead: query.isConsistent ?? true,
  };
}

interface QueryPage {
  readonly items: readonly Item[];
  /** The sort key after which the next page begins; undefined at the end. */
  readonly reached: string | undefined;
}

/** Reads the first page of a query's results. */
export async function queryPage(pk: string, query: Query = {}): Promise<QueryPage> {
  const { Items = [], LastEvaluatedKey } = await table.send(new QueryCommand(queryInput(pk, query)));
  return { items: Items, reached: LastEvaluatedKey && String(LastEvaluatedKey.sk) };
}

/** The pages of a query's results. Each is read on demand. */
export async function* queryPages(pk: string, query: Query = {}): AsyncGenerator<readonly Item[]> {
  for await (const { Items = [] } of paginateQuery({ client: table }, queryInput(pk, query))) yield Items;
}

/** Reads every item of a query, across all pages. */
export async function queryAll(pk: string, query: Query = {}): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const page of queryPages(pk, query)) found.push(...page);
  return found;
}

/** The number of items of a query. No item is sent. */
export async function countAll(pk: string, query: Query = {}): Promise<number> {
  let count = 0;
  const input = { ...queryInput(pk, query), Select: 'COUNT' } as const;
  for await (const { Count = 0 } of paginateQuery({ client: table }, input)) count += Count;
  return count;
}

/** True if a single write collided with a transaction on the same item. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TransactionConflictException';

/** True if the condition of a single write failed. */
const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/** Returns true if a single write met its condition. Other errors are thrown. */
async function meetsCondition(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

/**
 * Returns the indexes of the failed conditions of a canceled transaction; undefined if it must be retried.
 * Other errors are thrown.
 */
export function failedConditions(error: unknown): readonly number[] | undefined {
  if (!(error instanceof TransactionCanceledException)) throw error;
  const reasons = (error.CancellationReasons ?? []).map(({ Code }) => Code);
  const failed = reasons.flatMap((reason, place) => (reason === 'ConditionalCheckFailed' ? place : []));
  return failed.length > 0 ? failed : undefined;
}
