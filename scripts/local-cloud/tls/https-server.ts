import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer, type Server } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { ownCertificate } from './certificate.ts';

type Headers = IncomingHttpHeaders;

/** Calls `edit` on every header's text. */
const edited = (headers: Headers, edit: (text: string) => string): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(edit) : value && edit(value),
    ]),
  );

export interface HttpsServer {
  /** The cloud's address on https. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves a local cloud on https too, with the certificate of its data folder: Safari stores secure cookies
 * only there. Uses a free port if `port` is taken.
 */
export async function serveHttps(
  { url: plain, data }: { readonly url: string; readonly data: string },
  port: number,
): Promise<HttpsServer> {
  let url = '';
  const server = createServer(
    await ownCertificate(data),
    forwarding(plain, () => url),
  );
  const address = (await listen(server, port).catch(() => listen(server, 0))) ?? 0;
  url = `https://127.0.0.1:${address}`;
  return {
    url,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' ? address?.port : undefined);
    });
  });
}

/**
 * Terminates TLS, as CloudFront's edge does, and forwards requests to the plain address. Everything behind it
 * knows only that origin. Headers and JSON that contain it are rewritten to https in responses, and back in
 * requests: a browser blocks plain HTTP calls of an https page.
 */
function forwarding(plain: string, secure: () => string): RequestListener {
  const toPlain = (text: string) => text.replaceAll(secure(), plain);
  const toSecure = (text: string) => text.replaceAll(plain, secure());
  const { port } = new URL(plain);

  async function passBack(reply: IncomingMessage, response: ServerResponse) {
    const headers = edited(reply.headers, toSecure);
    const status = reply.statusCode ?? 502;
    if (!reply.headers['content-type']?.startsWith('application/json')) {
      response.writeHead(status, headers);
      return reply.pipe(response);
    }
    const body = toSecure((await buffer(reply)).toString());
    const { 'content-length': _, 'transfer-encoding': __, ...rest } = headers;
    return response.writeHead(status, { ...rest, 'content-length': Buffer.byteLength(body) }).end(body);
  }

  return (incoming, response) => {
    const headers = {
      ...edited(incoming.headers, toPlain),
      host: incoming.headers.host?.replace(/:\d+$/, `:${port}`),
      'accept-encoding': 'identity',
    };
    const forwarded = request(plain, { method: incoming.method, headers, path: incoming.url });
    forwarded.on('response', (reply) => void passBack(reply, response).catch(() => response.destroy()));
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  };
}
