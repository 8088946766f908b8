import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import type { ListedApplication } from '../../shared/api/console-replies.ts';
import type { Correction } from '../../shared/api/correction-replies.ts';
import { exportPageReply } from '../../shared/api/export.ts';
import type { ApiClient, ApiReply } from '../support/applicant.ts';
import { withoutDeliveries } from '../support/cloud.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { seededApplicant } from '../support/seeded-applicant.ts';
import { signIn, withStaffCloud } from '../support/staff.ts';
import { type SubmittedApplication, submitted } from '../support/submitted.ts';
import { lookChangedAgo } from '../support/submitted-ago.ts';
import { tableOf } from '../support/table.ts';

const { cloud } = withStaffCloud(withoutDeliveries);

let rita: ApiClient;
let omar: ApiClient;
let dana: ApiClient;
let remy: ApiClient;

beforeAll(async () => {
  [rita, omar, dana, remy] = await Promise.all([
    signIn(cloud(), 'Rita Reader'),
    signIn(cloud(), 'Omar Office', '?fresh=yes'),
    signIn(cloud(), 'Dana Director'),
    signIn(cloud(), 'Remy Records'),
  ]);
}, 60_000);

const wish = { key: 'first_name', text: 'It should say Adah.' };
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const asked = (client: ApiClient, body: object = wish) => client.call('POST', '/api/corrections', body);
const takenBack = (client: ApiClient, id: string) => client.call('DELETE', `/api/corrections/${id}`);
const listOf = ({ body }: ApiReply) => body.corrections as readonly Correction[];
const listed = async (client: ApiClient) => listOf(await client.call('GET', '/api/corrections'));
const only = (found: readonly Correction[]): Correction => {
  expect(found).toHaveLength(1);
  return found[0] ?? expect.unreachable();
};

const answer = { outcome: 'corrected', reply: 'We changed it.' };
const answered = (by: ApiClient, { sub }: SubmittedApplication, id: string, body: object = answer) =>
  by.call('PUT', `/api/staff/applications/${sub}/corrections/${id}`, body);
const read = (by: ApiClient, { sub }: SubmittedApplication) =>
  by.call('GET', `/api/staff/applications/${sub}/answers`);
const found = async (by: ApiClient, query: string) => {
  const { status, body } = await by.call('GET', `/api/staff/applications?${query}`);
  expect(status).toBe(200);
  return body.applications as readonly ListedApplication[];
};
/** The number of open requests in the row of the console's list. */
const openOf = async ({ confirmation }: SubmittedApplication, by = omar) =>
  (await found(by, `q=${confirmation}`)).map(({ corrections }) => corrections);

let shared: Promise<SubmittedApplication> | undefined;
/** One applicant for requests that are rejected. */
const sharedApplicant = async (): Promise<ApiClient> => {
  shared ??= submitted(cloud());
  return (await shared).client;
};

