import { ApiError } from '../runtime/errors.ts';

/** The names of the errors with which AWS services throttle a caller. The SDK has already retried by then. */
const names: readonly string[] = [
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
];

const message = 'Many people are using the application right now. Please try again in a moment.';

/** A throttled call says when to try again, because throttling ends by itself. Other errors stay as they are. */
export const unavailableIfThrottled = (error: unknown): unknown =>
  error instanceof Error && names.includes(error.name)
    ? new ApiError('unavailable', message, { retryAfter: 2, cause: error })
    : error;
