import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { isAnswered } from '../runtime/call-time.ts';
import { environment } from '../runtime/environment.ts';

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

/** Reads an item; undefined if there is none. */
export async function readItem<T>(
  Key: Item,
  schema: Schema<T>,
  { ConsistentRead = false } = {},
): Promise<T | undefined> {
  const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead }));
  return Item && schema.parse(Item);
}

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
