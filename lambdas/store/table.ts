import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  paginateQuery,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { isAnswered } from '../runtime/call-time.ts';
import { environment } from '../runtime/environment.ts';

const client = new DynamoDBClient({ maxAttempts: 4 });

/**
 * Lambda keeps the process of a call that was answered because its time was over, and what was under way then goes on during a later call. By
 * then the applicant has done something else, so it reads and writes nothing more.
 */
client.middlewareStack.add(
  (next) => (args) => {
    if (isAnswered()) throw new Error('The call was answered without waiting for this.');
    return next(args);
  },
  { name: 'onlyUntilAnswered', step: 'deserialize', priority: 'high' },
);

/** The client of the one table. Every function needs it, so it is created at start. */
export const table = DynamoDBDocumentClient.from(client, {
  marshallOptions: { removeUndefinedValues: true },
});

export const TableName = environment('TABLE_NAME');

type Query = Omit<QueryCommandInput, 'TableName'>;
type Item = Readonly<Record<string, unknown>>;

/** The pages of what a query finds. Each is read when it is asked for. */
export const queryPages = (query: Query) => paginateQuery({ client: table }, { TableName, ...query });

/** The first page of what a query finds, and whether there are others. */
export async function queryPage(
  query: Query,
): Promise<{ readonly items: readonly Item[]; readonly hasMore: boolean }> {
  const { Items = [], LastEvaluatedKey } = await table.send(new QueryCommand({ TableName, ...query }));
  return { items: Items, hasMore: LastEvaluatedKey !== undefined };
}

/** Every item that a query finds, however many pages these are. */
export async function queryAll(query: Query): Promise<readonly Item[]> {
  const found: Item[] = [];
  for await (const { Items = [] } of queryPages(query)) found.push(...Items);
  return found;
}

/** A query of everything in a partition. */
export const ofPartition = (pk: string) => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

/** Every item of a partition, with every change that was acknowledged. */
export const queryPartition = (pk: string) => queryAll({ ...ofPartition(pk), ConsistentRead: true });

/** Whether a single write met a transaction on the same item. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && error.name === 'TransactionConflictException';

/** Whether the condition of a single write failed. */
export const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/** Whether a single write that was sent met its condition. Other errors are thrown. */
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
 * Which conditions of a cancelled transaction failed, by their place in it; undefined when it has to be tried again. Other errors are
 * thrown.
 */
export function failedConditions(error: unknown): readonly number[] | undefined {
  if (!(error instanceof TransactionCanceledException)) throw error;
  const reasons = (error.CancellationReasons ?? []).map(({ Code }) => Code);
  const failed = reasons.flatMap((reason, place) => (reason === 'ConditionalCheckFailed' ? place : []));
  return failed.length > 0 ? failed : undefined;
}
