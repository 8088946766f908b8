import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { withFixture } from './fixture.ts';

const fixture = withFixture();
const get = (path: string, init: RequestInit = {}) =>
  fetch(fixture().cloud.url + path, { redirect: 'manual', ...init });
const json = async (path: string, init?: RequestInit) => (await get(path, init)).json();

/** Requests exactly this URL and host; fetch would normalize them. */
const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  new Promise<{ status: number; location: string | undefined; text: string }>((resolve, reject) => {
    const { port } = fixture().cloud;
    request({ host: '127.0.0.1', port, path, headers }, async (reply) => {
      const text = Buffer.concat(await reply.toArray()).toString();
      resolve({ status: reply.statusCode ?? 0, location: reply.headers.location, text });
    })
      .once('error', reject)
      .end();
  });

describe('CloudFront', () => {
  it('serves the deployed site with the headers of its response headers policy', async () => {
    const reply = await get('/');
    expect(await reply.text()).toContain('Fixture');
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': "default-src 'self'",
      'x-content-type-options': 'nosniff',
      'x-kept': 'policy',
    });
    expect(reply.headers.has('etag')).toBe(false);
  });

  it('returns 403 for a missing file, as a bucket does whose origin may not list', async () => {
    expect((await get('/nothing.js')).status).toBe(403);
    expect((await get('/secret.txt')).status).toBe(403);
    expect((await get('/.hidden/notes.txt')).status).toBe(403);
    expect((await get('/', { method: 'POST' })).status).toBe(403);
  });

  it('sends the origin its secret header, and the host only through the function', async () => {
    const { headers } = await json('/api/do/echo', {
      headers: { 'x-origin-secret': 'guessed', 'x-viewer-host': 'evil.example' },
    });
    const secret = await new SecretsManagerClient(fixture().settings).send(
      new GetSecretValueCommand({ SecretId: fixture().names.secret }),
    );
    expect(headers['x-origin-secret']).toBe(secret.SecretString);
    expect(headers['x-viewer-host']).toBe(new URL(fixture().cloud.url).host);
    expect(headers.host).toMatch(/execute-api/);
  });
});

describe('a URL', () => {
  const page = { accept: 'text/html,*/*;q=0.8' };

  it('of a page on localhost redirects to 127.0.0.1, the origin that may send files', async () => {
    const { url, port } = fixture().cloud;
    const host = `localhost:${port}`;
    expect(await ask('/about?token=a%20b&x=', { ...page, host })).toMatchObject({
      status: 307,
      location: `${url}/about?token=a%20b&x=`,
    });
    expect(await ask('/about', page)).toMatchObject({ status: 200 });
    expect(await ask('/api/do/count', { host })).toMatchObject({ status: 200 });
  });

  it('with a host other than this machine is rejected, as a distribution rejects an unknown host name', async () => {
    const elsewhere = ['elsewhere.example', '127.0.0.1.elsewhere.example', 'localhost.elsewhere.example:80'];
    for (const host of elsewhere)
      for (const path of ['/', '/api/do/count', '/_local/mail.json'])
        expect([host, path, (await ask(path, { host })).status]).toEqual([host, path, 403]);
  });

  it.each(['__proto__.toString', 'toString.call', '.', 'DynamoDB_20120810'])(
    'of an unknown service, %s, is rejected by name',
    async (target) => {
      const { status, text } = await ask('/', { 'x-amz-target': target });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(JSON.parse(text).__type).toMatch(/UnknownOperationException|MissingAuthenticationToken/);
    },
  );

  it.each(['/%E0%A4%A', '/api/do/%E0%A4%A', '/%', 'http://'])(
    '%s is rejected as unreadable',
    async (path) => {
      const { status, text } = await ask(path, page);
      expect([status, JSON.parse(text).message]).toEqual([400, 'The address cannot be read.']);
    },
  );

  it.each(['//', '//elsewhere/about', '/\\elsewhere/about', 'http://elsewhere.example/about'])(
    '%s is answered by this site',
    async (path) => {
      expect((await ask(path)).text).toContain('Fixture');
      const { location } = await ask(path, { ...page, host: `localhost:${fixture().cloud.port}` });
      expect(location?.startsWith(`${fixture().cloud.url}/`)).toBe(true);
    },
  );

  it('cannot set the response headers of a file of the site', async () => {
    const { status, text } = await ask('/?response-content-type=x%0Ay');
    expect([status, text]).toEqual([200, expect.stringContaining('Fixture')]);
    const { headers } = await get('/?response-content-type=text/plain');
    expect(headers.get('content-type')).toBe('text/html');
  });
});

describe('HTTP API', () => {
  it('returns 500 when the function throws, dies or times out, and continues', async () => {
    const failed = await get('/api/do/fail');
    expect([failed.status, await failed.json()]).toEqual([500, { message: 'Internal Server Error' }]);
    expect((await get('/api/do/crash')).status).toBe(500);
    expect((await get('/api/do/slow')).status).toBe(500);
    expect((await get('/api/do/echo')).status).toBe(200);
  });
});

describe('Lambda', () => {
  it("gives a function its own environment variables and none of the local cloud's", async () => {
    vi.stubEnv('ONLY_IN_PARENT', 'yes');
    const found = await json('/api/do/environment');
    expect(found).toEqual({ greeting: 'hello', key: fixture().asWorker.credentials.accessKeyId });
  });

  it('logs as Lambda does in JSON: an object stays one, a string of JSON is encoded again, each with its level', async () => {
    await get('/api/do/log');
    const file = join(fixture().data, 'logs', 'functions.jsonl');
    await eventually(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('hello'));
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const line = {
      time: expect.any(String),
      function: fixture().names.worker,
      requestId: expect.any(String),
    };
    expect(lines).toContainEqual({ ...line, level: 'WARN', message: { event: 'hello' } });
    expect(lines).toContainEqual({ ...line, level: 'INFO', message: '{"event":"encoded twice"}' });
  });
});
