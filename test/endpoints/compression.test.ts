import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { person } from '../support/person.ts';

const cloud = withCloud();
let applicant: ApiClient;

beforeAll(async () => {
  applicant = await person(cloud());
  await applicant.call('PUT', '/api/answer', { answer: completeAnswers });
});

interface RawReply {
  readonly encoding: string | undefined;
  readonly vary: string | undefined;
  readonly type: string | undefined;
  readonly bytes: Buffer;
}

/** fetch would decompress the body and hide its length. */
const get = (path: string, accepted?: string) =>
  new Promise<RawReply>((resolve, reject) => {
    const cookie = [...applicant.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, ...(accepted !== undefined && { 'accept-encoding': accepted }) };
    request(`${cloud().url}${path}`, { headers }, async (reply) => {
      const { 'content-encoding': encoding, vary, 'content-type': type } = reply.headers;
      resolve({ encoding, vary, type, bytes: Buffer.concat(await reply.toArray()) });
    })
      .once('error', reject)
      .end();
  });

it('all answers of an application arrive compressed, as the browser asks', async () => {
  const plain = await get('/api/profile');
  expect(plain).toMatchObject({ encoding: undefined, type: 'application/json' });
  expect(JSON.parse(plain.bytes.toString()).answer).toMatchObject(completeAnswers);
  const brotli = await get('/api/profile', 'gzip, deflate, br, zstd');
  expect(brotli).toMatchObject({ encoding: 'br', vary: 'accept-encoding', type: 'application/json' });
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
  expect(brotli.bytes.length * 2).toBeLessThan(plain.bytes.length);
  const gzip = await get('/api/profile', 'br;q=0, gzip;q=0.5');
  expect(gzip.encoding).toBe('gzip');
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  expect((await get('/api/profile', 'br;q=0, identity')).encoding).toBe(undefined);
});

it('a short response is not compressed', async () => {
  const { encoding, bytes } = await get('/api/tabs', 'br');
  expect(encoding).toBe(undefined);
  expect(JSON.parse(bytes.toString())).toBeTypeOf('object');
});
