import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
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

  it('of an earlier version, with one item for each page, are read, changed and compared', async () => {
    const username = newAddress();
    const client = await seededApplicant(cloud(), username);
    const pk = await partitionOf(username);
    const { documents, TableName } = table();
    const earlier = [
      { sk: 'META', rev: 5 },
      { sk: 'ANS#about', a: { first_name: 'Ada', city: 'Houghton' }, r: { first_name: 1, city: 4 } },
      { sk: 'ANS#education', a: { hs_city: 'Calumet' }, r: { hs_city: 5 } },
    ];
    for (const item of earlier) await documents.send(new PutCommand({ TableName, Item: { pk, ...item } }));
    const profile = async () => (await client.call('GET', '/api/profile')).body;
    expect(await profile()).toMatchObject({
      answer: { first_name: 'Ada', city: 'Houghton', hs_city: 'Calumet' },
      revision: 5,
    });
    const late = await client.call('PUT', '/api/answer', { answer: { city: 'Hancock' }, revision: 3 });
    expect(late.body).toMatchObject({
      revision: 6,
      conflicts: { city: 'Houghton' },
      changed: { hs_city: 'Calumet' },
    });
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Augusta' }, revision: 6 });
    expect(await profile()).toMatchObject({
      answer: { first_name: 'Augusta', city: 'Hancock', hs_city: 'Calumet' },
      revision: 7,
    });
  });
});
