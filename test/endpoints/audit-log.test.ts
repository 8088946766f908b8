import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { eventually } from '../support/eventually.ts';
import { auditLogOf, operatorArn, runOperatorCommand } from '../support/operator.ts';
import { person, signedUp } from '../support/person.ts';
import { pdf } from '../support/samples.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud();
const key = 'transcript_document';

const eventsOf = async (user: string) => (await auditLogOf(cloud(), user)).map(({ event }) => event);
const post = (client: ApiClient, path: string, body: object) => client.call('POST', `/public/${path}`, body);
/** From the newest mail with a link. */
const resetId = (address: string) =>
  decodeURIComponent(
    cloud()
      .mail(address)
      .map(({ text }) => /[?&]id=([\w.%-]+)/.exec(text)?.[1])
      .find((id) => id !== undefined) ?? expect.unreachable(),
  );

/** Signs up, mistypes what can be mistyped, resets the password, logs in twice and out. */
async function liveThroughAnAccount(username: string): Promise<ApiClient> {
  const client = new ApiClient(cloud());
  const password = 'Another-Horse-10!';
  await post(client, 'signup', { username, password: goodPassword });
  const code = codeFor(cloud(), username);
  const wrong = code === '000000' ? '000001' : '000000';
  await post(client, 'confirm', { username, code: wrong });
  await post(client, 'resend-confirm', { username });
  await post(client, 'confirm', { username, code: codeFor(cloud(), username) });
  await post(client, 'login', { username, password });
  await post(client, 'forgot-password', { username });
  const id = resetId(username);
  await post(client, 'reset-password', { username, id: `${id}x`, password, confirm_password: password });
  await post(client, 'reset-password', { username, id, password, confirm_password: password });
  await post(client, 'login', { username, password });
  await post(client, 'login', { username, password });
  await client.call('GET', '/api/logout');
  await post(client, 'login', { username, password });
  return client;
}

