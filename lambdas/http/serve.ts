import middy from '@middy/core';
import { parse } from 'valibot';
import type { Contract, Contracts } from '../../shared/api/contract.ts';
import type { Route } from '../../shared/api/route.ts';
import { whileUnanswered, withCallSource } from '../runtime/call.ts';
import { errorResponse, unavailable } from './errors.ts';
import {
  authenticate,
  browserPage,
  checkOrigin,
  compressBody,
  findOperation,
  logCall,
  onlyFromEdge,
  parseRequest,
  responseHeaders,
} from './middleware.ts';
import type { CallContext, Event, Handlers, Operation, Result } from './request.ts';
import { viewerOf } from './viewer.ts';

/**
 * The Lambda handler of one group of contracts. A contract without a handler, or a handler that returns
 * something else, does not compile. `before` runs from top to bottom, `after` and `onError` from bottom to
 * top.
 */
export function serve<Calls extends Contracts>(contracts: Calls, handlers: Handlers<Calls>) {
  const handle = middy<Event, Result, Error, CallContext>(lateAnswer)
    .use(logCall)
    .use(compressBody)
    .use(responseHeaders)
    .use(browserPage)
    .use(errorResponse)
    .use(onlyFromEdge)
    .use(findOperation(operationsOf(contracts, handlers)))
    .use(checkOrigin)
    .use(authenticate)
    .use(parseRequest)
    .handler(respond);
  return (event: Event, context: CallContext) =>
    withCallSource(sourceOf(event), () => handle(event, context));
}

const sourceOf = (event: Event) => ({
  request: event.requestContext.requestId,
  address: viewerOf(event).address,
});

/** The route key that API Gateway puts into an event. */
const keyOf = ({ method, path }: Route) => `${method} ${path}`;

function operationsOf<Calls extends Contracts>(contracts: Calls, handlers: Handlers<Calls>) {
  const operations = new Map<string, Operation>();
  for (const name in contracts) {
    const contract: Contract | undefined = contracts[name];
    if (contract) operations.set(keyOf(contract.route), { contract, handle: handlers[name] });
  }
  return operations;
}

/**
 * Lambda ends a function whose time is over, and API Gateway then answers 500. So a call that takes too long
 * is answered a moment before, with a time to try again.
 */
const lateAnswer = {
  timeoutEarlyInMillis: 500,
  timeoutEarlyResponse(): never {
    throw unavailable(new Error('The call took nearly all the time of its function.'));
  },
};

async function respond(
  event: Event,
  { operation, caller, input }: CallContext,
  { signal }: { readonly signal: AbortSignal },
): Promise<Result> {
  const request = { ...input, caller, viewer: viewerOf(event), cookies: event.cookies ?? [] };
  // Each handler takes what its own contract parses. No type can express that for a contract found by its
  // route.
  const response = await whileUnanswered(signal, () => operation.handle(request as never));
  const { body, status = 200, cookies = [], headers = {} } = response;
  const reply = parse(operation.contract.route.reply, body);
  return {
    statusCode: status,
    cookies: [...cookies],
    headers: { ...headers },
    body: typeof reply === 'string' ? reply : JSON.stringify(reply),
  };
}
