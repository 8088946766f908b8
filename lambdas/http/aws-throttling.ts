import * as z from 'zod/mini';
import { ApiError } from '../runtime/errors.ts';

/**
 * The names of the errors with which AWS services throttle a caller. The SDK has already retried by then.
 * `AbortError`: a function gave up waiting for a service, which a timeout of the function would have ended
 * the same way. The SDK's `TimeoutError` is not here: broken connections have that name too.
 */
const names: readonly string[] = [
  'AbortError',
  'BandwidthLimitExceeded',
  'EC2ThrottledException',
  'ExecutionLimitExceeded',
  'LimitExceededException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionConflictException',
];

/** The reasons for which DynamoDB cancels a transaction that may succeed a moment later. */
const reasons: readonly unknown[] = [
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'TransactionConflict',
];

const isThrottled = (error: Error): boolean =>
  names.includes(error.name) || codesOf(error).some((code) => reasons.includes(code));

const canceled = z.object({ CancellationReasons: z.array(z.object({ Code: z.optional(z.string()) })) });

const codesOf = (error: Error): readonly unknown[] =>
  canceled.safeParse(error).data?.CancellationReasons.map(({ Code }) => Code) ?? [];

const message = "We're very busy right now. Your answers are safe. Please try again in a moment.";

/** Too much is asked for at the moment: by everybody, not by the caller. */
export const unavailable = (cause: Error) => new ApiError('unavailable', message, { retryAfter: 2, cause });

/**
 * A throttled call says when to try again, because throttling ends by itself. Other errors stay as they are.
 */
export const unavailableIfThrottled = (error: unknown): unknown =>
  error instanceof Error && isThrottled(error) ? unavailable(error) : error;
