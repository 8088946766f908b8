import { createHash } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { newApplicant } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';

const cloud = withCloud();
const table = () =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: cloud().url, region: 'us-east-1', credentials: cloud().credentials }),
  );

it('a session that is used again after a minute stays open, whichever function answers', async () => {
  const applicant = await newApplicant(cloud());
  const id = applicant.cookies.get('__Host-session') ?? expect.unreachable();
  const [, TableName = ''] =
    Object.entries(cloud().outputs).find(([path]) => /Data\/Applications\/Resource$/.test(path)) ?? [];
  const Key = { pk: `SESSION#${createHash('sha256').update(id).digest('hex')}`, sk: 'SESSION' };
  const lastSeen = async () =>
    Number((await table().send(new GetCommand({ TableName, Key }))).Item?.last_seen);
  const minutesAgo = Date.now() - 120_000;
  for (const path of ['/api/profile', '/api/document-answer', '/api/pdf']) {
    const UpdateExpression = 'SET last_seen = :then';
    const ExpressionAttributeValues = { ':then': minutesAgo };
    await table().send(new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues }));
    expect((await applicant.call('GET', path)).status, path).toBeLessThan(400);
    expect(await lastSeen(), path).toBeGreaterThan(minutesAgo);
  }
});
