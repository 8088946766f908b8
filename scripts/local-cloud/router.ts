import type { ServerResponse } from 'node:http';
import type { Assembly } from './assembly/assembly.ts';
import { describeStacks, sendQueryReply } from './assembly/describe-stacks.ts';
import type { Cognito } from './cognito/service.ts';
import type { DynamoDB } from './dynamodb/service.ts';
import type { CloudFront } from './edge/service.ts';
import { type Request, ServiceError, sendFailure, sendJson } from './http.ts';
import type { Guard } from './iam/guard.ts';
import { callerIdentity } from './iam/identity-reply.ts';
import type { Keys } from './iam/keys.ts';
import type { Permissions } from './iam/roles.ts';
import { FunctionError } from './lambda/environment.ts';
import type { InvocationType } from './lambda/payloads.ts';
import type { Functions } from './lambda/service.ts';
import type { Outbox } from './mail/outbox.ts';
import { mailPage } from './mail/page.ts';
import type { Ses } from './mail/ses.ts';
import type { S3 } from './s3/service.ts';
import type { Secrets } from './secrets.ts';
import type { QueueApi } from './sqs/api.ts';
import type { EventBuses } from './step-functions/event-buses.ts';
import type { StepFunctions } from './step-functions/service.ts';

export interface Services {
  readonly assembly: Assembly;
  readonly guard: Guard;
  readonly keys: Keys;
  readonly permissions: Permissions;
  readonly outbox: Outbox;
  readonly dynamodb: DynamoDB;
  readonly cognito: Cognito;
  readonly functions: Functions;
  readonly buses: EventBuses;
  readonly machines: StepFunctions;
  readonly secrets: Secrets;
  readonly queueApi: QueueApi;
  readonly ses: Ses;
  readonly s3: S3;
  readonly web: CloudFront | undefined;
}

type JsonCall = (
  services: Services,
  request: Request,
  operation: string,
  input: object,
) => object | Promise<object>;

/** Services whose calls have a target header, by the first part of its value. */
const byTarget: Readonly<Record<string, JsonCall>> = {
  DynamoDB_20120810: ({ dynamodb, guard }, request, operation, input) =>
    dynamodb.call(guard.caller(request), operation, input),
  AWSCognitoIdentityProviderService: ({ cognito }, request, operation, input) =>
    cognito.call(request, operation, input),
  AWSStepFunctions: ({ machines, guard }, request, operation, input) =>
    machines.call(guard.caller(request), operation, input as never),
  AWSEvents: ({ buses, guard }, request, operation, input) =>
    buses.call(guard.caller(request), operation, input),
  AmazonSQS: ({ queueApi, guard }, request, operation, input) =>
    queueApi.call(guard.caller(request), operation, input),
  secretsmanager: ({ secrets, guard }, request, operation, input) =>
    secrets.call(guard.caller(request), operation, input),
};

/**
 * Accepts only this machine's host names, as a distribution accepts only its own. Otherwise a forged Host
 * header would appear in links of mails. It also prevents DNS rebinding: a web page cannot read this cloud
 * through its own domain.
 */
const ownHost = /^(127\.0\.0\.1|localhost)(:\d+)?$/i;
const notOurs = { message: 'The local cloud answers as 127.0.0.1 and localhost only.' };

/**
 * Routes a request to its service. SDK calls name the service in a header or path, a path may start with a
 * bucket, and `/_local` belongs to this program. Everything else is the website.
 */
export async function route(
  services: Services,
  request: Request,
  response: ServerResponse,
): Promise<unknown> {
  const { url, headers } = request;
  if (!ownHost.test(headers.host ?? '')) return sendJson(response, 403, notOurs);
  const target = headers['x-amz-target'];
  if (target !== undefined) return serveJson(services, request, response, target);
  if (url.pathname === '/v2/email/outbound-emails') return serveSes(services, request, response);
  const asked = queryOf(request);
  if (asked !== undefined) return serveQuery(services, request, response, asked);
  const called = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(url.pathname)?.[1];
  if (called !== undefined) return serveLambda(services, request, response, decodeURIComponent(called));
  if (url.pathname.startsWith('/_local/')) return serveLocal(services, request, response);
  const [, first = ''] = url.pathname.split('/');
  if (services.s3.has(first)) return services.s3.handle(request, response);
  const keys = url.pathname.endsWith('/.well-known/jwks.json') ? services.cognito.jwks(first) : undefined;
  if (keys !== undefined) return sendJson(response, 200, keys);
  if (services.web === undefined) return sendJson(response, 404, { message: 'Not Found' });
  if (isPageOnLocalhost(request)) return response.writeHead(307, { location: url.href }).end();
  return services.web.handle(request, response);
}

