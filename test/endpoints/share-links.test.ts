import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answers } from '../../shared/form/index.ts';
import { partnerOf } from '../../shared/partners/index.ts';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud, withoutDeliveries } from '../support/cloud.ts';
import { conversionEnded, conversionOf, upload } from '../support/documents.ts';
import { completeAnswers } from '../support/form.ts';
import { auditLogOf } from '../support/operator.ts';
import { pdf } from '../support/samples.ts';
import { seededApplicant } from '../support/seeded-applicant.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud(withoutDeliveries);
const path = '/api/share-links';
const ended = {
  status: 404,
  body: { message: 'This link has ended. Ask the applicant for a new one.' },
};

type Shows = 'answers' | 'checklist';
interface Listed {
  readonly id: string;
  readonly to: string;
  readonly opened_at: string | null;
}

const send = (client: ApiClient, to: string, shows: Shows = 'checklist') =>
  client.call('POST', path, { to, shows });
const open = (token: unknown, from?: string) =>
  new ApiClient(cloud(), from).call('POST', '/public/shared', { token });
const listOf = async (client: ApiClient) => (await client.call('GET', path)).body.links as readonly Listed[];

/** The token in the newest mail to a person. */
const tokenFor = (to: string): string =>
  /\/shared#(\S+)/.exec(cloud().mail(to)[0]?.text ?? '')?.[1] ?? expect.unreachable();

async function sentToken(client: ApiClient, shows: Shows = 'checklist'): Promise<string> {
  const to = newAddress();
  expect(await send(client, to, shows)).toMatchObject({ status: 200 });
  return tokenFor(to);
}

async function shared(client: ApiClient, shows: Shows) {
  const { status, body } = await open(await sentToken(client, shows));
  expect(status).toBe(200);
  return body;
}

/** Changes one attribute of all links of a token's applicant, as if time had passed. */
async function setInLinks(token: string, attribute: string, value: unknown): Promise<void> {
  const { documents, TableName } = tableOf(cloud());
  const Key = { pk: `APP#${token.split('.')[0]}`, sk: 'SHARES' };
  const { Attributes } = await documents.send(
    new UpdateCommand({ TableName, Key, ReturnValues: 'ALL_NEW', UpdateExpression: 'SET x = rev' }),
  );
  for (const id of Object.keys(Attributes?.links ?? {}))
    await documents.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET links.#id.#attribute = :value',
        ExpressionAttributeNames: { '#id': id, '#attribute': attribute },
        ExpressionAttributeValues: { ':value': value },
      }),
    );
}

const answers: Answers = {
  ...completeAnswers,
  ...{ citizenship_type: '2', citizenship: 'FRA', alien_registration_number: 'A123456789' },
  ...{ felony: 'Y', felony_comment: 'A mistake of mine', conviction: 'N' },
};

const adasAddress = newAddress();
let ada: ApiClient;
beforeAll(async () => {
  ada = await seededApplicant(cloud(), adasAddress);
  await ada.call('PUT', '/api/answer', { answer: answers });
});

