import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownCertificate } from '../../scripts/local-cloud/tls/certificate.ts';
import { type HttpsServer, serveHttps } from '../../scripts/local-cloud/tls/https-server.ts';
import { goodPassword } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { seedAccount } from '../support/person.ts';
import { pdf } from '../support/samples.ts';

const cloud = withCloud();
let secure: HttpsServer;
let ca: string;
beforeAll(async () => {
  secure = await serveHttps(cloud(), 0);
  ca = (await ownCertificate(cloud().data)).cert;
});
afterAll(() => secure.close());
const applicant = { username: 'safari@example.org', password: goodPassword };

interface Reply {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Calls the https address as a page on it does. */
const ask = (method: string, url: string, body: string | Uint8Array = '', headers: object = {}) =>
  new Promise<Reply>((resolve, reject) => {
    const origin = secure.url;
    const sent = { origin, 'content-type': 'application/json', ...headers };
    request(new URL(url, origin), { method, headers: sent, ca }, async (reply) =>
      resolve({ status: reply.statusCode, headers: reply.headers, text: await text(reply) }),
    )
      .once('error', reject)
      .end(body);
  });

async function logIn(): Promise<string> {
  await seedAccount(cloud(), applicant.username);
  const { status, headers } = await ask('POST', '/public/login', JSON.stringify(applicant));
  expect(status).toBe(200);
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((each) => each.split(';')[0])
    .join('; ');
}

describe('the https address for Safari', () => {
  it('accepts calls of its pages, and redirects their files to https', async () => {
    const cookie = await logIn();
    const call = JSON.stringify({ answer_key: 'transcript_document' });
    const reply = await ask('POST', '/api/presigned-url', call, { cookie });
    const { url, fields } = JSON.parse(reply.text) as { url: string; fields: Record<string, string> };
    expect(url).toMatch(new RegExp(`^${secure.url}/`));

    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([Uint8Array.from(await pdf({ texts: ['Grades'] }))]), 'grades.pdf');
    const body = new Response(form);
    const type = { 'content-type': body.headers.get('content-type') };
    expect((await ask('POST', url, new Uint8Array(await body.arrayBuffer()), type)).status).toBe(204);
    await cloud().quiet();
  });

  it('rejects calls from other sites', async () => {
    const reply = await ask('POST', '/public/login', JSON.stringify(applicant), {
      origin: 'https://elsewhere.example',
    });
    expect(reply.status).toBe(403);
  });
});
