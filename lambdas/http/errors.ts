import { isThrottlingError } from '@smithy/core/retry';
import * as z from 'zod/mini';
import { unexpectedErrorMessage } from '../../shared/api/messages.ts';
import { ApiError, type ErrorKind } from '../runtime/errors.ts';
import { endedStaffCookie, logOutCookies } from './cookies.ts';
import type { Middleware, Result } from './request.ts';

/**
 * Errors with which AWS services throttle a caller and that `isThrottlingError` does not know. The SDK has
 * already retried by then.
 * `AbortError`: a function gave up waiting for a service, which a timeout of the function would have ended
 * the same way. The SDK's `TimeoutError` is not here: broken connections have that name too.
 */
const throttlingErrors: readonly string[] = [
  'AbortError',
  'ExecutionLimitExceeded',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TransactionConflictException',
];

/** The reasons for which DynamoDB cancels a transaction that may succeed a moment later. */
const cancellations: readonly unknown[] = [
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'TransactionConflict',
];

const canceled = z.object({ CancellationReasons: z.array(z.object({ Code: z.optional(z.string()) })) });

/** The SDK's type wants an error as the cause of each error. */
type SdkError = Parameters<typeof isThrottlingError>[0];

const isThrottled = (error: Error): boolean =>
  isThrottlingError(error as SdkError) ||
  throttlingErrors.includes(error.name) ||
  (canceled.safeParse(error).data?.CancellationReasons ?? []).some(({ Code }) =>
    cancellations.includes(Code),
  );

const busyMessage = "We're very busy right now. Your answers are safe. Please try again in a moment.";

/** Too much is asked for at the moment: by everybody, not by the caller. */
export const unavailable = (cause: Error) =>
  new ApiError('unavailable', busyMessage, { retryAfter: 2, cause });

/**
 * A throttled call says when to try again, because throttling ends by itself. Other errors stay as they are.
 */
const unavailableIfThrottled = (error: unknown): unknown =>
  error instanceof Error && isThrottled(error) ? unavailable(error) : error;

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