describe('audit log of an applicant', () => {
  const username = newAddress();
  let client: ApiClient;
  beforeAll(async () => {
    client = await liveThroughAnAccount(username);
  });

  it('has every event of the account in order: confirmation, resets, log-ins, log-outs, also refused ones', async () => {
    expect(await eventsOf(username)).toEqual([
      'confirm',
      'log-in-refused',
      'reset-asked',
      'reset',
      'sessions-ended',
      'log-in',
      'log-in',
      'session-replaced',
      'log-out',
      'log-in',
      'audit-log-read',
    ]);
  });

  it('names the request and a pseudonym of the network in each entry, and no address, code or password', async () => {
    const { headers } = await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada-Secret' } });
    expect(headers.get('content-type')).toContain('json');
    const entries = await auditLogOf(cloud(), username);
    const own = entries.filter(({ by }) => by === undefined);
    expect(new Set(own.map(({ from }) => from)).size).toBe(1);
    expect(own[0]?.from).toMatch(/^[\w-]{16}$/);
    expect(new Set(own.map(({ request }) => request)).size).toBe(own.length - 2); // a reset also ends sessions, and a log-in replaces one
    expect(own.at(-1)).toMatchObject({ event: 'save', names: ['first_name'] });
    const text = JSON.stringify(entries);
    for (const secret of [username, '127.0.0.1', 'Secret', 'Horse', resetId(username)])
      expect(text).not.toContain(secret);
  });

  it('says who read the audit log, also who did not begin with its first page', async () => {
    const readings = async () =>
      (await auditLogOf(cloud(), username)).filter(({ event }) => event === 'audit-log-read');
    const before = await readings();
    expect(before[0]).toMatchObject({ by: operatorArn, request: expect.any(String) });
    await runOperatorCommand(cloud(), { command: 'read-audit-log', user: username, after: '' });
    expect(await readings()).toHaveLength(before.length + 2);
  });

  it('has that the applicant downloaded all data, and what was said about mails', async () => {
    await client.call('GET', '/api/own-data');
    for (const are_wanted of [false, true]) await client.call('PUT', '/api/reminders', { are_wanted });
    const events = (await eventsOf(username)).filter((event) => event !== 'audit-log-read');
    expect(events.slice(-3)).toEqual(['own-data', 'reminders-off', 'reminders-on']);
  });

  it('has each step of a document: link to upload, refusal, conversion, view, deletion', async () => {
    const before = (await eventsOf(username)).length;
    await client.call('POST', '/api/presigned-url', { answer_key: key });
    await client.call('POST', conversionOf(key), { file_key: 'uploads/x/y/z', file_name: 'grades.pdf' });
    await upload(client, key, 'grades.pdf', Buffer.from('no PDF'));
    await conversionEnded(client, conversionOf(key));
    await upload(client, key, 'grades.pdf', await pdf());
    await conversionEnded(client, conversionOf(key));
    await client.call('GET', `/api/document-answer/${key}`);
    await client.call('DELETE', conversionOf(key));
    const entries = (await auditLogOf(cloud(), username)).slice(before);
    const documents = entries.filter(({ event }) => event !== 'audit-log-read');
    expect(documents.map(({ event }) => event)).toEqual([
      'upload',
      'upload-refused',
      'upload',
      'convert',
      'upload-refused',
      'upload',
      'convert',
      'converted',
      'view-document',
      'delete-document',
    ]);
    expect(new Set(documents.flatMap(({ names }) => names))).toEqual(new Set([key]));
  });

  it('has that an application PDF was requested, and each link to one', async () => {
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    await eventually(async () =>
      expect((await client.call('GET', '/api/pdf')).body.status).toBe('COMPLETED'),
    );
    const pdfs = (await eventsOf(username)).filter((event) => event.startsWith('pdf-'));
    expect(pdfs).toEqual(['pdf-requested', 'pdf-link']);
  });

  it('says that a session ended by a log-in in the same browser, also to another account', async () => {
    const [before, after] = [newAddress(), newAddress()];
    await signedUp(cloud(), after);
    const shared = await signedUp(cloud(), before);
    await post(shared, 'login', { username: after, password: goodPassword });
    expect((await eventsOf(before)).filter((event) => event === 'session-replaced')).toHaveLength(1);
    expect(await eventsOf(after)).not.toContain('session-replaced');
    const invented = new ApiClient(cloud());
    invented.cookies.set('__Host-session', 'x'.repeat(43));
    await post(invented, 'login', { username: after, password: goodPassword });
    expect(await eventsOf(after)).not.toContain('session-replaced');
  });

  it('has once that a session was idle for too long, at the moment when it ended', async () => {
    const applicant = new ApiClient(cloud());
    await post(applicant, 'login', { username, password: 'Another-Horse-10!' });
    const lastSeen = Date.now() - 31 * 60_000;
    await setLastSeen(applicant, lastSeen);
    const calls = ['/api/profile', '/api/tabs', '/api/document-answer', '/api/pdf'];
    const answers = await Promise.all(
      calls.map((path) =>
        new ApiClient(cloud()).send('GET', path, {
          headers: { cookie: `__Host-session=${applicant.cookies.get('__Host-session')}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    const over = (await auditLogOf(cloud(), username)).filter(({ event }) => event === 'session-over');
    expect(over).toEqual([
      expect.objectContaining({ at: new Date(lastSeen + 30 * 60_000).toISOString(), names: ['idle'] }),
    ]);
  });
});

/** Makes a session look unused since a moment. */
async function setLastSeen(applicant: ApiClient, lastSeen: number): Promise<void> {
  const id = applicant.cookies.get('__Host-session') ?? expect.unreachable();
  const { documents, TableName } = tableOf(cloud());
  await documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk: `SESSION#${createHash('sha256').update(id).digest('hex')}`, sk: 'SESSION' },
      UpdateExpression: 'SET last_seen = :then',
      ExpressionAttributeValues: { ':then': lastSeen },
    }),
  );
}

describe('a rejected log-in', () => {
  it('leaves nothing in the audit log for an address without an account', async () => {
    const username = newAddress();
    await post(new ApiClient(cloud()), 'login', { username, password: goodPassword });
    expect(await eventsOf(username)).toEqual([]);
  });

  it('is not recorded while a throttle turns further attempts away', async () => {
    const username = newAddress();
    await person(cloud(), username);
    const statuses = [];
    for (let attempt = 0; attempt < 8; attempt++)
      statuses.push((await post(new ApiClient(cloud()), 'login', { username, password: 'x' })).status);
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(3).fill(429)]);
    const refused = (await eventsOf(username)).filter((event) => event === 'log-in-refused');
    expect(refused).toHaveLength(5);
  });
});

it('audit log of operators: has what concerns no applicant, who did it, and who read it', async () => {
  const { length } = await auditLogOf(cloud());
  await auditLogOf(cloud(), newAddress());
  expect((await auditLogOf(cloud())).slice(length)).toEqual([
    expect.objectContaining({ event: 'audit-log-read', by: operatorArn, names: ['former-address'] }),
    expect.objectContaining({ event: 'audit-log-read', by: operatorArn, names: ['operators'] }),
  ]);
});
