import type { Middleware, MiddlewareRequest } from '../request.ts';

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;

const isRedirect = (status = 200) => status >= 300 && status < 400;

/** CloudFront adds a Retry-After to what has none, and on a redirect it would ask to wait before following. */
const atOnce = { 'retry-after': '0' } as const;

function addHeaders({ response }: MiddlewareRequest): void {
  if (!response) return;
  const added = isRedirect(response.statusCode) ? { ...headers, ...atOnce } : headers;
  response.headers = { ...added, ...response.headers };
}

/** Every response is JSON unless it says otherwise, and no cache keeps it. */
export const responseHeaders: Middleware = { after: addHeaders, onError: addHeaders };
