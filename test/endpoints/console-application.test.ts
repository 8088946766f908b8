import { BatchWriteCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditLogEntry, Note } from '../../shared/api/console-replies.ts';
import { reportReply } from '../../shared/api/operator.ts';
import type { ApiClient, Method } from '../support/applicant.ts';
import { newAddress } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { completeAnswers } from '../support/form.ts';
import { auditLogOf, runOperatorCommand, staffTokenFor } from '../support/operator.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { person, type Submitted, submitted } from '../support/person.ts';
import { runRetention } from '../support/retention.ts';
import { pdf } from '../support/samples.ts';
import { signIn } from '../support/staff.ts';
import { tableOf } from '../support/table.ts';

const { cloud } = withStaffCloud({ ...withoutDeliveries, isEmpty: true });

let rita: ApiClient;
let omar: ApiClient;
let dana: ApiClient;
let remy: ApiClient;
let ada: Submitted;

beforeAll(async () => {
  [rita, omar, dana, remy] = await Promise.all([
    signIn(cloud(), 'Rita Reader'),
    signIn(cloud(), 'Omar Office'),
    signIn(cloud(), 'Dana Director'),
    signIn(cloud(), 'Remy Records'),
  ]);
  ada = await submitted(cloud(), { first_name: 'Ada', last_name: 'Lindqvist' });
});

const of = ({ sub }: Pick<Submitted, 'sub'>, path: string) => `/api/staff/applications/${sub}${path}`;
const eventsOf = async ({ username }: Submitted, event: string) =>
  (await auditLogOf(cloud(), username)).filter((entry) => entry.event === event);
const itemsIn = async (pk: string, table: 'Applications' | 'AuditLog' = 'Applications') => {
  const { documents, TableName } = tableOf(cloud(), table);
  const { Items = [] } = await documents.send(
    new QueryCommand({
      ...{ TableName, KeyConditionExpression: 'pk = :pk' },
      ExpressionAttributeValues: { ':pk': pk },
    }),
  );
  return Items;
};

async function putItems(
  items: readonly object[],
  table: 'Applications' | 'AuditLog' = 'Applications',
): Promise<void> {
  const { documents, TableName } = tableOf(cloud(), table);
  for (let from = 0; from < items.length; from += 25) {
    const puts = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }));
  }
}

describe('the answers of an application', () => {
  it('are those of the staff link, are recorded with the person, and count as read', async () => {
    const { token } = await staffTokenFor(cloud(), ada.client);
    const link = await ada.client.call('GET', `/service/tmp-pdf?service_token=${token}`);
    const { status, body } = await omar.call('GET', of(ada, '/answers'));
    expect({ status, body }).toEqual({ status: 200, body: link.body });
    expect(body).toMatchObject({ answer: { last_name: 'Lindqvist' }, username: ada.username });
    expect((await eventsOf(ada, 'application-read')).at(-1)).toMatchObject({
      ...{ by: 'Omar Office (omar)', names: ['answers'], request: expect.any(String) },
    });
    const [mark] = await itemsIn(`READ#${ada.sub}`);
    expect(mark).toMatchObject({ sk: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await itemsIn(`READ#BY#${mark?.sk}`)).toMatchObject([{ sk: ada.sub }]);
    await omar.call('DELETE', of(ada, '/read'));
    expect(await eventsOf(ada, 'marked-unread')).toMatchObject([{ by: 'Omar Office (omar)' }]);
    for (const pk of [`READ#${ada.sub}`, `READ#BY#${mark?.sk}`]) expect(await itemsIn(pk)).toEqual([]);
  });

  it('lead to documents and to the application PDF, which are recorded by their names', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    await upload(client, 'transcript_document', 'transcript.pdf', await pdf({ texts: ['grades'] }));
    await conversionEnded(client, conversionOf('transcript_document'));
    await client.call('POST', '/api/submit');
    const { applications } = (await rita.call('GET', `/api/staff/applications?q=${username}`)).body as {
      applications: [{ applicant: string }];
    };
    const sub = applications[0].applicant;
    const shown = await rita.call('GET', of({ sub }, '/documents/transcript_document'));
    expect(shown).toMatchObject({ status: 302 });
    expect((await fetch(String(shown.headers.get('location')))).status).toBe(200);
    expect((await rita.call('GET', of({ sub }, '/documents/activities_document'))).status).toBe(404);
    await expect
      .poll(async () => (await rita.call('GET', of({ sub }, '/pdf'))).status, {
        timeout: 60_000,
        interval: 300,
      })
      .toBe(302);
    const read = (await auditLogOf(cloud(), username)).filter(({ event }) => event === 'application-read');
    expect(read.map(({ names }) => names)).toEqual([['transcript_document'], ['application-pdf']]);
  });

  it('have the checklist of the moment on page one of the application PDF', async () => {
    const grace = await submitted(cloud(), { first_name: 'Grace' });
    const pageOne = async () => {
      const link = () => rita.call('GET', of(grace, '/pdf'));
      await expect.poll(async () => (await link()).status, { timeout: 60_000, interval: 300 }).toBe(302);
      const reply = await fetch(String((await link()).headers.get('location')));
      return (await readPdf(new Uint8Array(await reply.arrayBuffer()))).pages[0]?.text;
    };
    expect(await pageOne()).toMatch(/Still needed on [^:]*transcript/i);
    const body = { day: '2026-03-03' };
    expect((await remy.call('PUT', of(grace, '/checklist/transcript'), body)).status).toBe(200);
    expect(await pageOne()).toMatch(/transcript \(March 3, 2026\)/i);
  });
});

