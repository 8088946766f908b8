import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownCertificate } from '../../scripts/local-cloud/tls/certificate.ts';
import { type HttpsServer, serveHttps } from '../../scripts/local-cloud/tls/https-server.ts';
import { goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { seedAccount } from '../support/person.ts';
import { pdf } from '../support/samples.ts';

// Safari keeps the cookies of the product only over https.

const cloud = withCloud();
let secure: HttpsServer;
let ca: string;
beforeAll(async () => {
  secure = await serveHttps(cloud(), 0);
  ca = (await ownCertificate(cloud().data)).cert;
});
afterAll(() => secure.close());

interface Reply {
  readonly status: number | undefined;
  readonly cookies: readonly string[];
  readonly text: string;
}

/** Sends a body to the https address as a page on it does. */
const post = (path: string, body: string | Uint8Array, headers: object = {}) =>
  new Promise<Reply>((resolve, reject) => {
    const sent = { origin: secure.url, 'content-type': 'application/json', ...headers };
    request(new URL(path, secure.url), { method: 'POST', headers: sent, ca }, async (reply) =>
      resolve({
        status: reply.statusCode,
        cookies: (reply.headers['set-cookie'] ?? []).map((each) => each.split(';')[0] ?? ''),
        text: await text(reply),
      }),
    )
      .once('error', reject)
      .end(body);
  });

it('the https address accepts calls and files of its pages', async () => {
  const applicant = { username: newAddress(), password: goodPassword };
  await seedAccount(cloud(), applicant.username);
  const { status, cookies } = await post('/public/login', JSON.stringify(applicant));
  expect(status).toBe(200);
  const cookie = cookies.join('; ');
  const call = JSON.stringify({ answer_key: 'transcript_document' });
  const { url, fields } = JSON.parse((await post('/api/presigned-url', call, { cookie })).text);
  expect(url).toMatch(new RegExp(`^${secure.url}/`));
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', new Blob([Uint8Array.from(await pdf())]), 'grades.pdf');
  const body = new Response(form);
  const type = { 'content-type': body.headers.get('content-type') };
  expect((await post(url, new Uint8Array(await body.arrayBuffer()), type)).status).toBe(204);
  await cloud().quiet();
});
