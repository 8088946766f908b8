import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { CallInput, Contract, Contracts, Reply } from '../../shared/api/contract.ts';
import { now } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { described, log } from '../runtime/log.ts';
import { orBusy } from './busy.ts';
import { type Caller, callerOf } from './caller.ts';
import { errorReply } from './error-reply.ts';
import { cameThroughTheEdge, isOurOwn, viewerOf } from './guards.ts';
import { readCall } from './read-call.ts';
import type { Reader } from './reader.ts';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

/** What a handler answers (decision H-12). */
export interface Answered<Body> {
  readonly body: Body;
  readonly status?: number;
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

interface Callers {
  readonly applicant: Caller;
  readonly service: Reader;
  readonly ending: Caller | undefined;
  readonly public: undefined;
}

export type Heard<C extends Contract> = CallInput<C> & {
  readonly caller: Callers[C['route']['access']];
  readonly viewer: { readonly host: string; readonly address: string };
  readonly cookies: readonly string[];
};
type Answers<Calls extends Contracts> = {
  readonly [Name in keyof Calls]: (heard: Heard<Calls[Name]>) => Promise<Answered<Reply<Calls[Name]>>>;
};

const reply = (status: number, body: unknown, more: Pick<Result, 'cookies' | 'headers'> = {}): Result => ({
  statusCode: status,
  ...more,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...more.headers },
  body: JSON.stringify(body),
});

function failed(error: unknown): Result {
  const { status, body, headers, cookies } = errorReply(error);
  return reply(status, body, { headers, cookies: [...cookies] });
}

/**
 * Answers one group of contracts: checks where a call comes from, who makes it and what it carries, and always replies
 * in JSON. A call left unanswered, or answered in another shape, does not compile.
 */
export function serve<Calls extends Contracts>(calls: Calls, answers: Answers<Calls>) {
  const byRoute = new Map(
    Object.entries(calls).map(([name, contract]) => [
      `${contract.route.method} ${contract.route.path}`,
      { contract, answer: answers[name as keyof Calls] },
    ]),
  );

  async function answer(event: Event): Promise<Result> {
    const found = byRoute.get(event.routeKey);
    if (found === undefined) throw new ApiError('notFound', 'There is no such call.');
    isOurOwn(event);
    const [caller] = await Promise.all([callerOf(found.contract, event), cameThroughTheEdge(event)]);
    const heard = {
      ...readCall(found.contract, event),
      caller,
      viewer: viewerOf(event),
      cookies: event.cookies ?? [],
    };
    const { body, status = 200, cookies = [], headers } = await found.answer(heard as never);
    return reply(status, found.contract.reply.parse(body), {
      cookies: [...cookies],
      headers: { ...headers },
    });
  }

  return middy<Event, Result>().handler(async (event): Promise<Result> => {
    const [started, request] = [now(), event.requestContext.requestId];
    const route = event.routeKey;
    try {
      const result = await answer(event);
      log({
        level: 'info',
        event: 'call',
        request,
        route,
        status: result.statusCode,
        milliseconds: now() - started,
      });
      return result;
    } catch (thrown) {
      const error = orBusy(thrown);
      const result = failed(error);
      const isOurs = (result.statusCode ?? 500) >= 500;
      log({
        level: isOurs ? 'error' : 'info',
        event: 'call',
        request,
        route,
        status: result.statusCode,
        milliseconds: now() - started,
        error: isOurs ? described(thrown) : undefined,
      });
      return result;
    }
  });
}
