import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { Certificate } from './certificate.ts';

type Headers = IncomingHttpHeaders;

/** Calls `edit` on every header's text. */
const edited = (headers: Headers, edit: (text: string) => string): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(edit) : value && edit(value),
    ]),
  );

/**
 * Terminates TLS, as CloudFront's edge does, and forwards requests to the plain address. Everything behind it
 * knows only one origin, http://127.0.0.1:PORT. Headers and JSON that contain this origin are rewritten to
 * https in responses, and back in requests: a browser blocks plain HTTP calls of an https page.
 */
export function createTlsFront(certificate: Certificate, plainOrigin: () => string): Server {
  const toPlain = (text: string) => text.replaceAll(plainOrigin().replace('http:', 'https:'), plainOrigin());
  const toSecure = (text: string) => text.replaceAll(plainOrigin(), plainOrigin().replace('http:', 'https:'));

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

  return createServer(certificate, (incoming, response) => {
    const headers = { ...edited(incoming.headers, toPlain), 'accept-encoding': 'identity' };
    const forwarded = request(new URL(incoming.url ?? '/', plainOrigin()), {
      method: incoming.method,
      headers,
      path: incoming.url,
    });
    forwarded.on('response', (reply) => void passBack(reply, response).catch(() => response.destroy()));
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
}
