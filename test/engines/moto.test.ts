import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as cognito from '@aws-sdk/client-cognito-identity-provider';
import * as dynamo from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import * as sfn from '@aws-sdk/client-sfn';
import { expect, it, onTestFinished } from 'vitest';
import { ensureProgram } from '../../scripts/dev/programs.ts';
import { Assembly } from '../../scripts/local-cloud/assembly/assembly.ts';
import type { Route } from '../../shared/api/route.ts';
import { routes } from '../../shared/api/routes.ts';
import { samples } from '../../shared/smoke/samples.ts';
import { assembly } from '../support/assembly.ts';

// The built functions run unchanged on a stand-in for AWS that others wrote, because our local cloud could
// share their mistakes. moto runs no functions and forwards no events.

const program = await ensureProgram('moto');
const account = '000000000000';
const originSecret = 'o'.repeat(32);
const host = 'apply.example.edu';

type Properties = Readonly<Record<string, unknown>>;
interface Environment {
  readonly Variables: Readonly<Record<string, string>>;
}

/** Starts moto on a free port, and has the SDK call it. */
async function startMoto(file: string): Promise<void> {
  const moto = spawn(file, ['-H', '127.0.0.1', '-p', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, MOTO_ACCOUNT_ID: account },
  });
  const ended = once(moto, 'exit');
  onTestFinished(async () => {
    moto.kill();
    await ended;
  });
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: moto.stderr }).on('line', (line) => {
      const [, found] = /Running on (http:\S+)/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    ended.then(() => reject(new Error('moto_server ended before it listened.')), reject);
  });
  Object.assign(process.env, {
    ...{ AWS_ENDPOINT_URL: url, AWS_REGION: 'us-east-1' },
    ...{ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
  });
}

/** The resources of the assembly that the functions call, as moto makes them. */
class MotoCloud {
  readonly #assembly = new Assembly(assembly);
  /** The settings of functions whose values moto chooses. */
  #settings: Readonly<Record<string, string | undefined>> = {};

  #find(path: string) {
    const found = this.#assembly.resources.find((each) => each.path.endsWith(`/${path}/Resource`));
    if (found === undefined) throw new Error(`The assembly has no resource ${path}.`);
    return { ...found, properties: found.properties as Properties };
  }

  /** Most properties of a template are the input of the call that creates the resource. */
  #inputOf<Input>(path: string, names: readonly (keyof Input & string)[]): Input {
    const { properties } = this.#find(path);
    return Object.fromEntries(names.map((name) => [name, properties[name]])) as Input;
  }

  async create(): Promise<void> {
    const tableKeys = ['KeySchema', 'AttributeDefinitions', 'BillingMode'] as const;
    for (const table of ['Data/Applications', 'Data/AuditLog'])
      await new dynamo.DynamoDBClient().send(
        new dynamo.CreateTableCommand({
          ...this.#inputOf<dynamo.CreateTableCommandInput>(table, tableKeys),
          TableName: this.#find(table).ref,
        }),
      );
    for (const bucket of ['Uploads', 'Documents'])
      await new S3Client().send(new CreateBucketCommand({ Bucket: this.#find(`Data/${bucket}`).ref }));
    const machine = this.#find('Conversion/Machine');
    await new sfn.SFNClient().send(
      new sfn.CreateStateMachineCommand({
        name: machine.ref.split(':').at(-1),
        definition: String(machine.properties.DefinitionString),
        roleArn: `arn:aws:iam::${account}:role/machine`,
      }),
    );
    const { MAIL_FROM: EmailIdentity } = this.#variables('Api/Contracts/account');
    await new SESv2Client().send(new CreateEmailIdentityCommand({ EmailIdentity }));
    const secrets = new SecretsManagerClient();
    const secret = async (Name: string, SecretString: string) =>
      (await secrets.send(new CreateSecretCommand({ Name, SecretString }))).ARN;
    const pool = await this.#createPool();
    this.#settings = {
      ...pool.settings,
      ORIGIN_SECRET_ARN: await secret('origin', originSecret),
      PEPPER_SECRET_ARN: await secret('pepper', 'p'.repeat(32)),
      CLIENT_SECRET_ARN: await secret('client', pool.secret),
    };
  }

  async #createPool() {
    const client = new cognito.CognitoIdentityProviderClient();
    const pool = 'Data/Applicants/Pool';
    const kept = ['Schema', 'Policies', 'UsernameAttributes', 'UsernameConfiguration'] as const;
    const { UserPool } = await client.send(
      new cognito.CreateUserPoolCommand({
        ...this.#inputOf<cognito.CreateUserPoolCommandInput>(pool, [...kept, 'AutoVerifiedAttributes']),
        PoolName: 'applicants',
      }),
    );
    const ofClient = ['GenerateSecret', 'ExplicitAuthFlows'] as const;
    const { UserPoolClient } = await client.send(
      new cognito.CreateUserPoolClientCommand({
        ...this.#inputOf<cognito.CreateUserPoolClientCommandInput>(`${pool}/Functions`, ofClient),
        UserPoolId: UserPool?.Id,
        ClientName: 'functions',
      }),
    );
    return {
      settings: { USER_POOL_ID: UserPool?.Id, USER_POOL_CLIENT_ID: UserPoolClient?.ClientId },
      secret: UserPoolClient?.ClientSecret ?? '',
    };
  }

  #variables(path: string): Readonly<Record<string, string>> {
    const { Environment } = this.#find(`${path}/Function`).properties as { Environment?: Environment };
    return Environment?.Variables ?? {};
  }

  /** The handler of a bundle as it is deployed, by the path of its construct. */
  async handler(path: string): Promise<(event: object) => Promise<Properties>> {
    const { Code } = this.#find(`${path}/Function`).properties as { Code: { S3Key: string } };
    Object.assign(process.env, this.#variables(path), this.#settings);
    return (await import(/* @vite-ignore */ `${this.#assembly.asset(Code.S3Key)}/index.mjs`)).handler;
  }
}

