import { ServiceError } from '../http.ts';
import type { FunctionFailure } from './protocol.ts';

/** In bytes: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const most = { RequestResponse: 6_291_456, Event: 1_048_576 } as const;
const maxInResponse = 6_291_556;

export type InvocationType = keyof typeof most;

export function refuseLargeEvent(event: unknown, type: InvocationType) {
  const size = Buffer.byteLength(JSON.stringify(event) ?? '');
  if (size > most[type])
    throw new ServiceError(
      'RequestTooLargeException',
      `${size} byte payload is too large for the ${type} invocation type (limit ${most[type]} bytes)`,
      413,
    );
}

/** Lambda's error for a result that is too large. */
export const largeResult = (result: string): FunctionFailure | undefined =>
  Buffer.byteLength(result) > maxInResponse
    ? {
        errorType: 'Function.ResponseSizeTooLarge',
        errorMessage: `Response payload size exceeded maximum allowed payload size (${maxInResponse} bytes).`,
      }
    : undefined;
