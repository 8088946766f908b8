import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Event, Middleware, MiddlewareRequest } from '../request.ts';

/** Compressing a shorter body saves almost nothing. */
const minBytes = 1_000;

/** 8.5 KB of answers become 2.7 KB in 0.2 ms. Quality 9 takes 5 ms and saves 7 percent more. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

const encodings = [
  ['br', (body: string) => brotliCompressSync(body, { params })],
  ['gzip', (body: string) => gzipSync(body)],
] as const;

/** True if `Accept-Encoding` names the encoding and does not reject it with `q=0`. */
const accepts = ({ headers }: Event, encoding: string) =>
  new RegExp(`(^|,)\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[^,]*)?(,|$)`, 'i').test(
    headers['accept-encoding'] ?? '',
  );

/**
 * Compresses long responses here because CloudFront compresses only cacheable ones, and no call is cacheable.
 * CloudFront forwards the browser's Accept-Encoding, like every header except Host.
 */
function compress({ event, response }: MiddlewareRequest): void {
  if (!response?.body || response.body.length < minBytes) return;
  response.headers = { ...response.headers, vary: 'accept-encoding' };
  const [name, encode] = encodings.find(([encoding]) => accepts(event, encoding)) ?? [];
  if (name === undefined || encode === undefined) return;
  response.headers = { ...response.headers, 'content-encoding': name };
  response.body = encode(response.body).toString('base64');
  response.isBase64Encoded = true;
}

/** Compresses long responses. */
export const compressBody: Middleware = { after: compress, onError: compress };
