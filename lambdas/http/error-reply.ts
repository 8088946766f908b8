import { ApiError, type ErrorKind, unexpected } from '../runtime/errors.ts';
import { logOutCookies } from './cookies.ts';

/** The one table from kinds of failure to status codes. */
const statuses: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  submitted: 409,
  tooLarge: 413,
  unsupportedBody: 415,
  notReady: 422,
  tooMany: 429,
  unavailable: 503,
};

interface ErrorReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/** An error as the caller sees it. A session that is over takes its cookies along. */
export function errorReply(error: unknown): ErrorReply {
  if (!(error instanceof ApiError))
    return { status: 500, body: { message: unexpected }, headers: {}, cookies: [] };
  const { kind, message, details, retryAfter } = error;
  return {
    status: statuses[kind],
    body: { message, ...details },
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    cookies: kind === 'unauthenticated' ? logOutCookies : [],
  };
}
