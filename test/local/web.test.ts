import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it, vi } from 'vitest';
import { withFixture } from './fixture.ts';

const fixture = withFixture();
const get = (path: string, init: RequestInit = {}) =>
  fetch(fixture().cloud.url + path, { redirect: 'manual', ...init });
const json = async (path: string, init?: RequestInit) => (await get(path, init)).json();

describe('CloudFront', () => {
  it('serves the deployed site with the headers of its policy', async () => {
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

  it('runs the function of the behaviour before it asks the origin', async () => {
    expect(await (await get('/any/page')).text()).toContain('Fixture');
    const moved = await get('/old');
    expect([moved.status, moved.headers.get('location')]).toEqual([302, '/new']);
  });

  it('answers 403 for what is not in the bucket, as an origin without the right to list does', async () => {
    expect((await get('/nothing.js')).status).toBe(403);
    expect((await get('/secret.txt')).status).toBe(403);
    expect((await get('/', { method: 'POST' })).status).toBe(403);
  });

  it('fills the values of the deployment into deployed files', async () => {
    expect(await json('/config.json')).toEqual({ table: fixture().names.table });
  });

  it('compresses text', async () => {
    const reply = await get('/assets/long.js', { headers: { 'accept-encoding': 'br' } });
    expect(reply.headers.get('content-encoding')).toBe('br');
    expect(await reply.text()).toContain('long long');
  });

  it('gives the origin its secret header, and the host only through the function', async () => {
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

describe('HTTP API', () => {
  it('calls the function with an event of payload format 2.0', async () => {
    const event = await json('/api/do/echo?x=1&x=2&y=', {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', cookie: 's=1; t=2' },
    });
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'POST /api/do/{deed}',
      rawPath: '/api/do/echo',
      rawQueryString: 'x=1&x=2&y=',
      queryStringParameters: { x: '1,2', y: '' },
      pathParameters: { deed: 'echo' },
      cookies: ['s=1', 't=2'],
      body: '{"a":1}',
      isBase64Encoded: false,
      requestContext: { http: { method: 'POST', path: '/api/do/echo' }, stage: '$default' },
    });
    expect(event.headers.cookie).toBeUndefined();
  });

  it('hands over bytes in base64', async () => {
    const event = await json('/api/do/echo', {
      method: 'POST',
      body: new Uint8Array([0, 255]),
      headers: { 'content-type': 'image/png' },
    });
    expect([event.body, event.isBase64Encoded]).toEqual(['AP8=', true]);
  });

  it('prefers the route without a variable, and knows no other route', async () => {
    expect((await get('/api/do/count')).status).toBe(200);
    const unknown = await get('/api/nothing');
    expect([unknown.status, await unknown.json()]).toEqual([404, { message: 'Not Found' }]);
  });

  it('passes on status, cookies, headers and bytes', async () => {
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

  it('answers 500 when the function throws, dies or takes too long, and goes on', async () => {
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

  it('gives a function its own variables and nothing of ours', async () => {
    vi.stubEnv('ONLY_IN_PARENT', 'yes');
    const found = await json('/api/do/environment');
    expect(found).toEqual({ greeting: 'hello', key: fixture().asWorker.credentials.accessKeyId });
  });

  it('writes what a function prints to the log, one JSON line each', async () => {
    await get('/api/do/log');
    const file = join(fixture().data, 'logs', 'functions.jsonl');
    await vi.waitFor(() => expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('hello'));
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual({
      time: expect.any(String),
      function: fixture().names.worker,
      message: { said: 'hello' },
    });
  });
});
