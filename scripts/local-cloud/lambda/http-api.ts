import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { type Assembly, inertResource, number } from '../assembly/assembly.ts';
import { account } from '../assembly/identity.ts';
import { LocalCloudError } from '../error.ts';
import { type Request, ServiceError, sendJson } from '../http.ts';
import type { Functions } from './service.ts';
import { routeSettings, StageThrottles } from './stage-throttles.ts';

const apiSchema = z.strictObject({
  Name: inertResource,
  ProtocolType: z.literal('HTTP'),
  Description: inertResource,
  DisableExecuteApiEndpoint: inertResource,
  Tags: inertResource,
});

const integrationSchema = z.strictObject({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  IntegrationMethod: inertResource,
  PayloadFormatVersion: z.literal('2.0'),
  TimeoutInMillis: z.optional(number),
});

const routeSchema = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string(),
  AuthorizationType: z.optional(z.literal('NONE')),
});

const stageSchema = z.strictObject({
  ApiId: z.string(),
  StageName: z.literal('$default'),
  AutoDeploy: z.optional(z.literal(true)),
  AccessLogSettings: inertResource,
  DefaultRouteSettings: z.optional(routeSettings),
  RouteSettings: z.optional(z.record(z.string(), routeSettings)),
  Description: inertResource,
  Tags: inertResource,
});

interface Route {
  readonly api: string;
  readonly key: string;
  readonly method: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly rank: number;
  readonly functionArn: string;
  /** Timeout of the integration, in milliseconds. */
  readonly patience: number;
}

/**
 * Maximum and default of the integration's timeout, in milliseconds:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
const maxPatience = 30_000;
const maxBytes = 10 * 1024 * 1024;

function readRoute(
  api: string,
  key: string,
  { functionArn, patience }: Pick<Route, 'functionArn' | 'patience'>,
): Route {
  const [method = 'ANY', path = '/{proxy+}'] = key === '$default' ? [] : key.split(' ');
  const names: string[] = [];
  const source = path
    .replace(/[.*^$()|[\]\\]/g, '\\$&')
    .replace(/\{(\w+)(\+)?\}/g, (_, name: string, greedy?: string) => {
      names.push(name);
      return greedy === undefined ? '([^/]+)' : '(.+)';
    });
  // Rank of a route. The most specific route wins: fixed paths, then variables, then greedy variables; a
  // method before ANY.
  const rank =
    (key === '$default' ? 1000 : 0) +
    (path.includes('+}') ? 100 : 0) +
    names.length * 10 +
    (method === 'ANY' ? 1 : 0);
  return { api, key, method, pattern: new RegExp(`^${source}/?$`), names, rank, functionArn, patience };
}

function readRoutes(assembly: Assembly): readonly Route[] {
  assembly.of('AWS::ApiGatewayV2::Api', apiSchema);
  const integrations = assembly.of('AWS::ApiGatewayV2::Integration', integrationSchema);
  return assembly.of('AWS::ApiGatewayV2::Route', routeSchema).map(({ path, given }) => {
    const integration = integrations.find(({ ref }) => given.Target === `integrations/${ref}`);
    if (integration === undefined)
      throw new LocalCloudError(`${path} leads to ${given.Target}, which is not in the assembly.`);
    const { IntegrationUri, TimeoutInMillis = maxPatience } = integration.given;
    return readRoute(given.ApiId, given.RouteKey, { functionArn: IntegrationUri, patience: TimeoutInMillis });
  });
}

const readThrottles = (assembly: Assembly, now: () => number) =>
  new Map(
    assembly
      .of('AWS::ApiGatewayV2::Stage', stageSchema)
      .map(({ given: { ApiId, DefaultRouteSettings = {}, RouteSettings = {} } }) => [
        ApiId,
        new StageThrottles(DefaultRouteSettings, RouteSettings, now),
      ]),
  );

interface FunctionReply {
  readonly statusCode?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** API Gateway's HTTP APIs with payload format 2.0. */
export class HttpApis {
  readonly #routes: readonly Route[];
  readonly #functions: Functions;
  readonly #throttles: ReadonlyMap<string, StageThrottles>;

  constructor(assembly: Assembly, functions: Functions, now: () => number) {
    this.#throttles = readThrottles(assembly, now);
    this.#routes = [...readRoutes(assembly)].sort((a, b) => a.rank - b.rank);
    this.#functions = functions;
  }

  has(api: string): boolean {
    return this.#routes.some((each) => each.api === api);
  }