/** The code in the only mail that moto's SES took. */
async function mailedCode(): Promise<string | undefined> {
  const { ses } = await (await fetch(`${process.env.AWS_ENDPOINT_URL}/moto-api/data.json`)).json();
  const [{ body }] = ses.Message as readonly [{ readonly body: string }];
  return /\b\d{6}\b/.exec(body)?.[0];
}

/** Calls functions with the events of API Gateway, as CloudFront forwards a browser's requests. */
function browserOf(cloud: MotoCloud) {
  const cookies = new Map<string, string>();
  const headers = {
    ...{ 'content-type': 'application/json', origin: `https://${host}`, 'sec-fetch-site': 'same-origin' },
    ...{ 'x-origin-secret': originSecret, 'x-viewer-host': host, 'x-site-host': host },
    'x-viewer-address': '192.0.2.1',
  };
  /** Makes a call that must get this status. */
  return async (status: number, { method, path }: Route, body?: object, key = '') => {
    const group = Object.entries(routes).find(([, calls]) =>
      Object.values<Route>(calls).some((each) => each.method === method && each.path === path),
    )?.[0];
    const event = {
      ...{ routeKey: `${method} ${path}`, rawPath: path.replace('{answer_key}', key), headers },
      cookies: [...cookies].map((pair) => pair.join('=')),
      ...(key && { pathParameters: { answer_key: key } }),
      ...(body && { body: JSON.stringify(body) }),
      requestContext: { requestId: randomUUID(), http: { method } },
    };
    const reply = await (await cloud.handler(`Api/Contracts/${group}`))(event);
    for (const cookie of (reply.cookies ?? []) as readonly string[]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      // The session ends on the server: a browser that keeps its cookie is logged out too.
      if (value !== '') cookies.set(name, value);
    }
    expect(reply, `${method} ${path}`).toMatchObject({ statusCode: status });
    const { headers: replied, body: text } = reply as { headers?: Properties; body?: string };
    return { headers: replied, body: JSON.parse(text || '{}') };
  };
}

/** Forwards the bucket's event, and runs the steps of the state machine. */
async function convert(cloud: MotoCloud, key: string): Promise<void> {
  const run = async (step: string, input: unknown) =>
    (await cloud.handler(`Conversion/${step}`))(Object(input));
  await run('Begin', { detail: { bucket: { name: process.env.UPLOADS_BUCKET }, object: { key } } });
  const machines = new sfn.SFNClient();
  const { executions: [only] = [] } = await machines.send(
    new sfn.ListExecutionsCommand({ stateMachineArn: process.env.CONVERSION_MACHINE_ARN }),
  );
  const started = await machines.send(new sfn.DescribeExecutionCommand({ executionArn: only?.executionArn }));
  const { bucket, object } = JSON.parse(started.input ?? '').detail;
  expect(object.key).toBe(key);
  const named = { execution: started.name, started: started.startDate?.toISOString() };
  const inspected = await run('Inspect', { bucket: bucket.name, key: object.key, ...named });
  expect(inspected.next).toBe('convert');
  const converted = await run('Convert', inspected.job);
  expect(converted.pages).toBe(1);
  expect(await run('Record', converted)).toMatchObject({ recorded: true });
}

it('an applicant signs up, fills in, uploads, and logs out in the built functions', async ({ skip }) => {
  if ('missing' in program) return skip(program.missing);
  await startMoto(program.file);
  const cloud = new MotoCloud();
  await cloud.create();
  const call = browserOf(cloud);
  const { account: own, applicant } = routes;

  const username = `ada.${randomUUID().slice(0, 8)}@example.org`;
  const right = { username, password: 'Correct-Heron-91!' };
  await call(200, own.signUp, right);
  await call(200, own.confirm, { username, code: await mailedCode() });
  await call(400, own.logIn, { username, password: 'Wrong-Heron-91!' });
  await call(200, own.logIn, right);

  await call(200, applicant.putAnswer, { answer: { first_name: 'Ada' } });
  await call(200, applicant.putAnswer, { answer: { first_name: 'Grace' } });
  await call(200, applicant.postWebStatus, { web_status: 'started' });
  await call(200, applicant.putLastPage, { last_page: '/education' });
  const { body } = await call(200, applicant.getProfile);
  expect(body).toMatchObject({ answer: { first_name: 'Grace' }, last_page: '/education' });

  const { key, name, bytes } = samples.pdf;
  const { body: upload } = await call(200, applicant.createUpload, { answer_key: key });
  const form = new FormData();
  for (const [field, value] of Object.entries<string>(upload.fields)) form.append(field, value);
  form.append('file', new Blob([bytes()]), name);
  expect((await fetch(upload.url, { method: 'POST', body: form })).status).toBe(204);
  await call(200, applicant.startConversion, { file_key: upload.fields.key, file_name: name }, key);
  await convert(cloud, upload.fields.key);
  expect((await call(200, applicant.getConversion, undefined, key)).body.status).toBe('COMPLETED');
  const { headers } = await call(302, applicant.viewDocument, undefined, key);
  const shown = await fetch(String(headers?.location));
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'application/pdf']);

  await call(422, applicant.submit);
  await call(200, own.logOut);
  await call(401, applicant.getProfile);
});
