import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { sizeOf } from '../../scripts/lab/cost/item-size.ts';
import { newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { seededApplicant } from '../support/seeded-applicant.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud();

const table = () => tableOf(cloud());

/** An applicant's partition of the table. Only the log-in tells whose it is. */
async function partitionOf(username: string): Promise<string> {
  const { documents, TableName } = table();
  const { Items = [] } = await documents.send(new ScanCommand({ TableName }));
  return String(Items.find((item) => String(item.pk).startsWith('APP#') && item.username === username)?.pk);
}

async function itemsOf(pk: string) {
  const { client, TableName } = table();
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: pk } },
    }),
  );
  return Items;
}

describe('stored answers', () => {
  it('lie in items of less than a kilobyte, so that a save writes no more than it must', async () => {
    const username = newAddress();
    const client = await seededApplicant(cloud(), username);
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    const items = (await itemsOf(await partitionOf(username))).filter(({ sk }) =>
      sk?.S?.startsWith('ANSWERS#'),
    );
    expect(items.length).toBeGreaterThan(10);
    expect(Math.max(...items.map((item) => sizeOf(item as Parameters<typeof sizeOf>[0])))).toBeLessThan(1024);
  });
});