describe('a checklist item', () => {
  it('is received on a day, and taken back only with the day that is stored', async () => {
    const one = await submitted(cloud());
    const path = of(one, '/checklist/transcript');
    const missing = ['test-scores'];
    expect(await remy.call('PUT', path, { day: '2026-03-03' })).toMatchObject({
      ...{ status: 200, body: { checklist: { transcript: '2026-03-03' }, missing } },
    });
    expect(await dana.call('PUT', path, { day: '2026-03-03' })).toMatchObject({ status: 200 });
    expect(await dana.call('PUT', path, { day: '2026-03-05' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('March 3, 2026'), received: '2026-03-03' },
    });
    expect(await dana.call('DELETE', `${path}?day=2026-03-05`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('March 3, 2026'), received: '2026-03-03' },
    });
    expect((await dana.call('DELETE', path)).status).toBe(400);
    expect(await dana.call('DELETE', `${path}?day=2026-03-03`)).toMatchObject({
      ...{ status: 200, body: { checklist: {}, missing: ['transcript', 'test-scores'] } },
    });
    const events = (await auditLogOf(cloud(), one.username)).filter(({ event }) =>
      event.startsWith('checklist'),
    );
    expect(events).toMatchObject([
      { event: 'checklist-item-received', by: 'Remy Records (remy)', names: ['transcript'] },
      { event: 'checklist-item-undone', by: 'Dana Director (dana)', names: ['transcript'] },
    ]);
  });

  it('is not lost when several people mark items at the same moment', async () => {
    const one = await submitted(cloud());
    const days = ['2026-03-01', '2026-03-02', '2026-03-03'];
    const replies = await Promise.all([
      remy.call('PUT', of(one, '/checklist/test-scores'), { day: '2026-03-09' }),
      ...days.map((day) => dana.call('PUT', of(one, '/checklist/transcript'), { day })),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    const { body } = await rita.call('GET', of(one, ''));
    expect(body).toMatchObject({
      checklist: { 'test-scores': '2026-03-09', transcript: expect.stringMatching(/^2026-03-0[123]$/) },
      missing: [],
    });
  });

  it('is received on another day only in place of the day that is stored', async () => {
    const one = await submitted(cloud());
    const path = of(one, '/checklist/transcript');
    await remy.call('PUT', path, { day: '2026-03-03' });
    expect(await dana.call('PUT', path, { day: '2026-03-05', replaces: '2026-03-04' })).toMatchObject({
      ...{ status: 409, body: { received: '2026-03-03' } },
    });
    expect(await dana.call('PUT', path, { day: '2026-03-05', replaces: '2026-03-03' })).toMatchObject({
      ...{ status: 200, body: { checklist: { transcript: '2026-03-05' }, missing: ['test-scores'] } },
    });
  });

  it('must be known, and must not arrive in the future', async () => {
    expect(await remy.call('PUT', of(ada, '/checklist/essay'), { day: '2026-03-03' })).toMatchObject({
      status: 400,
    });
    expect(await remy.call('PUT', of(ada, '/checklist/transcript'), { day: '2999-01-01' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('future') },
    });
  });
});

const notesOf = (body: object) => (body as { notes: Note[] }).notes;

describe('private notes', () => {
  it('are shown newest first to the office, as they were typed, with the author', async () => {
    await omar.call('POST', of(ada, '/notes'), { text: '  =1+1 <b>first</b>  ' });
    const { body } = await dana.call('POST', of(ada, '/notes'), { text: 'second\nline' });
    expect(notesOf(body)).toMatchObject([
      { text: 'second\nline', by: 'Dana Director', is_own: true },
      { text: '=1+1 <b>first</b>', by: 'Omar Office', is_own: false },
    ]);
    expect((await omar.call('POST', of(ada, '/notes'), { text: ' \n ' })).status).toBe(400);
    expect((await omar.call('POST', of(ada, '/notes'), { text: 'x'.repeat(4001) })).status).toBe(400);
  });

  it('are deleted by their author alone', async () => {
    const one = await submitted(cloud());
    const { body } = await omar.call('POST', of(one, '/notes'), { text: 'Call the school.' });
    const [note] = notesOf(body);
    const path = of(one, `/notes/${note?.id}`);
    expect(await dana.call('DELETE', path)).toMatchObject({ status: 403 });
    expect(await omar.call('DELETE', of(ada, `/notes/${note?.id}`))).toMatchObject({ status: 404 });
    expect(await omar.call('DELETE', path)).toMatchObject({ status: 200, body: { notes: [] } });
    expect(await omar.call('DELETE', path)).toMatchObject({ status: 404 });
    expect(await omar.call('DELETE', of(one, '/notes/guess'))).toMatchObject({ status: 404 });
    const log = JSON.stringify(await auditLogOf(cloud(), one.username));
    expect(log).not.toContain('notes-read');
    expect(log).toMatch(/"event":"note-added".*"event":"note-deleted"/);
    expect(log).not.toContain('Call the school.');
  });

  it('are recorded with each person who reads them', async () => {
    const one = await submitted(cloud());
    await dana.call('GET', of(one, '/notes'));
    expect(await eventsOf(one, 'notes-read')).toMatchObject([
      { by: expect.stringMatching(/^Dana Director/) },
    ]);
  });

  it('are at most 200 for an application', async () => {
    const one = await submitted(cloud());
    await omar.call('POST', of(one, '/notes'), { text: 'first' });
    const [note] = await itemsIn(`NOTE#${one.sub}`);
    await putItems(Array.from({ length: 199 }, (_, number) => ({ ...note, sk: `${note?.sk}${number}` })));
    expect(await omar.call('POST', of(one, '/notes'), { text: 'one more' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('200') },
    });
  }, 60_000);

  it('are not in the data that the applicant downloads', async () => {
    await omar.call('POST', of(ada, '/notes'), { text: 'a private remark' });
    const { status, body } = await ada.client.call('GET', '/api/own-data');
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/private remark|Omar/);
  });
});

