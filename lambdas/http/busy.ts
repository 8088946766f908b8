import { ApiError } from '../runtime/errors.ts';

/** What AWS's services call it when they take no more calls for a moment. The SDK has tried again by then. */
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

const words = 'Very many people are using the application right now. Please try again in a moment.';

/** A throttle is no fault of ours and ends by itself: the caller hears when to come back. Other failures stay what they are. */
export const orBusy = (error: unknown): unknown =>
  error instanceof Error && names.includes(error.name)
    ? new ApiError('unavailable', words, { retryAfter: 2, cause: error })
    : error;
