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

  it('runs the CloudFront Function of the behavior before the origin is called', async () => {
    expect(await (await get('/any/page')).text()).toContain('Fixture');
    const moved = await get('/old');
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/new']);
  });

  it('returns 403 for a missing file, as a bucket does whose origin may not list', async () => {
    expect((await get('/nothing.js')).status).toBe(403);
    expect((await get('/secret.txt')).status).toBe(403);
    expect((await get('/.hidden/notes.txt')).status).toBe(403);
    expect((await get('/', { method: 'POST' })).status).toBe(403);
  });

  it('fills deployed files with the values of the deployment', async () => {
    expect(await json('/config.json')).toEqual({ table: fixture().names.table });
  });

  it('compresses text', async () => {
    const reply = await get('/assets/long.js', { headers: { 'accept-encoding': 'br' } });
    expect(reply.headers.get('content-encoding')).toBe('br');
    expect(await reply.text()).toContain('long long');
  });

  it('does not compress what it may not cache, and passes compressed responses of the origin on', async () => {
    const accepting = { headers: { 'accept-encoding': 'br' } };
    const plain = await get('/api/do/long', accepting);
    expect(plain.headers.get('content-encoding')).toBe(null);
    expect((await plain.text()).length).toBeGreaterThan(1_000);
    const packed = await get('/api/do/packed', accepting);
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect((await packed.text()).length).toBeGreaterThan(1_000);
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

  it.each(['{', 'null', '"x"', '\u0000'])(
    'of a service with the body %j is rejected as unreadable',
    async (body) => {
      const targets = ['AWSCognitoIdentityProviderService.SignUp', 'DynamoDB_20120810.GetItem'];
      for (const target of targets) {
        const headers = { 'x-amz-target': target, 'content-type': 'application/x-amz-json-1.1' };
        const response = await get('/', { method: 'POST', body, headers });
        expect([response.status, await response.json()]).toMatchObject([
          400,
          { __type: 'SerializationException' },
        ]);
      }
      const invoked = await get('/2015-03-31/functions/any/invocations', { method: 'POST', body: '{' });
      expect(invoked.status).toBe(400);
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

  it('with a range that does not exist returns 416', async () => {
    expect((await ask('/config.json', { range: 'bytes=900000-' })).status).toBe(416);
  });

  it('cannot set the response headers of a file of the site', async () => {
    const { status, text } = await ask('/?response-content-type=x%0Ay');
    expect([status, text]).toEqual([200, expect.stringContaining('Fixture')]);
    const { headers } = await get('/?response-content-type=text/plain');
    expect(headers.get('content-type')).toBe('text/html');
  });
});

describe('HTTP API', () => {
  it('invokes the function with an event of payload format 2.0', async () => {
    const event = await json('/api/do/echo?x=1&x=2&y=', {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', cookie: 's=1; t=2' },
    });
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'POST /api/do/{action}',
      rawPath: '/api/do/echo',
      rawQueryString: 'x=1&x=2&y=',
      queryStringParameters: { x: '1,2', y: '' },
      pathParameters: { action: 'echo' },
      cookies: ['s=1', 't=2'],
      body: '{"a":1}',
      isBase64Encoded: false,
      requestContext: {
        http: { method: 'POST', path: '/api/do/echo' },
        requestId: expect.stringMatching(/^[\w-]{15}=$/),
        stage: '$default',
      },
    });
    expect(event.headers.cookie).toBeUndefined();
  });

  it('passes bytes in base64', async () => {
    const event = await json('/api/do/echo', {
      method: 'POST',
      body: new Uint8Array([0, 255]),
      headers: { 'content-type': 'image/png' },
    });
    expect([event.body, event.isBase64Encoded]).toEqual(['AP8=', true]);
  });

  it('prefers a route without a variable, and knows no other route', async () => {
    expect((await get('/api/do/count')).status).toBe(200);
    const unknown = await get('/api/nothing');
    expect([unknown.status, await unknown.json()]).toEqual([404, { message: 'Not Found' }]);
  });

  it("returns the function's status, cookies, headers and bytes", async () => {
    const made = await get('/api/do/cookies');
    expect([made.status, made.headers.getSetCookie(), made.headers.get('x-own'), await made.text()]).toEqual([
      201,
      ['a=1; Path=/', 'b=2'],
      'yes',
      'made',
    ]);
    const image = await get('/api/do/binary');
    expect(Buffer.from(await image.arrayBuffer()).toString('hex')).toBe('89504e47');
  });

  it('returns 500 when the function throws, dies or times out, and continues', async () => {
    const failed = await get('/api/do/fail');
    expect([failed.status, await failed.json()]).toEqual([500, { message: 'Internal Server Error' }]);
    expect((await get('/api/do/crash')).status).toBe(500);
    expect((await get('/api/do/slow')).status).toBe(500);
    expect((await get('/api/do/echo')).status).toBe(200);
  });
});

describe('Lambda', () => {
  it('keeps an environment warm between calls', async () => {
    const first = (await json('/api/do/count')).calls;
    expect((await json('/api/do/count')).calls).toBe(first + 1);
  });

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
