import { randomUUID } from 'node:crypto';
import { DescribeExecutionCommand, ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import type { Route } from '../../../shared/api/route.ts';
import { routes } from '../../../shared/api/routes.ts';
import { samples } from '../../../shared/smoke/samples.ts';
import type { Handler } from './moto-cloud.ts';

interface Reply {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
}

interface Cloud {
  readonly originSecret: string;
  readonly load: (path: string) => Promise<Handler>;
}

/** Calls handlers with API Gateway events, as CloudFront forwards a browser's requests. */
function browserOf({ originSecret, load }: Cloud) {
  const cookies = new Map<string, string>();
  const host = 'apply.example.edu';
  return async (group: string, { method, path }: Route, input: { key?: string; body?: object } = {}) => {
    const handler = await load(`Api/Contracts/${group}`);
    const headers = {
      'content-type': 'application/json',
      origin: `https://${host}`,
      'sec-fetch-site': 'same-origin',
      'x-origin-secret': originSecret,
      'x-viewer-host': host,
      'x-site-host': host,
      'x-viewer-address': '192.0.2.1',
    };
    const event = {
      routeKey: `${method} ${path}`,
      rawPath: path.replace('{answer_key}', input.key ?? ''),
      headers,
      cookies: [...cookies].map((pair) => pair.join('=')),
      ...(input.key && { pathParameters: { answer_key: input.key } }),
      ...(input.body && { body: JSON.stringify(input.body) }),
      requestContext: { requestId: randomUUID(), http: { method } },
    };
    const reply = (await handler(event)) as Reply;
    for (const cookie of reply.cookies ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return reply;
  };
}

/** The input of the one execution that was started. */
async function startedConversion() {
  const client = new SFNClient();
  const machine = { stateMachineArn: process.env.CONVERSION_MACHINE_ARN };
  const { executions = [] } = await client.send(new ListExecutionsCommand(machine));
  const {
    input = '{}',
    name,
    startDate,
  } = await client.send(new DescribeExecutionCommand({ executionArn: executions[0]?.executionArn }));
  const { bucket, object } = JSON.parse(input).detail;
  return { bucket: bucket.name, key: object.key, execution: name, started: startDate?.toISOString() };
}

type Call = ReturnType<typeof browserOf>;

/** An applicant who calls the functions on moto, and the steps done so far. */
class Applicant {
  readonly done: string[] = [];
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  is(title: string, found: unknown, expected: unknown): void {
    if (found !== expected) throw new Error(`${title}: ${expected} is expected, not ${found}.`);
    this.done.push(title);
  }

  /** Makes a call that must get this status, and returns its headers and its parsed body. */
  async call(title: string, status: number, ...request: Parameters<Call>) {
    const { statusCode, headers = {}, body = '{}' } = await this.#call(...request);
    this.is(title, statusCode === status ? status : `${statusCode} ${body}`, status);
    return { headers, body: JSON.parse(body) };
  }
}

const { account, application, documents } = routes;

async function logIn(applicant: Applicant): Promise<void> {
  const username = `ada.${randomUUID().slice(0, 8)}@example.org`;
  const as = (password: string) => ({ body: { username, password } });
  const right = as('Correct-Heron-91!');
  // moto accepts any code.
  const code = { body: { username, code: '123456' } };
  await applicant.call('signing up', 200, 'account', account.signUp, right);
  await applicant.call('confirming the account', 200, 'account', account.confirm, code);
  await applicant.call('a wrong password', 400, 'account', account.logIn, as('Wrong-Heron-91!'));
  await applicant.call('logging in with the secret of the client', 200, 'account', account.logIn, right);
}

async function fillIn(applicant: Applicant): Promise<void> {
  const name = (first_name: string) => ({ body: { answer: { first_name } } });
  const status = { body: { web_status: 'started' } };
  const page = { body: { last_page: '/education' } };
  await applicant.call('saving', 200, 'application', application.putAnswer, name('Ada'));
  await applicant.call('saving again', 200, 'application', application.putAnswer, name('Grace'));
  await applicant.call('the status', 200, 'application', application.postWebStatus, status);
  await applicant.call('the last page', 200, 'application', application.putLastPage, page);
  const { body } = await applicant.call(
    'opening the application',
    200,
    'application',
    application.getProfile,
  );
  applicant.is('the answer that was saved last', body.answer.first_name, 'Grace');
  applicant.is('the page that was saved', body.last_page, '/education');
}

const { key, name, bytes } = samples.pdf;

async function upload(applicant: Applicant): Promise<string> {
  const asked = { body: { answer_key: key } };
  const { body } = await applicant.call('an upload form', 200, 'documents', documents.createUpload, asked);
  const form = new FormData();
  for (const [field, value] of Object.entries<string>(body.fields)) form.append(field, value);
  form.append('file', new Blob([bytes()]), name);
  const posted = await fetch(body.url, { method: 'POST', body: form });
  applicant.is('the form in the bucket', posted.status, 204);
  const file = { key, body: { file_key: body.fields.key, file_name: name } };
  await applicant.call('asking for the conversion', 200, 'documents', documents.startConversion, file);
  return body.fields.key;
}

/** Forwards the bucket's event and runs the steps of the state machine, because moto does neither. */
async function convert(applicant: Applicant, load: Cloud['load'], uploaded: string): Promise<void> {
  const run = async (step: string, input: unknown) =>
    (await (
      await load(`Conversion/${step}`)
    )(Object(input))) as Readonly<Record<string, unknown>>;
  const bucket = { name: process.env.UPLOADS_BUCKET };
  await run('Begin', { detail: { bucket, object: { key: uploaded } } });
  const started = await startedConversion();
  applicant.is('the execution that the event started', started.key, uploaded);
  const { next, job } = await run('Inspect', started);
  applicant.is('inspecting the file', next, 'convert');
  const converted = await run('Convert', job);
  applicant.is('converting it', converted.pages, 1);
  const { recorded } = await run('Record', converted);
  applicant.is('recording the outcome', recorded, true);
  const { body } = await applicant.call('the outcome', 200, 'documents', documents.getConversion, { key });
  applicant.is('its status', body.status, 'COMPLETED');
  const { headers } = await applicant.call('the link', 302, 'documents', documents.viewDocument, { key });
  const shown = await fetch(headers.location ?? '');
  applicant.is('the document', `${shown.status} ${shown.headers.get('content-type')}`, '200 application/pdf');
}

async function end(applicant: Applicant): Promise<void> {
  await applicant.call('submitting too early', 422, 'application', application.submit);
  await applicant.call('logging out', 200, 'account', account.logOut);
  await applicant.call('a call after logging out', 401, 'application', application.getProfile);
}

const levels = ['info', 'warn', 'error'] as const;

/** Collects the log lines of functions. */
async function withoutLog<T>(work: (log: readonly string[]) => Promise<T>): Promise<T> {
  const { info, warn, error } = console;
  const log: string[] = [];
  for (const level of levels)
    console[level] = (line: unknown) => log.push(typeof line === 'string' ? line : JSON.stringify(line));
  return work(log).finally(() => Object.assign(console, { info, warn, error }));
}

/** Runs an application through the functions on moto, until a step violates its contract. */
export const runOnMoto = (cloud: Cloud) =>
  withoutLog(async (log) => {
    const applicant = new Applicant(browserOf(cloud));
    const { done } = applicant;
    try {
      await logIn(applicant);
      await fillIn(applicant);
      await convert(applicant, cloud.load, await upload(applicant));
      await end(applicant);
      return { done, log, problem: undefined };
    } catch (error) {
      return { done, log, problem: `After ${done.length} steps: ${error}` };
    }
  });
