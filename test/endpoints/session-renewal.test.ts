import { createHash } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { newApplicant } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud();

it('a session that is used again after a minute stays open, whichever function answers', async () => {
  const applicant = await newApplicant(cloud());
  const id = applicant.cookies.get('__Host-session') ?? expect.unreachable();
  const { documents, TableName } = tableOf(cloud());
  const Key = { pk: `SESSION#${createHash('sha256').update(id).digest('hex')}`, sk: 'SESSION' };
  const lastSeen = async () =>
    Number((await documents.send(new GetCommand({ TableName, Key }))).Item?.last_seen);
  const minutesAgo = Date.now() - 120_000;
  for (const path of ['/api/profile', '/api/document-answer', '/api/pdf']) {
    const UpdateExpression = 'SET last_seen = :then';
    const ExpressionAttributeValues = { ':then': minutesAgo };
    await documents.send(new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues }));
    expect((await applicant.call('GET', path)).status, path).toBeLessThan(400);
    expect(await lastSeen(), path).toBeGreaterThan(minutesAgo);
  }
});
