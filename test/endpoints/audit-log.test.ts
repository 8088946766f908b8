import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf } from '../support/documents.ts';
import { auditLogOf, operatorArn, runOperatorCommand } from '../support/operator.ts';
import { Person, person, signedUp } from '../support/person.ts';
import { pdf } from '../support/samples.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud();
const key = 'transcript_document';
const password = 'Another-Horse-10!';

/** From the newest mail with a link. */
const resetId = (client: Person) =>
  decodeURIComponent(
    client
      .mails()
      .map(({ text }) => /[?&]id=([\w.%-]+)/.exec(text)?.[1])
      .find((id) => id !== undefined) ?? expect.unreachable(),
  );

/** Signs up, mistypes what can be mistyped, resets the password, logs in twice and out. */
async function liveThroughAnAccount(): Promise<Person> {
  const client = new Person(cloud(), newAddress());
  const { username } = client;
  await client.post('/public/signup', { username, password: goodPassword });
  const code = codeFor(cloud(), username);
  await client.post('/public/confirm', { username, code: code === '000000' ? '000001' : '000000' });
  await client.post('/public/resend-confirm', { username });
  await client.post('/public/confirm', { username, code: codeFor(cloud(), username) });
  await client.logIn(password);
  await client.post('/public/forgot-password', { username });
  const reset = { username, password, confirm_password: password };
  await client.post('/public/reset-password', { ...reset, id: `${resetId(client)}x` });
  await client.post('/public/reset-password', { ...reset, id: resetId(client) });
  await client.logIn(password);
  await client.logIn(password);
  await client.get('/api/logout');
  await client.logIn(password);
  return client;
}

describe('audit log of an applicant', () => {
  let client: Person;
  beforeAll(async () => {
    client = await liveThroughAnAccount();
  });

  it('has every event of the account in order: confirmation, resets, log-ins, log-outs, also refused ones', async () => {
    expect(await client.events()).toEqual([
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
    await client.save({ first_name: 'Ada-Secret' });
    const entries = await auditLogOf(cloud(), client.username);
    const own = entries.filter(({ by }) => by === undefined);
    expect(new Set(own.map(({ from }) => from)).size).toBe(1);
    expect(own[0]?.from).toMatch(/^[\w-]{16}$/);
    expect(new Set(own.map(({ request }) => request)).size).toBe(own.length - 2); // a reset also ends sessions, and a log-in replaces one
    expect(own.at(-1)).toMatchObject({ event: 'save', names: ['first_name'] });
    const text = JSON.stringify(entries);
    for (const secret of [client.username, '127.0.0.1', 'Secret', 'Horse', resetId(client)])
      expect(text).not.toContain(secret);
  });

  it('says who read the audit log, also who did not begin with its first page', async () => {
    const readings = async () =>
      (await auditLogOf(cloud(), client.username)).filter(({ event }) => event === 'audit-log-read');
    const before = await readings();
    expect(before[0]).toMatchObject({ by: operatorArn, request: expect.any(String) });
    await runOperatorCommand(cloud(), { command: 'read-audit-log', user: client.username, after: '' });
    expect(await readings()).toHaveLength(before.length + 2);
  });

  it('has each step of a document and of the application PDF, and what was said about mails', async () => {
    const before = (await client.events()).length;
    await client.post('/api/presigned-url', { answer_key: key });
    await client.post(conversionOf(key), { file_key: 'uploads/x/y/z', file_name: 'grades.pdf' });
    await client.upload(key, 'grades.pdf', Buffer.from('no PDF'));
    await client.upload(key, 'grades.pdf', await pdf());
    await client.get(`/api/document-answer/${key}`);
    await client.call('DELETE', conversionOf(key));
    const documents = (await auditLogOf(cloud(), client.username))
      .slice(before)
      .filter(({ event }) => event !== 'audit-log-read');
    await conversionEnded(client, '/api/pdf');
    await client.get('/api/own-data');
    for (const are_wanted of [false, true]) await client.call('PUT', '/api/reminders', { are_wanted });
    const events = (await client.events()).slice(before).filter((event) => event !== 'audit-log-read');
    expect(events).toEqual([
      ...[
        'upload',
        'upload-refused',
        'upload',
        'convert',
        'upload-refused',
        'upload',
        'convert',
        'converted',
      ],
      ...['view-document', 'delete-document', 'pdf-requested', 'pdf-link'],
      ...['own-data', 'reminders-off', 'reminders-on'],
    ]);
    expect(new Set(documents.flatMap(({ names }) => names))).toEqual(new Set([key]));
  });

  it('says that a session ended by a log-in in the same browser, also to another account', async () => {
    const [shared, after] = [await signedUp(cloud()), await person(cloud())];
    await shared.post('/public/login', { username: after.username, password: goodPassword });
    expect((await shared.events()).filter((event) => event === 'session-replaced')).toHaveLength(1);
    const invented = new Person(cloud(), after.username);
    invented.cookies.set('__Host-session', 'x'.repeat(43));
    await invented.logIn();
    expect(await after.events()).not.toContain('session-replaced');
  });

  it('has once that a session was idle for too long, at the moment when it ended', async () => {
    await client.logIn(password);
    const lastSeen = Date.now() - 31 * 60_000;
    const session = client.cookies.get('__Host-session') ?? expect.unreachable();
    await setLastSeen(session, lastSeen);
    const calls = ['/api/profile', '/api/tabs', '/api/document-answer', '/api/pdf'].map((path) =>
      new ApiClient(cloud()).send('GET', path, { headers: { cookie: `__Host-session=${session}` } }),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    const over = (await auditLogOf(cloud(), client.username)).filter(({ event }) => event === 'session-over');
    expect(over).toEqual([
      expect.objectContaining({ at: new Date(lastSeen + 30 * 60_000).toISOString(), names: ['idle'] }),
    ]);
  });
});

/** Makes a session look unused since a moment. */
async function setLastSeen(session: string, lastSeen: number): Promise<void> {
  const { documents, TableName } = tableOf(cloud());
  const update = new UpdateCommand({
    TableName,
    Key: { pk: `SESSION#${createHash('sha256').update(session).digest('hex')}`, sk: 'SESSION' },
    UpdateExpression: 'SET last_seen = :then',
    ExpressionAttributeValues: { ':then': lastSeen },
  });
  await documents.send(update);
}

describe('a rejected log-in', () => {
  it('leaves nothing in the audit log for an address without an account', async () => {
    const nobody = new Person(cloud(), newAddress());
    await nobody.logIn();
    expect(await nobody.events()).toEqual([]);
  });

  it('is not recorded while a throttle turns further attempts away', async () => {
    const { username } = await person(cloud());
    const stranger = new Person(cloud(), username);
    const statuses = [];
    for (let attempt = 0; attempt < 8; attempt++) statuses.push((await stranger.logIn('x')).status);
    expect(statuses).toEqual([...Array(5).fill(400), ...Array(3).fill(429)]);
    expect((await stranger.events()).filter((event) => event === 'log-in-refused')).toHaveLength(5);
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
