import { now } from '../../runtime/clock.ts';
import { describeError, log } from '../../runtime/log.ts';
import type { Middleware, MiddlewareRequest } from '../request.ts';

function write({ event, context, response, error }: MiddlewareRequest): void {
  const status = response?.statusCode ?? 500;
  const isOurFault = status >= 500;
  log({
    level: isOurFault ? 'error' : 'info',
    event: 'call.ended',
    request: event.requestContext.requestId,
    edge: event.headers['x-amz-cf-id'],
    route: event.routeKey,
    status,
    // Before a caller is known, a call may fail.
    staff: context.caller && 'subject' in context.caller ? context.caller.subject : undefined,
    milliseconds: now() - context.startedAt,
    error: isOurFault ? describeError(error) : undefined,
    version: isOurFault ? process.env.AWS_LAMBDA_FUNCTION_VERSION : undefined,
  });
}

/** Writes one log line for each call, with the error when it was our fault. */
export const logCall: Middleware = {
  before({ context }) {
    context.startedAt = now();
  },
  after: write,
  onError: write,
};