  async handle(api: string, request: Request, response: ServerResponse) {
    const route = this.#routeOf(api, request);
    if (route === undefined) return sendJson(response, 404, { message: 'Not Found' });
    if (this.#throttles.get(api)?.letsIn(route.key) === false)
      return sendJson(response, 429, { message: 'Too Many Requests' });
    if (request.body.length > maxBytes)
      return sendJson(response, 413, { message: 'Request Entity Too Large' });
    await this.#ask(route, request, response);
  }

  #routeOf(api: string, { method, url }: Request): Route | undefined {
    return this.#routes.find(
      (each) =>
        each.api === api &&
        (each.method === 'ANY' || each.method === method) &&
        each.pattern.test(url.pathname),
    );
  }

  async #ask(route: Route, request: Request, response: ServerResponse) {
    const source = `arn:aws:execute-api:us-east-1:${account}:${route.api}/$default/${route.key.replace(' ', '')}`;
    const giveUp = new AbortController();
    try {
      const call = this.#functions.invokeByService('apigateway.amazonaws.com', {
        source,
        arn: route.functionArn,
        event: eventOf(route, request),
        signal: giveUp.signal,
      });
      const result = await inTime(call, route.patience, giveUp);
      sendReply(response, result as FunctionReply | string | null);
    } catch (error) {
      sendError(response, error);
    }
  }
}

const late = new ServiceError('EndpointRequestTimedOut', 'The function takes too long.', 503);

/**
 * If the integration times out, a running function continues and its response is dropped. A queued call is
 * canceled.
 */
async function inTime(call: Promise<unknown>, patience: number, giveUp: AbortController): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(late);
    giveUp.abort(late);
  }, patience);
  call.catch(() => undefined);
  try {
    return await Promise.race([call, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns 503 for a throttled or late function, and 500 for an error of the function. */
function sendError(response: ServerResponse, error: unknown) {
  const isThrottled = error instanceof ServiceError && error.name === 'TooManyRequestsException';
  if (isThrottled || error === late) sendJson(response, 503, { message: 'Service Unavailable' });
  else sendJson(response, 500, { message: 'Internal Server Error' });
}

const isText = (type: string) =>
  /^(text\/|application\/(json|xml|javascript|x-www-form-urlencoded))/.test(type);

function queryOf({ searchParams }: URL) {
  const names = [...new Set(searchParams.keys())];
  if (names.length === 0) return {};
  return {
    queryStringParameters: Object.fromEntries(
      names.map((name) => [name, searchParams.getAll(name).join(',')]),
    ),
  };
}

function parametersOf({ names, pattern }: Route, path: string) {
  if (names.length === 0) return {};
  const found = pattern.exec(path) ?? [];
  return {
    pathParameters: Object.fromEntries(
      names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]),
    ),
  };
}

function bodyOf({ body, headers }: Request) {
  if (body.length === 0) return { isBase64Encoded: false };
  const text = isText(headers['content-type'] ?? '');
  return { body: body.toString(text ? 'utf8' : 'base64'), isBase64Encoded: !text };
}

/** HTTP APIs have short ids, unlike REST APIs and Lambda: 15 characters and an equals sign. */
const requestId = () => `${randomBytes(12).toString('base64url').slice(0, 15)}=`;

/**
 * The event of a call:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
function eventOf(route: Route, request: Request) {
  const { method, url, raw } = request;
  const { cookie, ...headers } = request.headers;
  const now = new Date();
  return {
    version: '2.0',
    routeKey: route.key,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...(cookie === undefined ? {} : { cookies: cookie.split(/;\s*/) }),
    headers,
    ...queryOf(url),
    requestContext: {
      accountId: account,
      apiId: route.api,
      domainName: headers.host,
      domainPrefix: route.api,
      http: {
        method,
        path: url.pathname,
        protocol: 'HTTP/1.1',
        sourceIp: raw.socket.remoteAddress ?? '',
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: requestId(),
      routeKey: route.key,
      stage: '$default',
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
    ...parametersOf(route, url.pathname),
    ...bodyOf(request),
  };
}

function sendReply(response: ServerResponse, reply: FunctionReply | string | null) {
  if (typeof reply !== 'object' || reply === null || reply.statusCode === undefined)
    return sendJson(response, 200, reply);
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, String(value));
  if (reply.cookies !== undefined) response.setHeader('set-cookie', [...reply.cookies]);
  const body = reply.isBase64Encoded
    ? Buffer.from(reply.body ?? '', 'base64')
    : Buffer.from(reply.body ?? '');
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.setHeader('content-length', body.length);
  response.writeHead(reply.statusCode).end(body);
}
