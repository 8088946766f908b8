import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { ApplicantId } from '../runtime/ids.ts';
import { meta } from './items.ts';
import { keys, parts } from './keys.ts';
import { TableName, table } from './table.ts';

/** When an application was submitted; undefined for a draft and where there is none. */
export async function submissionTime(sub: ApplicantId): Promise<string | undefined> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: { ':pk': keys.application(sub), ':sk': parts.meta },
    }),
  );
  return Items[0] === undefined ? undefined : meta.parse(Items[0]).submitted_at;
}
