import type { ServerResponse } from 'node:http';
import type { Request } from '../http.ts';
import { ServiceError } from '../http.ts';
import type { ObjectInfo, Objects } from './objects.ts';

export const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (each) => `&#${each.charCodeAt(0)};`);

export function sendXml(
  response: ServerResponse,
  status: number,
  xml?: string,
  headers: Record<string, string> = {},
) {
  const type = xml === undefined ? {} : { 'content-type': 'application/xml' };
  response.writeHead(status, { 'x-amz-request-id': crypto.randomUUID(), ...type, ...headers });
  response.end(xml === undefined ? undefined : `<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

/** The bytes inside an `aws-chunked` body, with which the SDK streams an upload. */
export function decodeChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.toString('latin1', at, end), 16);
    if (end < 0 || !(length > 0)) return Buffer.concat(parts);
    parts.push(body.subarray(end + 2, end + 2 + length));
    at = end + 4 + length;
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly partial: boolean;
}

function spanOf(range: string | undefined, size: number): Span {
  const found = /^bytes=(\d*)-(\d*)$/.exec(range ?? '');
  const [, first = '', last = ''] = found ?? [];
  if (found === null || (first === '' && last === '')) return { start: 0, end: size - 1, partial: false };
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) throw new ServiceError('InvalidRange', 'The requested range is not satisfiable', 416);
  return { start, end, partial: true };
}

const overridable = [
  'content-type',
  'content-disposition',
  'cache-control',
  'content-encoding',
  'content-language',
  'expires',
];

/** Responds to GET and HEAD of an object: the whole object, a range, 304 or 412. */
export function sendObject(request: Request, response: ServerResponse, objects: Objects, info: ObjectInfo) {
  const { headers, method, url } = request;
  if ((headers['if-match'] ?? info.etag) !== info.etag)
    throw new ServiceError(
      'PreconditionFailed',
      'At least one of the pre-conditions you specified did not hold',
      412,
    );
  if (headers['if-none-match'] === info.etag) return sendXml(response, 304, undefined, { etag: info.etag });
  const { start, end, partial } = spanOf(headers.range, info.size);
  const overrides = overridable.flatMap((name) => {
    const value = url.searchParams.get(`response-${name}`);
    return value === null ? [] : [[name, value] as const];
  });
  response.writeHead(partial ? 206 : 200, {
    ...info.headers,
    ...Object.fromEntries(overrides),
    ...(partial ? { 'content-range': `bytes ${start}-${end}/${info.size}` } : {}),
    etag: info.etag,
    'last-modified': new Date(info.modified).toUTCString(),
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    'x-amz-request-id': crypto.randomUUID(),
  });
  if (method === 'HEAD' || info.size === 0) return response.end();
  objects.stream(info, start, end).pipe(response);
}
