import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Event, Middleware, MiddlewareRequest } from '../request.ts';

/** Bytes. A shorter body would hardly become smaller. */
const shortest = 1_000;

/** 8.5 KB of answers become 2.7 KB in 0.2 ms. Quality 9 takes 5 ms and saves 7 percent more. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

const encodings = [
  ['br', (body: string) => brotliCompressSync(body, { params })],
  ['gzip', (body: string) => gzipSync(body)],
] as const;

/** Whether `Accept-Encoding` names an encoding without refusing it by `q=0`. */
const accepts = ({ headers }: Event, encoding: string) =>
  new RegExp(`(^|,)\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[^,]*)?(,|$)`, 'i').test(
    headers['accept-encoding'] ?? '',
  );

/**
 * CloudFront compresses only what it may cache, and it caches no call. The browser's Accept-Encoding arrives here, because
 * CloudFront forwards every header but the host.
 */
function compress({ event, response }: MiddlewareRequest): void {
  if (!response?.body || response.body.length < shortest) return;
  response.headers = { ...response.headers, vary: 'accept-encoding' };
  const [name, encode] = encodings.find(([encoding]) => accepts(event, encoding)) ?? [];
  if (name === undefined || encode === undefined) return;
  response.headers = { ...response.headers, 'content-encoding': name };
  response.body = encode(response.body).toString('base64');
  response.isBase64Encoded = true;
}

/** Compresses long responses. */
export const compressBody: Middleware = { after: compress, onError: compress };