describe('the history', () => {
  it('has the newest entries first, with the person, and continues with a cursor', async () => {
    const one = await submitted(cloud());
    await rita.call('GET', of(one, '/answers'));
    const { body } = await omar.call('GET', of(one, '/history'));
    const { entries } = body as unknown as { entries: AuditLogEntry[] };
    expect(entries.slice(0, 2)).toMatchObject([
      { event: 'audit-log-read', by: 'Omar Office (omar)' },
      { event: 'application-read', by: 'Rita Reader (rita)', names: ['answers'] },
    ]);
    expect(entries.find(({ event }) => event === 'submit')).toMatchObject({ by: '' });
    const [entry] = (await itemsIn(one.sub, 'AuditLog')).slice(-1);
    await putItems(
      Array.from({ length: 100 }, (_, number) => ({ ...entry, sk: `${entry?.sk}${number}` })),
      'AuditLog',
    );
    const first = await omar.call('GET', of(one, '/history'));
    expect(first.body.entries).toHaveLength(100);
    const next = await omar.call('GET', of(one, `/history?after=${first.body.next}`));
    const times = [first, next].flatMap(({ body: { entries: some } }) =>
      (some as AuditLogEntry[]).map(({ at }) => at),
    );
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await omar.call('GET', of(one, '/history?after=bad'))).status).toBe(400);
  }, 60_000);

  it('of the console itself is shown to directors, and reading it is recorded', async () => {
    await dana.call('GET', '/api/staff/audit-log');
    const { body } = await dana.call('GET', '/api/staff/audit-log');
    expect((body.entries as AuditLogEntry[])[0]).toMatchObject({
      ...{ event: 'audit-log-read', by: 'Dana Director (dana)' },
    });
    expect((await dana.call('GET', '/api/staff/audit-log?after=x')).status).toBe(400);
  });
});

