import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const message = { message: 'Done.' };
const profile = {
  answer: {},
  document_answer: {},
  username: 'ada@example.org',
  last_page: '',
  successful_login: ['2026-11-01T00:00:00Z'],
  web_status: [],
  revision: 1,
  conflicts: {},
  receipt: null,
};
const mails = [{ text: 'Your code is 123456.' }];

type Answer = (response: ServerResponse) => unknown;

const json =
  (body: unknown): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Its responses, by method and path. All other calls succeed. */
const answers: Readonly<Record<string, Answer>> = {
  'GET /_local/mail.json': json(mails),
  'GET /api/profile': json(profile), // without what was saved
  'GET /api/tabs': json({}),
  'GET /api/add-another': json({}),
  'GET /about': (response) => response.writeHead(503, { 'cache-control': 'no-store' }).end(),
  'GET /api/document-answer': (response) => response.writeHead(503).end(), // as API Gateway answers itself
  'GET /lookup/find': () => {}, // never
  'GET /api/submit': (response) => response.writeHead(500).end(),
  'GET /api/pdf': (response) =>
    response.writeHead(429, { 'cache-control': 'no-store', 'retry-after': '5' }).end(),
  'PUT /api/last-page': (response) => response.destroy(),
};

/**
 * A product that acknowledges saves without storing them, hangs, resets connections, and rejects calls
 * without a retry time.
 */
export async function startBrokenProduct(): Promise<{ port: number; close: () => Promise<unknown> }> {
  const server = createServer((request: IncomingMessage, response) => {
    request.resume();
    const answer = answers[`${request.method} ${request.url?.split('?')[0]}`] ?? json(message);
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { port, close };
}
