import { unexpectedErrorMessage } from '../../../shared/api/messages.ts';
import { ApiError, type ErrorKind } from '../../runtime/errors.ts';
import { unavailableIfThrottled } from '../aws-throttling.ts';
import { endedStaffCookie, logOutCookies } from '../cookies.ts';
import type { Middleware, Result } from '../request.ts';

/** The only table from kinds of errors to status codes. */
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

/**
 * An error as the caller reads it. When a session is over, its cookies are removed too, unless the browser
 * has newer ones.
 */
function responseTo(error: unknown, isOfStaff: boolean): Result {
  if (!(error instanceof ApiError))
    return { statusCode: 500, body: JSON.stringify({ message: unexpectedErrorMessage }) };
  const { kind, message, details, retryAfter } = error;
  return {
    statusCode: statuses[kind],
    body: JSON.stringify({ message, ...details }),
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
    ...(kind === 'unauthenticated' && details.renewed !== true && { cookies: removedCookies(isOfStaff) }),
  };
}

const removedCookies = (isOfStaff: boolean) => (isOfStaff ? [endedStaffCookie] : [...logOutCookies]);

/** Turns an error into the response that the caller gets. */
export const errorResponse: Middleware = {
  onError(request) {
    const contract = request.context.operation?.contract;
    request.response = responseTo(unavailableIfThrottled(request.error), contract?.route.access === 'staff');
  },
};
