import { createHash, createHmac } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolClientCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, expect } from 'vitest';
import { eventually } from '../../../test/support/eventually.ts';
import { quickCloud } from '../../../test/support/quick-cloud.ts';
import { type LocalCloud, type LocalCloudOptions, startLocalCloud } from '../index.ts';

const root = resolve(import.meta.dirname, '../..');
const sources = ['fixture-app.ts', 'fixture-function.mjs', 'fixture.ts'].map((each) =>
  join(import.meta.dirname, each),
);
const hash = createHash('sha256');
for (const file of sources) hash.update(readFileSync(file));

/**
 * The fixture's assembly, synthesized once per version of these files. It is inside the project, because its
 * function imports the SDK.
 */
export async function fixtureAssembly(): Promise<string> {
  const cached = join(root, '.cache', `fixture-${hash.copy().digest('hex').slice(0, 16)}`);
  if (existsSync(cached)) return join(cached, 'cdk.out');
  mkdirSync(join(root, '.cache'), { recursive: true });
  const draft = mkdtempSync(join(root, '.cache', 'fixture-draft-'));
  mkdirSync(join(draft, 'function'));
  cpSync(join(import.meta.dirname, 'fixture-function.mjs'), join(draft, 'function', 'index.mjs'));
  mkdirSync(join(draft, 'site'));
  writeFileSync(join(draft, 'site', 'index.html'), '<!doctype html><title>Fixture</title>');
  writeFileSync(join(draft, 'site', 'secret.txt'), 'not for the site');
  mkdirSync(join(draft, 'site', '.hidden'));
  writeFileSync(join(draft, 'site', '.hidden', 'notes.txt'), 'not for the site either');
  const { synthesizeFixture } = await import('./fixture-app.ts');
  synthesizeFixture(join(draft, 'cdk.out'), join(draft, 'function'), join(draft, 'site'));
  try {
    renameSync(draft, cached);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // another test file was faster
  }
  return join(cached, 'cdk.out');
}

/** The resources of one template of the fixture, as JSON. */
export type Resources = Record<string, { Type: string; Properties: Record<string, unknown> }>;

/** Changes the fixture's templates before the cloud starts. */
type Change = (resources: Resources) => void;

/**
 * A copy of the fixture's assembly with changed templates, also inside the project. The caller must delete
 * it.
 */
export async function changedAssembly(change: Change): Promise<string> {
  const source = await fixtureAssembly();
  const copy = mkdtempSync(join(root, '.cache', 'fixture-changed-'));
  cpSync(source, copy, { recursive: true });
  for (const name of readdirSync(copy).filter((each) => each.endsWith('.template.json'))) {
    const template = JSON.parse(readFileSync(join(copy, name), 'utf8'));
    change(template.Resources);
    chmodSync(join(copy, name), 0o600);
    writeFileSync(join(copy, name), JSON.stringify(template));
  }
  return copy;
}

export const resourcesOf = (resources: Resources, type: string) =>
  Object.values(resources).filter(({ Type }) => Type === type);

export interface Fixture {
  readonly cloud: LocalCloud;
  readonly data: string;
  /** Settings of an SDK client that acts as the administrator. */
  readonly settings: Settings;
  /** Settings of an SDK client that acts as the worker function's role. */
  readonly asWorker: Settings;
  readonly names: Readonly<
    Record<
      'table' | 'uploads' | 'kept' | 'site' | 'pool' | 'client' | 'machine' | 'worker' | 'secret',
      string
    >
  >;
}

export interface Settings {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: LocalCloud['credentials'];
  readonly maxAttempts: 1;
}

const settingsOf = (cloud: LocalCloud, credentials: LocalCloud['credentials']): Settings => ({
  endpoint: cloud.url,
  region: 'us-east-1',
  credentials,
  maxAttempts: 1,
});

