import type { CloudWatch } from '../cloudwatch/service.ts';
import type { Request } from '../http.ts';

const throttling = ['ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'ThrottlingException'];

/** The tables that a call names, once each. */
const tablesIn = (body: string) =>
  new Set([...body.matchAll(/"TableName":"([^"]+)"/g)].map(([, name]) => name ?? ''));

/**
 * Counts a call that DynamoDB throttled, by table and operation.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
 */
export function countThrottledRequest(cloudWatch: CloudWatch, request: Request, errorName: string): void {
  const [service, Operation = ''] = request.headers['x-amz-target']?.split('.') ?? [];
  if (service !== 'DynamoDB_20120810' || !throttling.includes(errorName)) return;
  for (const TableName of tablesIn(request.body.toString()))
    cloudWatch.count({
      namespace: 'AWS/DynamoDB',
      name: 'ThrottledRequests',
      dimensions: { TableName, Operation },
    });
}
