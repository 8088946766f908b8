import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOperation, openStore, run } from '../../scripts/local-cloud/dynamodb/engine.ts';
import { type TransactWrite, transactWrite } from '../../scripts/local-cloud/dynamodb/transaction.ts';
import { ServiceError } from '../../scripts/local-cloud/index.ts';
import { functionSettings, tableKeys } from './function-settings.ts';

/** Both tables and two buckets for tests that call one step; import the step after starting it. */
export const startSmallCloud = async () => {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  const folder = mkdtempSync(join(tmpdir(), 'table-'));
  const store = openStore(folder);
  await store.db.open();
  for (const TableName of [functionSettings.TABLE_NAME, functionSettings.AUDIT_TABLE_NAME])
    await run(store, 'CreateTable', { TableName, BillingMode: 'PAY_PER_REQUEST', ...tableKeys });

  const table = async (request: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const input = JSON.parse(body.toString());
    try {
      const done =
        operation === 'TransactWriteItems'
          ? await transactWrite(store, input as TransactWrite)
          : isOperation(operation) && (await run<object>(store, operation, input));
      reply(response, 200, JSON.stringify(done));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      reply(
        response,
        error.status,
        JSON.stringify({ __type: error.name, message: error.message, ...error.details }),
      );
    }
  };

  /** Every object has one version. */
  const versions = (bucket: string, prefix: string) => {
    const keys = [...objects.keys()].filter((key) => key.startsWith(`${bucket}${prefix}`));
    const tags = keys.map(
      (key) => `<Version><Key>${key.slice(bucket.length)}</Key><VersionId>null</VersionId></Version>`,
    );
    return `<ListVersionsResult><IsTruncated>false</IsTruncated>${tags.join('')}</ListVersionsResult>`;
  };

  const deleteMany = (bucket: string, body: Buffer) => {
    for (const [, key] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(`${bucket}${key}`);
    return '<DeleteResult></DeleteResult>';
  };

  const bucket = ({ method, url = '', headers }: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const [path = '', query] = url.split('?');
    const asked = new URLSearchParams(query);
    const key = decodeURIComponent(path).slice(1);
    if (asked.has('versions')) return reply(response, 200, versions(key, asked.get('prefix') ?? ''));
    if (asked.has('delete')) return reply(response, 200, deleteMany(key, body));
    if (method === 'PUT') objects.set(key, { bytes: body, type: headers['content-type'] ?? '' });
    if (method === 'DELETE') objects.delete(key);
    if (method === 'PUT' || method === 'DELETE') return reply(response, method === 'PUT' ? 200 : 204, '');
    const found = objects.get(key);
    if (!found) return reply(response, 404, '<Error><Code>NoSuchKey</Code></Error>');
    const etag = `"${createHash('md5').update(found.bytes).digest('hex')}"`;
    response.setHeader('etag', etag);
    if ((headers['if-match'] ?? etag) !== etag)
      return reply(response, 412, '<Error><Code>PreconditionFailed</Code></Error>');
    const last = /bytes=0-(\d+)/.exec(String(headers.range))?.[1];
    if (last === undefined) return reply(response, 200, found.bytes);
    if (found.bytes.length === 0) return reply(response, 416, '<Error><Code>InvalidRange</Code></Error>');
    const bytes = found.bytes.subarray(0, Number(last) + 1);
    response.setHeader('content-range', `bytes 0-${bytes.length - 1}/${found.bytes.length}`);
    return reply(response, 206, bytes);
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (request.headers['x-amz-target']) await table(request, body, response);
    else bucket(request, body, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...functionSettings,
  });
  const close = () => {
    server.close();
    rmSync(folder, { recursive: true });
  };
  return { objects, store, close };
};

const reply = (response: ServerResponse, status: number, body: string | Buffer) =>
  response.writeHead(status).end(body);
