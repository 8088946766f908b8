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
import { isAnswered } from '../runtime/call-time.ts';
import { environment } from '../runtime/environment.ts';
import { type Expression, parametersOf } from './expression.ts';

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

/** Of the table of applications, unless it names another. */
type Query = Omit<QueryCommandInput, 'TableName'> & { readonly TableName?: string };
type Item = Readonly<Record<string, unknown>>;

/** The pages of a query's results. Each is read on demand. */
export const queryPages = (query: Query) => paginateQuery({ client: table }, { TableName, ...query });

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

/** Updates or creates an item; false if the condition fails. */
export const isUpdated = async (...of: Parameters<typeof update>): Promise<boolean> =>
  (await update(...of)) !== undefined;

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

interface QueryPage {
  readonly items: readonly Item[];
  /** True if there are more pages. */
  readonly hasMore: boolean;
  /** The sort key after which the next page begins; undefined at the end. */
  readonly reached: string | undefined;
}

/** Reads the first page of a query's results. */
export async function queryPage(query: Query): Promise<QueryPage> {
  const { Items = [], LastEvaluatedKey } = await table.send(new QueryCommand({ TableName, ...query }));
  const reached = LastEvaluatedKey === undefined ? undefined : String(LastEvaluatedKey.sk);
  return { items: Items, hasMore: reached !== undefined, reached };
}

/** Reads every item of a query, across all pages. */
export async function queryAll(query: Query): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const { Items = [] } of queryPages(query)) found.push(...Items);
  return found;
}

/** Query of a whole partition. */
export const ofPartition = (pk: string) => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

/** Reads every item of a partition, consistently. */
export const queryPartition = (pk: string) => queryAll({ ...ofPartition(pk), ConsistentRead: true });

/** True if a single write collided with a transaction on the same item. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TransactionConflictException';

/** True if the condition of a single write failed. */
export const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/** Returns true if a single write met its condition. Other errors are thrown. */
export async function meetsCondition(write: Promise<unknown>): Promise<boolean> {
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
