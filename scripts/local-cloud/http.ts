import type { IncomingMessage, ServerResponse } from 'node:http';

/** Error response of a service: the name, message and status that AWS documents. */
export class ServiceError extends Error {
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, status = 400, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = code;
    this.status = status;
    this.details = details;
  }
}

/** An HTTP request with its parsed URL and its whole body. */
export interface Request {
  readonly raw: IncomingMessage;
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * The address of the viewer as CloudFront sees it. One machine has one address, so `x-local-viewer` may name
 * another: tests use it to call from several networks.
 */
export const viewerAddressOf = ({ raw, headers }: Request): string =>
  headers['x-local-viewer'] ?? (raw.socket.remoteAddress ?? '').replace(/^::ffff:/, '');

export const header = (raw: IncomingMessage, name: string): string => {
  const value = raw.headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
};

const most = 64 * 1024 * 1024;

/**
 * Keeps only path and query of the requested URL. `//` starts a path here, as in CloudFront, and not a host.
 */
function urlOf(target: string, base: string): URL {
  try {
    const { pathname, search } = new URL(target.startsWith('/') ? base + target : target, base);
    decodeURIComponent(pathname);
    return new URL(base + pathname + search);
  } catch {
    throw new ServiceError('BadRequestException', 'The address cannot be read.', 400);
  }
}

export async function readRequest(raw: IncomingMessage, base: string): Promise<Request> {
  const url = urlOf(raw.url ?? '/', base);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of raw as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw new ServiceError('EntityTooLarge', 'The request is too large.', 413);
    parts.push(part);
  }
  const headers = Object.fromEntries(Object.keys(raw.headers).map((name) => [name, header(raw, name)]));
  return {
    raw,
    url,
    method: raw.method ?? 'GET',
    headers,
    body: Buffer.concat(parts),
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  type = 'application/json',
) {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    'content-type': type,
    'content-length': body.length,
    'x-amzn-requestid': crypto.randomUUID(),
  });
  response.end(body);
}

/** Sends the error of a JSON service. Any error but a ServiceError is a bug here and becomes status 500. */
export function sendFailure(response: ServerResponse, error: unknown, type: string) {
  const known =
    error instanceof ServiceError ? error : new ServiceError('InternalFailure', String(error), 500);
  const { name, message, status, details } = known;
  response.setHeader('x-amzn-errortype', name);
  sendJson(response, status, { __type: name, message, ...details }, type);
}
