import { expect, it } from 'vitest';
import { routes } from '../../shared/api/index.ts';
import { ApiClient } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { person, samePerson } from '../support/person.ts';

// test/http/serve.test.ts has every header and body. These pass through the gateway.

const cloud = withCloud();
const untouched = samePerson(cloud);

it('a call of an applicant responds with 401 without a session [CA-31, RO-12]', async () => {
  const all = Object.values(routes).flatMap((group) => Object.values(group));
  const applicants = all.filter(({ access }) => access === 'applicant');
  expect(applicants.length).toBeGreaterThan(18);
  for (const { method, path } of applicants) {
    const filled = path.replace('{answer_key}', 'transcript_document');
    expect(await new ApiClient(cloud()).call(method, filled), path).toMatchObject({
      status: 401,
      body: { message: 'Your session is invalid. Please clear your cookies and login again.' },
    });
  }
});

it.each([
  ['another site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['another origin', () => ({ origin: 'https://elsewhere.example' })],
  ['another port of this host', () => ({ origin: 'http://127.0.0.1:9' })],
  ['our host with another scheme', () => ({ origin: cloud().url.replace('http:', 'https:') })],
  ['our host without a scheme', () => ({ origin: new URL(cloud().url).host })],
])('a call from %s is rejected, and changes nothing', async (_name, headersOf) => {
  const client = await untouched();
  expect(await client.send('GET', '/api/logout', { headers: headersOf() })).toMatchObject({
    status: 403,
    body: { message: 'This request did not come from the application.' },
  });
  expect(await client.isLoggedIn()).toBe(true);
});

it('a call with a malformed URL is rejected with a message', async () => {
  const client = await untouched();
  for (const path of ['/api/pdf/document-answer/%E0%A4%A', '/api/document-answer/%', '/api/profile/%ff'])
    expect(await client.get(path), path).toMatchObject({
      status: 400,
      body: { message: 'The address cannot be read.' },
    });
});

it.each<[string, string | Buffer<ArrayBuffer>, string, number, RegExp?]>([
  ['no JSON', '{', 'application/json', 400],
  ['another content type', '{}', 'text/plain', 415],
  ['more than 256 KB', `{"a":"${'x'.repeat(270_000)}"}`, 'application/json', 413],
  ['more than Lambda accepts', 'x'.repeat(8_388_608), 'application/json', 413],
  [
    'bytes that are not UTF-8',
    Buffer.from('{"username":"\xff\xfe"}', 'latin1'),
    'application/json',
    400,
    /UTF-8/,
  ],
])(
  'a call with %s is rejected with a message [CA-01]',
  async (_name, body, type, status, message = /\w+.*\.$/) => {
    const headers = { 'content-type': type };
    const response = await new ApiClient(cloud()).send('POST', '/public/login', { body, headers });
    expect(response).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  },
);

it('a call that does not exist responds in JSON', async () => {
  expect((await new ApiClient(cloud()).call('GET', '/api/no-such-call')).status).toBe(404);
});

it('a call cannot choose the host in mailed links', async () => {
  const client = await person(cloud());
  await client.send('POST', '/public/forgot-password', {
    body: JSON.stringify({ username: client.username }),
    headers: { 'content-type': 'application/json', 'x-viewer-host': 'elsewhere.example' },
  });
  expect(client.mails()[0]?.text).not.toContain('elsewhere.example');
});
