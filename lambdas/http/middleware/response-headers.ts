import type { Middleware, MiddlewareRequest } from '../request.ts';

const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;

function addHeaders({ response }: MiddlewareRequest): void {
  if (!response) return;
  response.headers = { ...headers, ...response.headers };
}

/** Every response is JSON unless it says otherwise, and no cache keeps it. */
export const responseHeaders: Middleware = { after: addHeaders, onError: addHeaders };
