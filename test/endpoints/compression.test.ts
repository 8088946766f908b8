import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { withCloud } from '../support/cloud.ts';
import { completeAnswers } from '../support/form.ts';
import { type Person, person } from '../support/person.ts';

// test/http/serve.test.ts has what browsers accept. These responses pass through the gateway.

const cloud = withCloud();

/** fetch would decompress the body and hide its length. */
const get = ({ cookies }: Person, headers: object) =>
  new Promise<{ readonly encoding: string | undefined; readonly bytes: Buffer }>((resolve, reject) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    request(`${cloud().url}/api/profile`, { headers: { cookie, ...headers } }, async (reply) =>
      resolve({ encoding: reply.headers['content-encoding'], bytes: Buffer.concat(await reply.toArray()) }),
    )
      .once('error', reject)
      .end();
  });

it('all answers of an application arrive compressed, as the browser asks', async () => {
  const applicant = await person(cloud());
  await applicant.save(completeAnswers);
  const plain = await get(applicant, {});
  expect(plain.encoding).toBe(undefined);
  expect(JSON.parse(plain.bytes.toString()).answer).toMatchObject(completeAnswers);
  const brotli = await get(applicant, { 'accept-encoding': 'gzip, deflate, br, zstd' });
  expect(brotli.encoding).toBe('br');
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
  expect(brotli.bytes.length * 2).toBeLessThan(plain.bytes.length);
});
