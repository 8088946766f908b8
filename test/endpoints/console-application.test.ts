import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditLogEntry, Note } from '../../shared/api/console-replies.ts';
import { reportReply } from '../../shared/api/operator.ts';
import type { ApiClient, Method } from '../support/applicant.ts';
import { withoutDeliveries, withStaffCloud } from '../support/cloud.ts';
import { eventually } from '../support/eventually.ts';
import { auditLogOf, runOperatorCommand, staffTokenFor } from '../support/operator.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { person, type Submitted, submitted } from '../support/person.ts';
import { runRetention } from '../support/retention.ts';
import { pdf } from '../support/samples.ts';
import { signIn } from '../support/staff.ts';
import { tableOf } from '../support/table.ts';

const { cloud } = withStaffCloud(withoutDeliveries);

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

type Table = 'Applications' | 'AuditLog';

const of = ({ sub }: Pick<Submitted, 'sub'>, path = '') => `/api/staff/applications/${sub}${path}`;
const eventsOf = async ({ username }: Pick<Submitted, 'username'>, event: string) =>
  (await auditLogOf(cloud(), username)).filter((entry) => entry.event === event);
const itemsIn = async (pk: string, table: Table = 'Applications') => {
  const { documents, TableName } = tableOf(cloud(), table);
  const { Items = [] } = await documents.send(
    new QueryCommand({
      ...{ TableName, KeyConditionExpression: 'pk = :pk' },
      ExpressionAttributeValues: { ':pk': pk },
    }),
  );
  return Items;
};

/** Puts copies of the newest item of a partition before it. */
async function putCopies(count: number, pk: string, table: Table = 'Applications'): Promise<void> {
  const { documents, TableName } = tableOf(cloud(), table);
  const item = (await itemsIn(pk, table)).at(-1);
  const puts = Array.from({ length: count }, (_, number) => ({
    PutRequest: { Item: { ...item, sk: `${item?.sk}${number}` } },
  }));
  for (let from = 0; from < count; from += 25)
    await documents.send(
      new BatchWriteCommand({ RequestItems: { [TableName]: puts.slice(from, from + 25) } }),
    );
}

