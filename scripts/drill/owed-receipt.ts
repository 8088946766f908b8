import { randomUUID } from 'node:crypto';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { LocalCloud } from '../local-cloud/index.ts';

const twoHours = 2 * 3_600_000;

/** Puts what is left in the table of an applicant who submitted two hours ago, while mail was down (lambdas/store/outbox.ts). */
export async function oweReceipt(
  { url, credentials, outputs }: LocalCloud,
  username = 'drill@example.org',
): Promise<void> {
  const client = new DynamoDBClient({ endpoint: url, region: 'us-east-1', credentials });
  const TableName = Object.entries(outputs).find(([path]) =>
    path.endsWith('/Data/Applications/Resource'),
  )?.[1];
  const sub = randomUUID();
  const receipt = {
    pk: `APP#${sub}`,
    sk: 'OUTBOX#submit',
    confirmation: 'DRILL',
    submitted_at: new Date(Date.now() - twoHours).toISOString(),
  };
  const owed = { pk: `OWED#${sub[0]}`, sk: sub, username, host: new URL(url).host };
  for (const item of [receipt, owed]) {
    const Item = Object.fromEntries(Object.entries(item).map(([name, S]) => [name, { S }]));
    await client.send(new PutItemCommand({ TableName, Item }));
  }
}