/** The calls of the console about one application. */
const calls: readonly (readonly [Method, string, object | undefined])[] = [
  ['GET', '', undefined],
  ['GET', '/answers', undefined],
  ['GET', '/pdf', undefined],
  ['GET', '/documents/transcript_document', undefined],
  ['DELETE', '/read', undefined],
  ['PUT', '/checklist/transcript', { day: '2026-03-03' }],
  ['DELETE', '/checklist/transcript?day=2026-03-03', undefined],
  ['GET', '/notes', undefined],
  ['POST', '/notes', { text: 'hello' }],
  ['DELETE', '/notes/aGVsbG8', undefined],
  ['GET', '/history', undefined],
];

describe('an application that the console does not have', () => {
  let draft: string;
  beforeAll(async () => {
    const client = await person(cloud());
    await client.call('PUT', '/api/answer', { answer: { city: 'Houghton' } });
    const { documents, TableName } = tableOf(cloud());
    const { Items = [] } = await documents.send(
      new ScanCommand({
        ...{ TableName, FilterExpression: 'sk = :meta AND attribute_not_exists(submitted_at)' },
        ExpressionAttributeValues: { ':meta': 'META' },
      }),
    );
    draft = String(Items[0]?.pk).slice('APP#'.length);
    expect(Items).toHaveLength(1);
  });

  it('is not found by any call, not as a draft either', async () => {
    const others = ['00000000-0000-4000-8000-000000000000', 'TIME', 'operators', '0'];
    const asked = [
      ...calls.map((call) => ({ call, sub: draft })),
      ...others.map((sub) => ({ call: calls[1], sub })),
    ];
    for (const { call: [method, path, body] = expect.unreachable(), sub } of asked)
      expect(await dana.call(method, of({ sub }, path), body), `${path} ${sub}`).toMatchObject({
        ...{ status: 404, body: { message: 'There is no such application.' } },
      });
    for (const sub of [draft, ...others])
      for (const pk of [`READ#${sub}`, `NOTE#${sub}`]) expect(await itemsIn(pk)).toEqual([]);
  });
});

describe("the applicant's data report", () => {
  it('names staff by their role', async () => {
    await rita.call('GET', of(ada, '/answers'));
    let text = '';
    for (let part: unknown = 0; typeof part === 'number'; ) {
      const reply = reportReply.parse(
        await runOperatorCommand(cloud(), { command: 'report', user: ada.username, part }),
      );
      text += JSON.stringify(reply);
      part = reply.next;
    }
    expect(text).toContain('"by":"staff: reader"');
    expect(text).not.toContain('Rita');
  });
});

describe('the deletion of an applicant', () => {
  it('deletes the row, the marks and the notes', async () => {
    const one = await submitted(cloud(), { last_name: 'Vanishing' });
    await rita.call('GET', of(one, '/answers'));
    await omar.call('POST', of(one, '/notes'), { text: 'soon gone' });
    const partitions = [`ROW#${one.sub}`, `READ#${one.sub}`, `NOTE#${one.sub}`];
    for (const pk of partitions) expect(await itemsIn(pk)).toHaveLength(1);
    const [mark] = await itemsIn(`READ#${one.sub}`);
    await runRetention(cloud(), { command: 'erase', user: one.username });
    for (const pk of partitions) expect(await itemsIn(pk)).toEqual([]);
    const marks = await itemsIn(`READ#BY#${mark?.sk}`);
    expect(marks.map(({ sk }) => sk)).not.toContain(one.sub);
    const { body } = await rita.call('GET', '/api/staff/applications?q=vanishing');
    expect(body).toEqual({ applications: [] });
    const others = calls.filter(([, path]) => !path.startsWith('/checklist'));
    for (const [method, path, sent] of others)
      expect((await dana.call(method, of(one, path), sent)).status).toBe(404);
  });
});
