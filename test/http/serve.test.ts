import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Route } from '../../shared/api/route.ts';
import { functionSettings } from '../support/function-settings.ts';

// The middlewares of a call, around handlers defined here. Tests with real handlers are in test/endpoints.

Object.assign(process.env, functionSettings, {
  ...{ ORIGIN_SECRET_ARN: 'origin', PEPPER_SECRET_ARN: 'pepper', SERVICE_TOKEN_SECRET_ARN: 'token' },
});
vi.spyOn(SecretsManagerClient.prototype, 'send').mockImplementation(async () => ({
  SecretString: 'secret of origin',
}));
const { serve } = await import('../../lambdas/http/serve.ts');
const { ApiError } = await import('../../lambdas/runtime/errors.ts');

const route = (method: Route['method'], path: Route['path']) =>
  ({ method, path, access: 'public', reply: v.object({ text: v.string() }) }) as const;
const contracts = {
  open: { route: route('GET', '/public/open'), page: { title: 'Application PDF' } },
  find: {
    route: route('GET', '/public/find/{id}'),
    params: z.object({ id: z.string() }),
    query: z.object({ q: z.optional(z.string()) }),
  },
  send: { route: route('POST', '/public/send'), body: z.object({ text: z.string('A text, please.') }) },
} as const;

type Work = () => { readonly text: string };
let work: Work = () => ({ text: 'short' });
let answer: { status?: number; cookies?: string[]; headers?: Record<string, string> } = {};
const seen: unknown[] = [];
const handle = serve(contracts, {
  open: async () => ({ body: work(), ...answer }),
  find: async ({ params, query }) => {
    seen.push({ params, query });
    return { body: work() };
  },
  send: async ({ body }) => ({ body }),
});

interface Call {
  readonly routeKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

interface Reply {
  readonly statusCode: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly isBase64Encoded?: boolean;
}

const viewer = { 'x-origin-secret': 'secret of origin', 'x-viewer-host': 'apply.example.edu' };
const lines = vi.spyOn(console, 'info').mockImplementation(() => undefined);
const errorLines = vi.spyOn(console, 'error').mockImplementation(() => undefined);

async function call({ routeKey = 'GET /public/open', headers = {}, ...rest }: Call = {}): Promise<Reply> {
  const [method, path] = routeKey.split(' ');
  const event = {
    ...{ version: '2.0', routeKey, rawPath: path, rawQueryString: '', isBase64Encoded: false },
    headers: { ...viewer, ...headers },
    requestContext: { requestId: 'request-1', http: { method, path } },
    ...rest,
  };
  // The product does not read the rest of an event and of Lambda's context.
  return (await handle(event as never, {} as Context as never)) as Reply;
}

const send = (body: string, more: Call = {}) =>
  call({
    routeKey: 'POST /public/send',
    body,
    ...more,
    headers: { 'content-type': 'application/json', ...more.headers },
  });

const named = (name: string, more: object = {}) => Object.assign(new Error('from AWS'), { name, ...more });
const throwing =
  (error: Error): Work =>
  () => {
    throw error;
  };

beforeEach(() => {
  work = () => ({ text: 'short' });
  answer = {};
  seen.length = 0;
  lines.mockClear();
  errorLines.mockClear();
});

describe('a call', () => {
  it('is JSON that no cache keeps, unless its handler says otherwise', async () => {
    const { statusCode, headers, body, cookies, isBase64Encoded } = await call();
    expect({ statusCode, headers, body, cookies, isBase64Encoded }).toEqual({
      statusCode: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: '{"text":"short"}',
      cookies: [],
      isBase64Encoded: undefined,
    });
    answer = { status: 202, cookies: ['one=1'], headers: { 'cache-control': 'max-age=60' } };
    expect(await call()).toMatchObject({
      statusCode: 202,
      cookies: ['one=1'],
      headers: { 'content-type': 'application/json', 'cache-control': 'max-age=60' },
    });
  });

  it('gives its handler the parameters and the query that its contract names', async () => {
    const routeKey = 'GET /public/find/{id}';
    await call({ routeKey, pathParameters: { id: '7' }, queryStringParameters: { q: 'x', other: 'y' } });
    await call({ routeKey, pathParameters: { id: '8' } });
    expect(seen).toEqual([
      { params: { id: '7' }, query: { q: 'x' } },
      { params: { id: '8' }, query: {} },
    ]);
    expect((await call({ routeKey })).statusCode).toBe(400);
  });

  it.each([
    ['of the site itself', { 'sec-fetch-site': 'same-origin', origin: 'https://apply.example.edu' }, 200],
    ['that somebody typed', { 'sec-fetch-site': 'none' }, 200],
    [
      'that shows it in a frame',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      403,
    ],
    [
      'that fetches it',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'document' },
      403,
    ],
    [
      'with a link that is followed',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      200,
    ],
  ])('from a page %s gets its own status', async (_what, headers, status) => {
    const { statusCode, body } = await call({ headers });
    expect(statusCode).toBe(status);
    if (status === 403) expect(body).toBe('{"message":"This request did not come from the application."}');
  });
});

describe('a body', () => {
  it('is parsed as its contract says', async () => {
    expect((await send('{"text":"ä"}')).body).toBe('{"text":"ä"}');
    const base64 = Buffer.from('{"text":"ä"}').toString('base64');
    expect((await send(base64, { isBase64Encoded: true })).body).toBe('{"text":"ä"}');
    expect((await send('{"text":1}')).body).toBe('{"message":"A text, please."}');
  });
});