/** A page on localhost posts files to the bucket's URL on 127.0.0.1, which is another site for a browser. */
const isPageOnLocalhost = ({ method, headers }: Request) =>
  method === 'GET' &&
  /^localhost(:\d+)?$/i.test(headers.host ?? '') &&
  (headers.accept?.includes('text/html') ?? false);

const unreadable = () => new ServiceError('SerializationException', 'The body cannot be read.');

function parsed({ body }: Request): unknown {
  try {
    return JSON.parse(body.toString() || '{}');
  } catch {
    throw unreadable();
  }
}

function inputOf(request: Request): object {
  const input = parsed(request);
  if (typeof input !== 'object' || input === null) throw unreadable();
  return input;
}

async function serveJson(services: Services, request: Request, response: ServerResponse, target: string) {
  const type = request.headers['content-type'] ?? 'application/x-amz-json-1.0';
  const [service = '', operation = ''] = target.split('.');
  try {
    const serve = Object.hasOwn(byTarget, service) ? byTarget[service] : undefined;
    if (serve === undefined) return sendJson(response, 400, { __type: 'UnknownOperationException' }, type);
    sendJson(response, 200, await serve(services, request, operation, inputOf(request)), type);
  } catch (error) {
    sendFailure(response, error, type);
  }
}

function serveSes({ ses }: Services, request: Request, response: ServerResponse) {
  try {
    sendJson(response, 200, ses.call(request));
  } catch (error) {
    sendFailure(response, error, 'application/json');
  }
}

function invocationTypeOf({ headers }: Request): InvocationType {
  const type = headers['x-amz-invocation-type'] ?? 'RequestResponse';
  if (type === 'RequestResponse' || type === 'Event') return type;
  throw new ServiceError(
    'InvalidParameterValueException',
    `The local cloud does not serve calls of type ${type}.`,
  );
}

/** Lambda's Invoke. If the function fails, the call still succeeds, and a header reports the error. */
async function serveLambda(
  { functions, guard }: Services,
  request: Request,
  response: ServerResponse,
  name: string,
) {
  try {
    const type = invocationTypeOf(request);
    const call = { name, type, event: parsed(request) };
    const result = await functions.invokeByCaller(guard, guard.caller(request), call);
    if (type === 'Event') response.writeHead(202).end();
    else sendJson(response, 200, result);
  } catch (error) {
    if (!(error instanceof FunctionError)) return sendFailure(response, error, 'application/json');
    response.setHeader('x-amz-function-error', 'Unhandled');
    sendJson(response, 200, error.failure);
  }
}

/** A call of the Query protocol: a form with the name of the action. */
function queryOf({ method, url, headers, body }: Request): URLSearchParams | undefined {
  if (method !== 'POST' || url.pathname !== '/') return undefined;
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return undefined;
  const asked = new URLSearchParams(body.toString());
  return Object.hasOwn(queryActions, asked.get('Action') ?? '') ? asked : undefined;
}

type QueryAction = (services: Services, request: Request, asked: URLSearchParams) => string;

const queryActions: Readonly<Record<string, QueryAction>> = {
  DescribeStacks({ assembly, guard }, request, asked) {
    const resource = `arn:aws:cloudformation:us-east-1:000000000000:stack/${asked.get('StackName')}/*`;
    guard.require(guard.caller(request), { action: 'cloudformation:DescribeStacks', resource });
    return describeStacks(assembly, asked);
  },
  // Needs no permission.
  GetCallerIdentity: ({ guard }, request) => callerIdentity(guard.caller(request)),
};

const serveQuery = (services: Services, request: Request, response: ServerResponse, asked: URLSearchParams) =>
  sendQueryReply(response, () => queryActions[asked.get('Action') ?? '']?.(services, request, asked) ?? '');

function serveLocal({ outbox }: Services, { url }: Request, response: ServerResponse) {
  if (url.pathname === '/_local/mail.json') {
    const mails = outbox.list(url.searchParams.get('to') ?? undefined);
    return sendJson(
      response,
      200,
      mails.map(({ to, subject, text, at }) => ({ to, subject, text, at })),
    );
  }
  if (url.pathname !== '/_local/mail') return sendJson(response, 404, { message: 'Not Found' });
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  });
  response.end(mailPage(outbox.list()));
}