export async function startFixture(data: string, more: Partial<LocalCloudOptions> = {}): Promise<Fixture> {
  const { passwordCost } = quickCloud;
  const assembly = await fixtureAssembly();
  const cloud = await startLocalCloud({ assembly, data, port: 0, passwordCost, ...more });
  const named = (path: string) => cloud.outputs[path] ?? '';
  return {
    cloud,
    data,
    settings: settingsOf(cloud, cloud.credentials),
    asWorker: settingsOf(cloud, cloud.credentialsOf(named('App/Worker/ServiceRole/Resource'))),
    names: {
      table: named('Data/Table/Resource'),
      uploads: named('Data/Uploads/Resource'),
      kept: named('Data/Kept/Resource'),
      secret: named('Data/Secret/Resource'),
      site: named('App/Site/Resource'),
      pool: named('App/Pool/Resource'),
      client: named('App/Pool/Client/Resource'),
      machine: named('App/Machine/Resource'),
      worker: named('App/Worker/Resource'),
    },
  };
}

/**
 * One local cloud for a test file, on a free port, with an empty folder and, if given, with changed
 * templates.
 */
export function withFixture(
  more: Partial<LocalCloudOptions> & { readonly change?: Change } = {},
): () => Fixture {
  let fixture: Fixture | undefined;
  const { change, ...options } = more;
  const data = mkdtempSync(join(tmpdir(), 'local-cloud-'));
  let changed: string | undefined;
  beforeAll(async () => {
    changed = change && (await changedAssembly(change));
    fixture = await startFixture(data, {
      ...options,
      ...(changed === undefined ? {} : { assembly: changed }),
    });
  });
  afterAll(async () => {
    await fixture?.cloud.close();
    for (const each of [data, changed ?? data]) rmSync(each, { recursive: true, force: true });
  });
  return () => {
    if (fixture === undefined) throw new Error('The local cloud has not started.');
    return fixture;
  };
}

/** Invokes a function, by default the worker. Returns the kind of its error, and what it returned. */
export async function invoke(
  { settings, names }: Fixture,
  event: object,
  FunctionName = names.worker,
): Promise<{ readonly error: string | undefined; readonly payload: unknown }> {
  const Payload = JSON.stringify(event);
  const response = await new LambdaClient(settings).send(new InvokeCommand({ FunctionName, Payload }));
  return { error: response.FunctionError, payload: JSON.parse(new TextDecoder().decode(response.Payload)) };
}

export const startExecution = ({ settings, names }: Fixture, input: object, name?: string) =>
  new SFNClient(settings).send(
    new StartExecutionCommand({ stateMachineArn: names.machine, input: JSON.stringify(input), name }),
  );

export const executionEnded = ({ settings }: Fixture, executionArn: string | undefined) =>
  eventually(async () => {
    const found = await new SFNClient(settings).send(new DescribeExecutionCommand({ executionArn }));
    expect(found.status).not.toBe('RUNNING');
    return found;
  });

/** The details of the events that started an execution, when all have been delivered. */
export async function startedBy<Detail>({ cloud, settings, names }: Fixture): Promise<readonly Detail[]> {
  await cloud.quiet();
  const client = new SFNClient(settings);
  const { executions = [] } = await client.send(
    new ListExecutionsCommand({ stateMachineArn: names.machine }),
  );
  const details = executions.map(async ({ executionArn }) => {
    const { input = '' } = await client.send(new DescribeExecutionCommand({ executionArn }));
    return JSON.parse(input).detail;
  });
  return Promise.all(details);
}

/** The user pool with its client: what each call needs. */
export async function userPoolOf({ settings, names }: Fixture) {
  const cognito = new CognitoIdentityProviderClient(settings);
  const { UserPoolClient } = await cognito.send(
    new DescribeUserPoolClientCommand({ UserPoolId: names.pool, ClientId: names.client }),
  );
  const secret = UserPoolClient?.ClientSecret ?? '';
  const hashOf = (username: string) =>
    createHmac('sha256', secret)
      .update(username + names.client)
      .digest('base64');
  return { cognito, secret, hashOf };
}
