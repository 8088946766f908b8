import { createHash } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { ApiClient, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { auditLogOf } from '../support/operator.ts';
import { person } from '../support/person.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud();

/** An applicant who has just logged in, and what the table knows of the session. */
async function loggedIn() {
  const username = newAddress();
  const applicant = await person(cloud(), username);
  const id = applicant.cookies.get('__Host-session') ?? expect.unreachable();
  const { documents, TableName } = tableOf(cloud());
  const Key = { pk: `SESSION#${createHash('sha256').update(id).digest('hex')}`, sk: 'SESSION' };
  const set = (name: 'last_seen' | 'ends' | 'renewed_until', moment: number) => {
    const UpdateExpression = `SET ${name} = :then`;
    const ExpressionAttributeValues = { ':then': moment };
    return documents.send(new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues }));
  };
  const stored = async () => (await documents.send(new GetCommand({ TableName, Key }))).Item ?? {};
  return { username, applicant, set, stored };
}

it('a session that is used again after a minute stays open, whichever function answers', async () => {
  const { applicant, set, stored } = await loggedIn();
  const minutesAgo = Date.now() - 120_000;
  for (const path of ['/api/profile', '/api/document-answer', '/api/pdf']) {
    await set('last_seen', minutesAgo);
    expect((await applicant.call('GET', path)).status, path).toBeLessThan(400);
    expect((await stored()).last_seen, path).toBeGreaterThan(minutesAgo);
  }
});

it('a session ends twelve hours after the log-in, though it is in use', async () => {
  const before = Date.now();
  const { username, applicant, set, stored } = await loggedIn();
  const { ends } = await stored();
  expect(ends).toBeGreaterThanOrEqual(before + 12 * 3_600_000);
  expect(ends).toBeLessThanOrEqual(Date.now() + 12 * 3_600_000);
  expect((await applicant.call('GET', '/api/profile')).status).toBe(200);
  const ended = Date.now() - 1;
  await set('ends', ended);
  expect((await applicant.call('GET', '/api/profile')).status).toBe(401);
  expect(await auditLogOf(cloud(), username)).toContainEqual(
    expect.objectContaining({
      event: 'session-over',
      at: new Date(ended).toISOString(),
      names: ['twelve-hours'],
    }),
  );
});

it('a call with the earlier cookie of a renewed session gets 401, and removes the cookies only after a minute', async () => {
  const { applicant, stored, set } = await loggedIn();
  const late = new ApiClient(cloud());
  for (const [name, value] of applicant.cookies) late.cookies.set(name, value);
  expect((await applicant.call('DELETE', '/api/account/sessions')).status).toBe(200);
  const early = await late.call('GET', '/api/profile');
  expect(early).toMatchObject({ status: 401, body: { renewed: true } });
  expect(early.headers.getSetCookie()).toEqual([]);
  expect(Object.keys(await stored()).toSorted()).toEqual(['expires_at', 'pk', 'renewed_until', 'sk']);
  await set('renewed_until', Date.now() - 1);
  const after = await late.call('GET', '/api/profile');
  expect([after.status, after.body.renewed]).toEqual([401, undefined]);
  expect(after.headers.getSetCookie()).toHaveLength(2);
  expect((await applicant.call('GET', '/api/profile')).status).toBe(200);
  expect((await late.call('GET', '/api/logout')).status).toBe(200);
});
