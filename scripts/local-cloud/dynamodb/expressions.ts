import { ServiceError } from '../http.ts';

const expressions = [
  'ConditionExpression',
  'FilterExpression',
  'KeyConditionExpression',
  'ProjectionExpression',
  'UpdateExpression',
] as const;

const most = 4096;

/**
 * Rejects an expression over 4 KB, as DynamoDB does:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
export function checkExpressions(input: object) {
  for (const name of expressions) {
    const value = (input as Record<string, unknown>)[name];
    if (typeof value === 'string' && Buffer.byteLength(value) > most) {
      const size = Buffer.byteLength(value);
      throw new ServiceError(
        'ValidationException',
        `Invalid ${name}: Expression size has exceeded the maximum allowed size; expression size: ${size}`,
      );
    }
  }
}