describe('a link that shows an application', () => {
  it('is mailed to one person, who needs no account, and is in no reply', async () => {
    const to = newAddress();
    const reply = await send(ada, ` ${to.toUpperCase()} `, 'answers');
    expect(reply).toMatchObject({ status: 200, body: { message: `We sent a link to ${to}.` } });
    const [mail] = cloud().mail(to);
    expect(mail?.subject).toBe(`Northern Lakes University: ${adasAddress} wants to show you an application`);
    for (const text of [
      `${adasAddress} is applying to Northern Lakes University and wants to show you their application`,
      "You don't need an account",
      `If you don't know ${adasAddress}, ignore this email.`,
      `${cloud().url}/shared#`,
    ])
      expect(mail?.text).toContain(text);
    const [, secret = ''] = tokenFor(to).split('.');
    expect(secret).toMatch(/^[\da-f]{64}$/);
    const listed = await ada.call('GET', path);
    expect(JSON.stringify([reply.body, listed.body])).not.toContain(secret);
    const [newest] = await listOf(ada);
    expect(newest).toMatchObject({ to, shows: 'answers', opened_at: null });
    const stored = (await ada.call('GET', '/api/own-data')).body;
    expect(JSON.stringify(stored)).toContain(to);
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('shows the answers without alien number and legal questions, in no byte of the reply', async () => {
    const body = await shared(ada, 'answers');
    expect(body).toMatchObject({ shared_by: adasAddress, submitted_at: null, shows: 'answers', items: [] });
    const text = JSON.stringify(body);
    expect(text).toContain(String(answers.first_name));
    expect(text).toContain('France');
    expect(text).not.toMatch(/A123456789|A mistake of mine|felony|conviction|alien|legal questions/i);
    for (const key of ['felony', 'conviction'] as const)
      expect(text).not.toContain(partnerOf('northern-lakes').legal[key]);
  });

  it('shows what is missing without any answer', async () => {
    const username = newAddress();
    const client = await seededApplicant(cloud(), username);
    const typed = { first_name: 'Augusta', last_name: 'Byron', felony: 'Y', city: 'Marylebone' };
    await client.call('PUT', '/api/answer', { answer: typed });
    const body = await shared(client, 'checklist');
    expect(body.pages).toEqual([]);
    expect(body.unfinished).toContainEqual({
      label: 'About You',
      sections: expect.arrayContaining([{ title: 'Citizenship', left: null }]),
    });
    expect(body.unfinished).toContainEqual({
      label: 'Final Steps',
      sections: [
        { title: 'Legal questions', left: null },
        { title: 'Agreements', left: 2 },
      ],
    });
    expect(body.items).toContainEqual({ title: expect.any(String), status: 'Still needed' });
    expect(JSON.stringify(body)).not.toMatch(/Augusta|Byron|Marylebone/);
  });

  it('works after the submission, and lists files by name only', async () => {
    const client = await seededApplicant(cloud());
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    await upload(client, 'transcript_document', 'grades.pdf', await pdf());
    await conversionEnded(client, conversionOf('transcript_document'));
    const tokens = [await sentToken(client, 'answers'), await sentToken(client, 'checklist')];
    const { body: receipt } = await client.call('POST', '/api/submit');
    const [whole, checklist] = await Promise.all(tokens.map(async (token) => (await open(token)).body));
    expect(whole).toMatchObject({ submitted_at: receipt.submitted_at });
    expect(JSON.stringify(whole)).toContain('"text":"grades.pdf"');
    expect(JSON.stringify(whole)).not.toMatch(/https?:\/\/|documents\//);
    expect(JSON.stringify(whole)).not.toContain(String(receipt.confirmation));
    expect(checklist).toMatchObject({ submitted_at: receipt.submitted_at, unfinished: [] });
    expect(checklist?.items).not.toEqual([]);
  });

  it('is listed with the time of its last opening, which is in the audit log', async () => {
    const username = newAddress();
    const client = await seededApplicant(cloud(), username);
    const token = await sentToken(client);
    await open(token);
    const [link] = await listOf(client);
    expect(Date.parse(link?.opened_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    const events = (await auditLogOf(cloud(), username)).filter(({ event }) => event.startsWith('share-'));
    expect(events.map(({ event, names }) => [event, names])).toEqual([
      ['share-created', [link?.id]],
      ['share-opened', [link?.id]],
    ]);
  });

  it('ends when it is revoked, and only its owner can revoke it', async () => {
    const client = await seededApplicant(cloud());
    const [first, second] = [await sentToken(client), await sentToken(client)];
    const [{ id = '' } = {}] = (await listOf(client)).slice(-1);
    expect((await ada.call('DELETE', `${path}/${id}`)).status).toBe(404);
    expect((await open(first)).status).toBe(200);
    expect(await client.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 200 });
    expect(await open(first)).toMatchObject(ended);
    expect((await open(second)).status).toBe(200);
    expect(await listOf(client)).toHaveLength(1);
    expect((await client.call('DELETE', `${path}/${id}`)).status).toBe(404);
  });

  it('ends after seven days', async () => {
    const client = await seededApplicant(cloud());
    const token = await sentToken(client);
    await setInLinks(token, 'ends', Date.now() - 1);
    expect(await open(token)).toMatchObject(ended);
    expect(await listOf(client)).toEqual([]);
  });

  it('ends with a new password, and one that is sent afterwards works', async () => {
    const client = await seededApplicant(cloud());
    const token = await sentToken(client, 'answers');
    const password = 'Another-Horse-10!';
    const body = { current_password: goodPassword, password, confirm_password: password };
    expect(await client.call('POST', '/api/account/password', body)).toMatchObject({ status: 200 });
    expect(await open(token)).toMatchObject(ended);
    expect(await listOf(client)).toEqual([]);
    expect((await open(await sentToken(client))).status).toBe(200);
    expect(await open(token)).toMatchObject(ended);
  });

  it('says that the application was withdrawn, and then asks for no document', async () => {
    const client = await seededApplicant(cloud());
    await client.call('PUT', '/api/answer', { answer: completeAnswers });
    await client.call('POST', '/api/submit');
    const token = await sentToken(client, 'checklist');
    expect((await open(token)).body).toMatchObject({ withdrawn_at: null, items: [{}, {}] });
    await client.call('POST', '/api/account/withdrawal', { current_password: goodPassword });
    const { body } = await client.call('POST', '/api/withdrawal');
    expect((await open(token)).body).toMatchObject({ withdrawn_at: body.withdrawn_at, items: [] });
  });

  it('ends when the applicant deletes the application, before the data is gone', async () => {
    const client = await seededApplicant(cloud());
    const token = await sentToken(client, 'answers');
    await client.call('POST', '/api/account/deletion', { current_password: goodPassword });
    expect(await open(token)).toMatchObject(ended);
  });

  describe('guessed', () => {
    let valid = '';
    beforeAll(async () => {
      valid = await sentToken(ada);
    });

    it.each<[string, (token: string) => string]>([
      ['no text', () => ''],
      ['a prototype key', () => '__proto__'],
      ['an id alone', (token) => token.split('.')[0] ?? ''],
      ['another secret', (token) => `${token.split('.')[0]}.${'0'.repeat(64)}`],
      ['the id of another applicant', (token) => `x${token}`],
      ['capitals', (token) => token.toUpperCase()],
    ])('is not opened by %s', async (_, guess) => {
      expect(await open(guess(valid))).toMatchObject(ended);
    });
  });
});

describe('sending a link', () => {
  it('stops at five that work, at five a day and at twenty a month, also for calls at the same time', async () => {
    const client = await seededApplicant(cloud());
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(client, newAddress())));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(await listOf(client)).toHaveLength(5);
    expect(await send(client, newAddress())).toMatchObject({
      status: 409,
      body: { message: 'You have 5 links that work. Revoke one to send another.' },
    });
    const [{ id = '', to = '' } = {}] = await listOf(client);
    await client.call('DELETE', `${path}/${id}`);
    expect(await send(client, newAddress())).toMatchObject({
      status: 429,
      body: { message: 'You can send 5 links in 24 hours. Try again tomorrow.' },
    });
    const token = tokenFor(to);
    for (let day = 0; day < 3; day++) {
      await setInLinks(token, 'sent_at', new Date(Date.now() - 2 * 86_400_000).toISOString());
      await setInLinks(token, 'ends', 0);
      for (let link = 0; link < 5; link++) await sentToken(client);
    }
    await setInLinks(token, 'sent_at', new Date(Date.now() - 2 * 86_400_000).toISOString());
    await setInLinks(token, 'ends', 0);
    expect(await send(client, newAddress())).toMatchObject({
      status: 429,
      body: { message: 'You can send 20 links in 30 days. Try again later.' },
    });
  });

  it('leaves no link when the mail fails, and can be repeated', async () => {
    const client = await seededApplicant(cloud());
    const endFault = cloud().injectFault({
      effect: { errorName: 'SendingPausedException' },
      matches: ({ url }) => url.pathname === '/v2/email/outbound-emails',
    });
    const to = newAddress();
    const reply = await send(client, to).finally(endFault);
    expect(reply).toMatchObject({
      status: 503,
      body: { message: "We couldn't send the email, so the link doesn't work." },
    });
    expect(await listOf(client)).toEqual([]);
    expect((await send(client, to)).status).toBe(200);
    expect(await listOf(client)).toHaveLength(1);
  });

  it.each([
    'ada',
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org, eve@example.org',
    '"Ada" <ada@example.org>',
    `${'a'.repeat(120)}@example.org`,
  ])('rejects the address %j', async (to) => {
    const before = (await listOf(ada)).length;
    expect((await send(ada, to)).status).toBe(400);
    expect(await listOf(ada)).toHaveLength(before);
  });

  it('rejects other members and other parts of the application', async () => {
    for (const body of [
      { to: newAddress(), shows: 'documents' },
      { to: newAddress(), shows: 'answers', message: 'Buy now' },
      { to: newAddress() },
    ])
      expect((await ada.call('POST', path, body)).status).toBe(400);
    expect((await ada.call('DELETE', `${path}/__proto__`)).status).toBe(400);
  });

  it('needs a session and a page of this site', async () => {
    const to = newAddress();
    expect((await send(new ApiClient(cloud()), to)).status).toBe(401);
    const body = JSON.stringify({ to, shows: 'answers' });
    const json = { 'content-type': 'application/json' };
    for (const headers of [
      { ...json, origin: 'https://elsewhere.example' },
      { ...json, 'sec-fetch-site': 'cross-site' },
    ])
      expect((await ada.send('POST', path, { body, headers })).status).toBe(403);
    const plain = { body, headers: { 'content-type': 'text/plain' } };
    expect((await ada.send('POST', path, plain)).status).toBe(415);
    expect(cloud().mail(to)).toEqual([]);
  });

  it('links to this site, whatever host the browser names', async () => {
    const client = await seededApplicant(cloud());
    const to = newAddress();
    const host = '127.0.0.1:9999';
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { status } = await new ApiClient(cloud(), '127.0.0.1').send('POST', path, {
      body: JSON.stringify({ to, shows: 'checklist' }),
      headers: { 'content-type': 'application/json', host, origin: `http://${host}`, cookie },
    });
    expect(status).toBe(200);
    expect(cloud().mail(to)[0]?.text).toContain(`${cloud().url}/shared#`);
  });
});

it('reading through links: allows 300 an hour from one source address', async () => {
  let status = 404;
  for (let tried = 0; tried < 301 && status !== 429; tried++) ({ status } = await open('x', '127.0.0.9'));
  expect(status).toBe(429);
});
