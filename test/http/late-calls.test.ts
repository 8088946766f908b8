import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { serve } from '../../lambdas/http/serve.ts';
import { message } from '../../shared/api/replies.ts';
import { functionSettings } from '../support/function-settings.ts';

const call = {
  route: { method: 'POST', path: '/public/late', access: 'public', reply: message },
} as const;

const event = {
  routeKey: 'POST /public/late',
  rawPath: '/public/late',
  headers: {
    'x-origin-secret': 'secret',
    'x-viewer-host': 'apply.example',
    'x-site-host': 'apply.example',
    'sec-fetch-site': 'same-origin',
  },
  isBase64Encoded: false,
  requestContext: { requestId: 'late' },
};

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(String(request.headers['x-amz-target']).split('.')[1] ?? '');
  response.setHeader('content-type', 'application/x-amz-json-1.1').end('{"SecretString":"secret"}');
});

let modules: { readonly serve: typeof serve; readonly table: typeof import('../../lambdas/table/table.ts') };
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, functionSettings, { AWS_ENDPOINT_URL: endpoint, ORIGIN_SECRET_ARN: 'origin' });
  const { serve } = await import('../../lambdas/http/serve.ts');
  modules = { serve, table: await import('../../lambdas/table/table.ts') };
});
afterAll(() => void server.close());
beforeEach(() => {
  asked.length = 0;
  for (const level of ['info', 'error'] as const) vi.spyOn(console, level).mockImplementation(() => {});
});

/** Answers a call whose function has so many milliseconds left. */
function answer(work: () => Promise<unknown>, left: number) {
  const handler = modules.serve(
    { call },
    { call: async () => ({ body: { message: String(await work()) } }) },
  );
  const context = { getRemainingTimeInMillis: () => left };
  return handler(event as never, context as never);
}

const put = () => {
  const { table, TableName } = modules.table;
  return table.send(new PutCommand({ TableName, Item: { pk: 'APP#1', sk: 'PAGE' } }));
};

it('a call that takes nearly all the time of its function gets Retry-After', async () => {
  const reply = await answer(() => new Promise(() => {}), 600);
  expect(reply).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } });
});

it('a call that was answered because its time was over writes nothing afterwards', async () => {
  const held = Promise.withResolvers<void>();
  const written = Promise.withResolvers<unknown>();
  const work = async () => {
    await held.promise;
    return put().then(written.resolve, written.reject);
  };
  const reply = await answer(work, 600);
  expect(reply).toMatchObject({ statusCode: 503 });
  held.resolve();
  await expect(written.promise).rejects.toThrow('The call was answered without waiting for this.');
  expect(asked).not.toContain('PutItem');
});

it('a call in time writes its data', async () => {
  expect(await answer(put, 60_000)).toMatchObject({ statusCode: 200 });
  expect(asked).toContain('PutItem');
});