describe('the answers of an application', () => {
  it('are those of the staff link, are recorded with the person, and count as read', async () => {
    const { token } = await staffTokenFor(cloud(), ada.client);
    const link = await ada.client.get(`/service/tmp-pdf?service_token=${token}`);
    const { status, body } = await omar.call('GET', of(ada, '/answers'));
    expect({ status, body }).toEqual({ status: 200, body: link.body });
    expect(body).toMatchObject({ answer: { last_name: 'Lindqvist' }, username: ada.username });
    expect((await eventsOf(ada, 'application-read')).at(-1)).toMatchObject({
      ...{ by: 'Omar Office (omar)', names: ['answers'], request: expect.any(String) },
    });
    const [mark] = await itemsIn(`READ#${ada.sub}`);
    expect(mark).toMatchObject({ sk: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const byPerson = async () => (await itemsIn(`READ#BY#${mark?.sk}`)).map(({ sk }) => sk);
    expect(await byPerson()).toContain(ada.sub);
    await omar.call('DELETE', of(ada, '/read'));
    expect(await eventsOf(ada, 'marked-unread')).toMatchObject([{ by: 'Omar Office (omar)' }]);
    expect(await itemsIn(`READ#${ada.sub}`)).toEqual([]);
    expect(await byPerson()).not.toContain(ada.sub);
  });

  it('lead to documents, and to the application PDF with the checklist of the moment, which are recorded by their names', async () => {
    const client = await person(cloud());
    await client.upload('transcript_document', 'transcript.pdf', await pdf({ texts: ['grades'] }));
    await client.submit();
    const shown = await rita.call('GET', of(client, '/documents/transcript_document'));
    expect(shown.status).toBe(302);
    expect((await fetch(String(shown.headers.get('location')))).status).toBe(200);
    expect((await rita.call('GET', of(client, '/documents/activities_document'))).status).toBe(404);
    const pageOne = async () => {
      const link = await eventually(async () => {
        const { status, headers } = await rita.call('GET', of(client, '/pdf'));
        expect(status).toBe(302);
        return String(headers.get('location'));
      });
      return (await readPdf(new Uint8Array(await (await fetch(link)).arrayBuffer()))).pages[0]?.text;
    };
    expect(await pageOne()).toMatch(/Still needed on [^:]*transcript/i);
    const read = await eventsOf(client, 'application-read');
    expect(read.map(({ names }) => names)).toEqual([['transcript_document'], ['application-pdf']]);
    await remy.call('PUT', of(client, '/checklist/transcript'), { day: '2026-03-03' });
    expect(await pageOne()).toMatch(/transcript \(March 3, 2026\)/i);
  });
});

const notesOf = (body: object) => (body as { notes: Note[] }).notes;

describe('private notes', () => {
  it('are shown newest first to the office, as they were typed, with the author, and not to the applicant', async () => {
    await omar.call('POST', of(ada, '/notes'), { text: '  =1+1 <b>first</b>  ' });
    const { body } = await dana.call('POST', of(ada, '/notes'), { text: 'second\nline' });
    expect(notesOf(body)).toMatchObject([
      { text: 'second\nline', by: 'Dana Director', is_own: true },
      { text: '=1+1 <b>first</b>', by: 'Omar Office', is_own: false },
    ]);
    for (const text of [' \n ', 'x'.repeat(4001)])
      expect((await omar.call('POST', of(ada, '/notes'), { text })).status).toBe(400);
    await dana.call('GET', of(ada, '/notes'));
    expect(await eventsOf(ada, 'notes-read')).toMatchObject([{ by: 'Dana Director (dana)' }]);
    const ownData = await ada.client.get('/api/own-data');
    expect(ownData.status).toBe(200);
    expect(JSON.stringify(ownData.body)).not.toMatch(/<b>first|Omar/);
  });

  it('are deleted by their author alone', async () => {
    const one = await submitted(cloud());
    const { body } = await omar.call('POST', of(one, '/notes'), { text: 'Call the school.' });
    const path = `/notes/${notesOf(body)[0]?.id}`;
    expect(await dana.call('DELETE', of(one, path))).toMatchObject({ status: 403 });
    expect(await omar.call('DELETE', of(ada, path))).toMatchObject({ status: 404 });
    expect(await omar.call('DELETE', of(one, path))).toMatchObject({ status: 200, body: { notes: [] } });
    for (const gone of [path, '/notes/guess'])
      expect(await omar.call('DELETE', of(one, gone))).toMatchObject({ status: 404 });
    const log = JSON.stringify(await auditLogOf(cloud(), one.username));
    expect(log).toMatch(/"event":"note-added".*"event":"note-deleted"/);
    expect(log).not.toContain('Call the school.');
  });

  it('are at most 200 for an application', async () => {
    const one = await submitted(cloud());
    await omar.call('POST', of(one, '/notes'), { text: 'first' });
    await putCopies(199, `NOTE#${one.sub}`);
    expect(await omar.call('POST', of(one, '/notes'), { text: 'one more' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('200') },
    });
  });
});

describe('the history', () => {
  it('has the newest entries first, with the person, and continues with a cursor', async () => {
    const one = await submitted(cloud());
    await rita.call('GET', of(one, '/answers'));
    const history = async (query = '') => {
      const { body } = await omar.call('GET', of(one, `/history${query}`));
      return body as unknown as { readonly entries: readonly AuditLogEntry[]; readonly next: string };
    };
    const { entries } = await history();
    expect(entries.slice(0, 2)).toMatchObject([
      { event: 'audit-log-read', by: 'Omar Office (omar)' },
      { event: 'application-read', by: 'Rita Reader (rita)', names: ['answers'] },
    ]);
    expect(entries.find(({ event }) => event === 'submit')).toMatchObject({ by: '' });
    await putCopies(100, one.sub, 'AuditLog');
    const first = await history();
    expect(first.entries).toHaveLength(100);
    const next = await history(`?after=${first.next}`);
    const times = [...first.entries, ...next.entries].map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await omar.call('GET', of(one, '/history?after=bad'))).status).toBe(400);
  });

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
const calls: readonly (readonly [Method, string, object?])[] = [
  ['GET', ''],
  ['GET', '/answers'],
  ['GET', '/pdf'],
  ['GET', '/documents/transcript_document'],
  ['DELETE', '/read'],
  ['PUT', '/checklist/transcript', { day: '2026-03-03' }],
  ['DELETE', '/checklist/transcript?day=2026-03-03'],
  ['GET', '/notes'],
  ['POST', '/notes', { text: 'hello' }],
  ['DELETE', '/notes/aGVsbG8'],
  ['GET', '/history'],
];

it('an application that the console does not have is not found by any call, not as a draft either', async () => {
  const draft = await person(cloud());
  await draft.save({ city: 'Houghton' });
  const others = ['00000000-0000-4000-8000-000000000000', 'TIME', 'operators', '0'].map((sub) => ({ sub }));
  for (const [method, path, body] of calls)
    for (const one of path === '/answers' ? [draft, ...others] : [draft])
      expect(await dana.call(method, of(one, path), body), path).toMatchObject({
        ...{ status: 404, body: { message: 'There is no such application.' } },
      });
  for (const { sub } of [draft, ...others])
    for (const pk of [`READ#${sub}`, `NOTE#${sub}`]) expect(await itemsIn(pk)).toEqual([]);
});

it("the applicant's data report names staff by their role", async () => {
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

it('the deletion of an applicant deletes the row, the marks and the notes', async () => {
  const one = await submitted(cloud(), { last_name: 'Vanishing' });
  await rita.call('GET', of(one, '/answers'));
  await omar.call('POST', of(one, '/notes'), { text: 'soon gone' });
  const partitions = [`ROW#${one.sub}`, `READ#${one.sub}`, `NOTE#${one.sub}`];
  for (const pk of partitions) expect(await itemsIn(pk)).toHaveLength(1);
  const [mark] = await itemsIn(`READ#${one.sub}`);
  await runRetention(cloud(), { command: 'erase', user: one.username });
  for (const pk of partitions) expect(await itemsIn(pk)).toEqual([]);
  expect((await itemsIn(`READ#BY#${mark?.sk}`)).map(({ sk }) => sk)).not.toContain(one.sub);
  const { body } = await rita.call('GET', '/api/staff/applications?q=vanishing');
  expect(body).toEqual({ applications: [] });
  expect((await dana.call('GET', of(one, '/answers'))).status).toBe(404);
});
