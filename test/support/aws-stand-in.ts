import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';

/** A reply as AWS documents it. `error` is the name of an error, in the format of the service. */
export type AwsReply = { readonly body: unknown } | { readonly error: string; readonly status?: number };

/** The replies by action, for example `ses:GetAccount`. */
export type AwsReplies = Readonly<Record<string, AwsReply>>;

const xmlOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((each) => `<member>${xmlOf(each)}</member>`).join('');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, each]) => `<${name}>${xmlOf(each)}</${name}>`)
    .join('');
};

const restActions: readonly (readonly [RegExp, string])[] = [
  [/^\/2016-08-19\/account-settings/, 'lambda:GetAccountSettings'],
  [/^\/2015-03-31\/functions\/[^/]+\/invocations/, 'lambda:InvokeFunction'],
  [/^\/v2\/email\/account/, 'ses:GetAccount'],
  [/^\/v2\/email\/identities\//, 'ses:GetEmailIdentity'],
];

const services: Readonly<Record<string, string>> = {
  AmazonSSM: 'ssm',
  ServiceQuotasV20190624: 'servicequotas',
  CertificateManager: 'acm',
};

const queryServices: Readonly<Record<string, string>> = {
  GetCallerIdentity: 'sts',
  DescribeStacks: 'cloudformation',
  DescribeStackResources: 'cloudformation',
  UpdateTerminationProtection: 'cloudformation',
  ListSubscriptions: 'sns',
};

/** The action of a request: in a header, in the path, or in the form that it sends. */
function actionOf(target: string | undefined, path: string, body: string): string {
  const [prefix = '', operation = ''] = target?.split('.') ?? [];
  if (target !== undefined) return `${services[prefix] ?? prefix}:${operation}`;
  const rest = restActions.find(([pattern]) => pattern.test(path))?.[1];
  const action = new URLSearchParams(body).get('Action') ?? '';
  return rest ?? `${queryServices[action] ?? 'unknown'}:${action}`;
}

const isXml = (action: string) => /^(sts|cloudformation|sns):/.test(action);

const queryReply = (name: string, body: unknown) =>
  `<${name}Response><${name}Result>${xmlOf(body)}</${name}Result></${name}Response>`;

function render(action: string, reply: AwsReply): { readonly status: number; readonly text: string } {
  const [, name = ''] = action.split(':');
  if ('error' in reply) {
    const { error, status = 400 } = reply;
    const detail = `<Error><Type>Sender</Type><Code>${error}</Code><Message>secret-in-message</Message></Error>`;
    return {
      status,
      text: isXml(action)
        ? `<ErrorResponse>${detail}</ErrorResponse>`
        : JSON.stringify({ __type: error, message: 'secret-in-message' }),
    };
  }
  return {
    status: 200,
    text: isXml(action) ? queryReply(name, reply.body) : JSON.stringify(reply.body),
  };
}

/** Responds as AWS does. An action without a reply is denied. */
export async function startAwsStandIn() {
  let replies: AwsReplies = {};
  const asked: string[] = [];
  const bodies = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const target = request.headers['x-amz-target'];
    const action = actionOf(Array.isArray(target) ? target[0] : target, request.url ?? '/', body);
    asked.push(action);
    bodies.set(action, body);
    const reply = replies[action] ?? { error: 'AccessDeniedException', status: 403 };
    const { status, text } = render(action, reply);
    if ('error' in reply) response.setHeader('x-amzn-errortype', reply.error);
    response.setHeader('content-type', isXml(action) ? 'text/xml' : 'application/x-amz-json-1.1');
    response.writeHead(status).end(text);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every action that was requested. */
    asked,
    /** The body of the newest request of each action. */
    bodies,
    reply(all: AwsReplies) {
      replies = all;
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Must never be printed. */
export const operatorSecretKey = 'secret-key-of-the-operator';

/** AWS for the tests of a block, with an operator's credentials in the environment of each. */
export function withAwsStandIn() {
  let started: Awaited<ReturnType<typeof startAwsStandIn>> | undefined;
  const aws = () => {
    if (started === undefined) throw new Error('AWS has not started.');
    return started;
  };
  const credentials = () => ({
    AWS_ENDPOINT_URL: aws().url,
    AWS_ACCESS_KEY_ID: 'AKIDOPERATOR',
    AWS_SECRET_ACCESS_KEY: operatorSecretKey,
    AWS_MAX_ATTEMPTS: '1',
  });
  beforeAll(async () => {
    started = await startAwsStandIn();
  });
  afterAll(() => started?.close());
  beforeEach(() => {
    for (const [name, value] of Object.entries(credentials())) vi.stubEnv(name, value);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  return { aws, credentials };
}
