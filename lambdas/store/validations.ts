import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { now } from '../runtime/clock.ts';
import type { ApplicantId } from '../runtime/ids.ts';
import { keys } from './keys.ts';
import { TableName, table } from './table.ts';

/** Staff see from these reports where applicants get stuck. */
const kept = 20;

/** Stores the last 20 reports of an applicant. A counter chooses which of 20 items the next report replaces. */
export async function storeValidationReport(
  sub: ApplicantId,
  validations: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const pk = keys.validationReports(sub);
  const { Attributes } = await table.send(
    new UpdateCommand({
      TableName,
      Key: { pk, sk: 'VALIDATIONS' },
      UpdateExpression: 'ADD #count :one',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  const place = String(Number(Attributes?.count) % kept).padStart(2, '0');
  const Item = { pk, sk: `VALIDATIONS#${place}`, at: new Date(now()).toISOString(), validations };
  await table.send(new PutCommand({ TableName, Item }));
}