describe('a request for a correction', () => {
  it('is listed for the applicant and the office, and leaves the application as it was submitted', async () => {
    const ada = await submitted(cloud());
    const before = (await ada.client.call('GET', '/api/profile')).body;
    const { status, body } = await asked(ada.client);
    expect({ status, body }).toEqual({
      status: 200,
      body: { corrections: [{ id: expect.stringMatching(/^[\w-]{36}$/), ...wish, asked_at: isoTime }] },
    });
    expect(await listed(ada.client)).toEqual(body.corrections);
    expect((await ada.client.call('GET', '/api/profile')).body).toEqual(before);
    expect(listOf(await read(omar, ada))).toEqual(body.corrections);
    const entries = await auditLogOf(cloud(), ada.username);
    expect(entries.filter(({ event }) => event === 'correction-asked')).toMatchObject([
      { names: ['first_name'] },
    ]);
    expect(JSON.stringify(entries)).not.toContain('Adah');
  });

  it.each([
    ['an unknown question', { key: 'favorite_color' }, 400],
    ['a question that the answers hide', { key: 'parent_2_first_name' }, 400],
    ['the label of a choice', { key: 'entry_term_desc' }, 400],
    ['a key that every object has', { key: 'constructor' }, 400],
    ['a key in another form', { key: '../first_name' }, 400],
    ['no text', { text: ' \n ' }, 400],
    ['a text of 501 characters', { text: 'a'.repeat(501) }, 400],
    ['control characters', { text: 'Adah\u0000' }, 400],
    ['half of a character', { text: 'Adah \ud83d' }, 400],
    ['an unknown member', { more: 1 }, 400],
    ['another type', { text: 7 }, 400],
  ])('is rejected with %s', async (_case, change, status) => {
    const client = await sharedApplicant();
    expect(await asked(client, { ...wish, ...change })).toMatchObject({
      ...{ status, body: { message: expect.stringMatching(/./) } },
    });
    expect(await listed(client)).toEqual([]);
  });

  it.each([
    ['an uploaded document', 'transcript_document'],
    ['a question without an answer', 'middle_name'],
  ])('is possible about %s', async (_case, key) => {
    const { client } = await submitted(cloud());
    expect(await asked(client, { key, text: 'a'.repeat(500) })).toMatchObject({ status: 200 });
  });

  it('of a draft is rejected: its answers can still be changed', async () => {
    const client = await seededApplicant(cloud());
    expect(await asked(client)).toMatchObject({ status: 409 });
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Dora' } });
    expect(await asked(client)).toMatchObject({
      ...{ status: 409, body: { message: expect.stringContaining('not submitted') } },
    });
    expect(await listed(client)).toEqual([]);
  });

  it('is stored once when the browser sends it again', async () => {
    const { client } = await submitted(cloud());
    const replies = await Promise.all([asked(client), asked(client)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    only(await listed(client));
  });

  it('is the tenth open one at most, also of many that come at the same time', async () => {
    const ada = await submitted(cloud());
    for (let number = 1; number <= 8; number++)
      expect(await asked(ada.client, { ...wish, text: `Wish ${number}` })).toMatchObject({ status: 200 });
    const replies = await Promise.all(
      Array.from({ length: 4 }, (_, number) => asked(ada.client, { ...wish, text: `Last wish ${number}` })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
    const all = await listed(ada.client);
    expect(all).toHaveLength(10);
    expect(await openOf(ada)).toEqual([10]);
    expect(await takenBack(ada.client, all[0]?.id ?? '')).toMatchObject({ status: 200 });
    expect(await asked(ada.client)).toMatchObject({ status: 200 });
  });

  it('is the thirtieth of a day at most, also if all were taken back', async () => {
    const { client, sub } = await submitted(cloud());
    await takenBack(client, only(listOf(await asked(client))).id);
    const { documents, TableName } = tableOf(cloud());
    const Item = { pk: `APP#${sub}`, sk: 'CORRECTIONS', since: Date.now(), count: 30 };
    await documents.send(new PutCommand({ TableName, Item }));
    const { status, headers } = await asked(client);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(await listed(client)).toEqual([]);
  });

  it('can be taken back by its applicant alone, until the office answers', async () => {
    const [ada, brian] = await Promise.all([submitted(cloud()), submitted(cloud())]);
    const { id } = only(listOf(await asked(ada.client)));
    expect(await takenBack(brian.client, id)).toMatchObject({ status: 404 });
    expect(await takenBack(ada.client, id)).toMatchObject({ status: 200, body: { corrections: [] } });
    expect(await takenBack(ada.client, id)).toMatchObject({ status: 404 });
    expect(listOf(await read(omar, ada))).toEqual([]);
    expect(await openOf(ada)).toEqual([0]);
    expect(await answered(omar, ada, id)).toMatchObject({ status: 404 });
    const next = only(listOf(await asked(ada.client)));
    await answered(omar, ada, next.id);
    expect(await takenBack(ada.client, next.id)).toMatchObject({ status: 409 });
    only(await listed(ada.client));
  });

  it('is in the data that the applicant downloads, and makes the application one of the changed ones', async () => {
    const ada = await submitted(cloud());
    await asked(ada.client);
    expect(JSON.stringify((await ada.client.call('GET', '/api/own-data')).body)).toContain(wish.text);
    await lookChangedAgo(cloud(), ada.confirmation, 600);
    const after = new Date(Date.now() - 1_200_000).toISOString();
    const command = { command: 'export-page', after, limit: 100, list: 'changed' } as const;
    const { packages } = exportPageReply.parse(await runOperatorCommand(cloud(), command));
    expect(packages.map(({ confirmation }) => confirmation)).toEqual([ada.confirmation]);
  });

  it('is named by the summary for operators, until it is answered', async () => {
    const ada = await submitted(cloud());
    const { id } = only(listOf(await asked(ada.client)));
    const summary = () =>
      runOperatorCommand(cloud(), { command: 'show-application', confirmation: ada.confirmation });
    expect(await summary()).toMatchObject({ corrections: [{ question: 'First Name', asked_at: isoTime }] });
    await answered(omar, ada, id);
    expect(await summary()).toMatchObject({ corrections: [] });
  });
});

describe('an answer of the office', () => {
  const mailsTo = ({ username }: SubmittedApplication) =>
    cloud()
      .mail(username)
      .filter(({ subject }) => subject.endsWith('we answered your request'));
  const fiveMinutesLater = () => cloud().runSchedules(new Date('2027-01-15T10:05:00Z'));

  it('is shown to the applicant and in the audit log, which names its question and not its text', async () => {
    const ada = await submitted(cloud());
    const { id } = only(listOf(await asked(ada.client)));
    const reply = await answered(omar, ada, id);
    const expected = { id, ...wish, asked_at: isoTime, ...answer, answered_at: isoTime };
    expect({ status: reply.status, list: listOf(reply) }).toEqual({ status: 200, list: [expected] });
    expect(await listed(ada.client)).toEqual([expected]);
    const entries = (await auditLogOf(cloud(), ada.username)).filter(
      ({ event }) => event === 'correction-answered',
    );
    expect(entries).toMatchObject([{ names: ['first_name'], by: expect.stringContaining('Omar Office') }]);
    expect(JSON.stringify(entries)).not.toContain(answer.reply);
  });

  it.each([
    [{ outcome: 'maybe' }],
    [{ outcome: undefined }],
    [{ reply: '  ' }],
    [{ reply: 'a'.repeat(1001) }],
    [{ reply: 'a\u0000' }],
    [{ more: 1 }],
  ])('is rejected with %j', async (change) => {
    const client = await sharedApplicant();
    const ada = (await shared) ?? expect.unreachable();
    const { id } = only(listOf(await asked(client)));
    expect(await answered(omar, ada, id, { ...answer, ...change })).toMatchObject({ status: 400 });
    await takenBack(client, id);
  });

  it('needs a submitted application and a request of it', async () => {
    const [ada, brian] = await Promise.all([submitted(cloud()), submitted(cloud())]);
    const { id } = only(listOf(await asked(ada.client)));
    expect(await answered(omar, brian, id)).toMatchObject({ status: 404 });
    expect(await answered(omar, { ...ada, sub: 'no-such-applicant' }, id)).toMatchObject({ status: 404 });
    expect(only(await listed(ada.client))).not.toHaveProperty('answered_at');
  });

  it('stays when a second person answers, who gets a conflict', async () => {
    const ada = await submitted(cloud());
    const { id } = only(listOf(await asked(ada.client)));
    const other = { outcome: 'unchanged', reply: 'Your passport says Ada.' };
    const replies = await Promise.all([answered(omar, ada, id), answered(dana, ada, id, other)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const first = only(await listed(ada.client));
    const [winner, loser] = first.outcome === 'corrected' ? [answer, other] : [other, answer];
    expect(first).toMatchObject(winner);
    expect(await answered(dana, ada, id, loser)).toMatchObject({
      ...{ status: 409, body: { message: expect.stringContaining('Another person') } },
    });
    // The reply to the first call may have been lost.
    expect(await answered(omar, ada, id, winner)).toMatchObject({ status: 200 });
    expect(only(await listed(ada.client))).toEqual(first);
    await fiveMinutesLater();
    expect(mailsTo(ada)).toHaveLength(1);
  });

  it('and a request that is taken back at the same time end with one of them', async () => {
    const ada = await submitted(cloud());
    const { id } = only(listOf(await asked(ada.client)));
    const [byOffice, byApplicant] = await Promise.all([answered(omar, ada, id), takenBack(ada.client, id)]);
    const left = await listed(ada.client);
    expect([byOffice.status, byApplicant.status]).toEqual(left.length === 1 ? [200, 409] : [404, 200]);
    expect(await openOf(ada)).toEqual([0]);
  });

  it('is mailed without a text of either, and again after a failure, once for several answers', async () => {
    const ada = await submitted(cloud());
    await asked(ada.client, { key: 'last_name', text: 'Lovelace' });
    const all = listOf(await asked(ada.client));
    for (const { id } of all) expect(await answered(omar, ada, id)).toMatchObject({ status: 200 });
    const matches: Fault['matches'] = ({ url, body }) =>
      url.pathname === '/v2/email/outbound-emails' && body.toString().includes(ada.username);
    const restore = cloud().injectFault({ matches, effect: { errorName: 'SendingPausedException' } });
    await fiveMinutesLater();
    expect(mailsTo(ada)).toEqual([]);
    restore();
    await fiveMinutesLater();
    const [mail] = mailsTo(ada);
    expect(mail?.text).toContain(`${cloud().url}/completion`);
    expect(mail?.text).not.toMatch(/Adah|Lovelace|We changed it|name/i);
    await fiveMinutesLater();
    expect(mailsTo(ada)).toHaveLength(1);
  });
});

describe('the console', () => {
  it('shows readers no request about a hidden question, in no byte, and no number of requests', async () => {
    const ada = await submitted(cloud());
    await asked(ada.client, { key: 'birth_date', text: 'BIRTHSECRET' });
    const all = listOf(await asked(ada.client));
    const shown = await read(rita, ada);
    expect(only(listOf(shown))).toMatchObject(wish);
    const { hidden: _, ...content } = shown.body;
    expect(JSON.stringify(content)).not.toMatch(/birth_date|BIRTHSECRET/);
    expect(listOf(await read(omar, ada))).toEqual(all);
    expect(await openOf(ada, rita)).toEqual([0]);
    expect(await openOf(ada, remy)).toEqual([0]);
    expect(await openOf(ada)).toEqual([2]);
  });

  it('finds the applications with an open request, for people who may answer it', async () => {
    const ada = await submitted(cloud());
    const query = `status=correction&q=${ada.confirmation.slice(4, 9)}`;
    expect(await found(omar, query)).toEqual([]);
    const { id } = only(listOf(await asked(ada.client)));
    expect(await found(omar, query)).toMatchObject([{ applicant: ada.sub, corrections: 1 }]);
    expect(await found(omar, 'status=correction')).toContainEqual(
      expect.objectContaining({ applicant: ada.sub }),
    );
    for (const person of [rita, remy])
      expect(await person.call('GET', `/api/staff/applications?${query}`)).toMatchObject({ status: 403 });
    expect(await omar.call('GET', '/api/staff/applications?status=corrections')).toMatchObject({
      status: 400,
    });
    const { body } = await omar.call('GET', `/api/staff/export?${query}`);
    expect(body.applications).toMatchObject([{ applicant: ada.sub, corrections: 1 }]);
    const log = await auditLogOf(cloud());
    expect(log.flatMap(({ names }) => names)).toContain('status=correction');
    await answered(omar, ada, id);
    expect(await found(omar, query)).toEqual([]);
  });

  it('has the right number and checklist after changes of both at the same time', async () => {
    const ada = await submitted(cloud());
    const item = `/api/staff/applications/${ada.sub}/checklist/transcript`;
    const replies = await Promise.all([
      asked(ada.client),
      remy.call('PUT', item, { day: '2026-03-03' }),
      asked(ada.client, { ...wish, text: 'Another' }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await found(omar, `q=${ada.confirmation}`)).toMatchObject([
      { corrections: 2, missing: ['test-scores'] },
    ]);
  });
});
