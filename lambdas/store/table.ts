import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { environment } from '../runtime/environment.ts';

/** The client of the one table. Every function needs it, so it is created at start. */
export const table = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }), {
  marshallOptions: { removeUndefinedValues: true },
});

export const TableName = environment('TABLE_NAME');

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