describe('a response of a thousand bytes or more', () => {
  const frame = JSON.stringify({ text: '' }).length;
  const text = 'x'.repeat(1000 - frame);
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync } as const;

  it.each<[accepted: string | undefined, encoding: keyof typeof decoders | undefined]>([
    ['br, gzip', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['gzip;q=0.5', 'gzip'],
    ['gzip;q=0.0', undefined],
    ['brotli', undefined],
    ['deflate,gzip', 'gzip'],
    [undefined, undefined],
  ])('is compressed for a browser that accepts %s by %s', async (accepted, encoding) => {
    work = () => ({ text });
    const { headers, body, isBase64Encoded } = await call({
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    });
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-type': 'application/json' });
    expect([headers['content-encoding'], isBase64Encoded]).toEqual([encoding, encoding && true]);
    const plain = encoding === undefined ? body : decoders[encoding](Buffer.from(body, 'base64')).toString();
    expect(plain).toBe(JSON.stringify({ text }));
  });
});

describe('an error', () => {
  it('of the caller has its status, its message and its details', async () => {
    work = throwing(new ApiError('tooMany', 'Wait.', { retryAfter: 7, details: { help: 'Drink tea.' } }));
    const { statusCode, body, headers, cookies } = await call();
    expect([statusCode, body]).toEqual([429, '{"message":"Wait.","help":"Drink tea."}']);
    expect(headers).toMatchObject({ 'retry-after': '7', 'cache-control': 'no-store' });
    expect(cookies).toBeUndefined();
  });

  it('of an unexpected kind reveals no details', async () => {
    work = throwing(new Error('a secret'));
    const { statusCode, body } = await call();
    expect(statusCode).toBe(500);
    expect(body).not.toContain('secret');
    expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/\w/) });
  });

  it.each([
    ...[
      'BandwidthLimitExceeded',
      'EC2ThrottledException',
      'ExecutionLimitExceeded',
      'LimitExceededException',
    ],
    ...['PriorRequestNotComplete', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded'],
    ...['RequestThrottled', 'RequestThrottledException', 'ServiceUnavailable', 'ServiceUnavailableException'],
    ...['SlowDown', 'ThrottledException', 'Throttling', 'ThrottlingException', 'TooManyRequestsException'],
  ])('by which AWS throttles, %s, asks to try again', async (name) => {
    work = throwing(named(name));
    const { statusCode, headers, body } = await call();
    expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
    expect(body).toContain("We're very busy right now.");
  });

  it.each([
    ['ThrottlingError', 503],
    ['ProvisionedThroughputExceeded', 503],
    ['TransactionConflict', 503],
    ['ConditionalCheckFailed', 500],
    [undefined, 500],
  ])('of a transaction that was canceled for %s has status %s', async (Code, status) => {
    const reasons = { CancellationReasons: [{ Code: 'None' }, { Code }] };
    work = throwing(named('TransactionCanceledException', reasons));
    expect((await call()).statusCode).toBe(status);
  });
});

describe('the log line of a call', () => {
  const lineOf = (spy: typeof lines) => spy.mock.calls.at(-1)?.[0];

  it('names the request, its route, its status and how long it took', async () => {
    await call({ headers: { 'x-amz-cf-id': 'edge-1' } });
    const line = lineOf(lines);
    expect(line).toMatchObject({
      ...{
        event: 'call.ended',
        request: 'request-1',
        edge: 'edge-1',
        route: 'GET /public/open',
        status: 200,
      },
    });
    expect(line.milliseconds).toBeGreaterThanOrEqual(0);
    expect(line.milliseconds).toBeLessThan(60_000);
    expect(line.error).toBeUndefined();
    expect(errorLines).not.toHaveBeenCalled();
  });

  it('has the error only when it was our fault', async () => {
    work = throwing(new Error('from inside'));
    await call();
    expect(lineOf(errorLines)).toMatchObject({ status: 500, error: { message: 'from inside' } });
    work = throwing(new ApiError('invalid', 'No.'));
    await call();
    expect(lineOf(lines)).toMatchObject({ status: 400 });
    expect(lineOf(lines).error).toBeUndefined();
  });
});

describe('a call opened in a browser', () => {
  const page = { accept: 'text/html,application/xhtml+xml' };
  const waits = '<meta http-equiv="refresh" content="2">';

  it('is a page that asks again while it is being prepared', async () => {
    answer = { status: 202 };
    const { headers, body } = await call({ headers: page });
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain(waits);
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).toContain('<p role="status">We\'re preparing the PDF.');
    expect(body).toMatch(
      /^<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="style-src 'sha256-[^']+'"><meta [^>]*viewport/,
    );
    expect(body).toMatch(/<\/html>$/);
  });

  it('is a page with the message of an error, without its markup', async () => {
    work = throwing(new ApiError('notFound', 'Not <b>here</b> & "there".'));
    const { statusCode, body } = await call({ headers: page });
    expect(statusCode).toBe(404);
    expect(body).toContain('Not &lt;b&gt;here&lt;/b&gt; &amp; &quot;there&quot;.');
    expect(body).not.toContain(waits);
  });

  it('is a page only where the contract says so', async () => {
    const reply = await call({
      routeKey: 'GET /public/find/{id}',
      pathParameters: { id: '7' },
      headers: page,
    });
    expect(reply.headers['content-type']).toBe('application/json');
  });
});
