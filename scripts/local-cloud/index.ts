import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Assembly } from './assembly/assembly.ts';
import { Cognito } from './cognito/service.ts';
import { DynamoDB } from './dynamodb/service.ts';
import { readDistributions, readSiteHosts } from './edge/read-distribution.ts';
import { CloudFront, type Site } from './edge/service.ts';
import { LocalCloudError } from './error.ts';
import { type Fault, FaultInjection } from './fault-injection.ts';
import { readRequest, ServiceError, sendFailure } from './http.ts';
import { Guard } from './iam/guard.ts';
import { administrator, Keys } from './iam/keys.ts';
import { Permissions, type RoleStatement, type StatementPlace } from './iam/roles.ts';
import { readVpcEndpoints } from './iam/vpc-endpoints.ts';
import { AsyncCalls } from './lambda/async-calls.ts';
import type { CallFault } from './lambda/call-faults.ts';
import type { FunctionError } from './lambda/environment.ts';
import { HttpApis } from './lambda/http-api.ts';
import { readFunctions, readInvokePermissions } from './lambda/read-functions.ts';
import { Functions } from './lambda/service.ts';
import { holdFolder } from './lock.ts';
import { type Mail, Outbox } from './mail/outbox.ts';
import { Ses } from './mail/ses.ts';
import { defaultQuotas, type Quotas } from './quotas.ts';
import { route, type Services } from './router.ts';
import { readBuckets } from './s3/buckets.ts';
import { deployFiles } from './s3/deployment.ts';
import { S3 } from './s3/service.ts';
import { Secrets } from './secrets.ts';
import { QueueApi } from './sqs/api.ts';
import { type QueuedMessage, Queues } from './sqs/queues.ts';
import type { Delivery } from './step-functions/deliveries.ts';
import { EventBuses } from './step-functions/event-buses.ts';
import { EventBus } from './step-functions/rules.ts';
import { StepFunctions } from './step-functions/service.ts';
import { Transfer } from './transfer/service.ts';

export type { Fault } from './fault-injection.ts';
export { type Request, ServiceError } from './http.ts';
export type { RoleStatement } from './iam/roles.ts';

export interface LocalCloudOptions {
  /** The folder that `cdk synth` wrote. */
  readonly assembly: string;
  /** Folder of all data that survives a restart. */
  readonly data: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Deletes all data first. */
  readonly reset?: boolean;
  /** Receives complaints that no caller would see. */
  readonly log?: (message: string) => void;
  /**
   * Variables given to functions that are container images: the programs of the image, found on this machine.
   */
  readonly programs?: Readonly<Record<string, string>>;
  /** Variables that every function gets in addition to those of the assembly. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The clock of the throttles of a stage. Tests stop and advance it. */
  readonly now?: () => number;
  /** Quotas of the account that differ from the defaults. */
  readonly quotas?: Partial<Quotas>;
  /**
   * Factor by which a function may exceed its timeout: tests start many clouds on one machine. The remaining
   * time that a function sees is the same as on AWS.
   */
  readonly patience?: number;
  /** N of scrypt for new password hashes in Cognito. Tests create hundreds of accounts with a low one. */
  readonly passwordCost?: number;
  /**
   * Delivers events late, or twice and out of order, as AWS may. Without it, each event is delivered once and
   * immediately.
   */
  readonly delivery?: Delivery;
  /** Serves pages instead of the distribution's bucket: a development server. */
  readonly site?: Site;
  /** Runs scheduled rules at their times. Without it, only `runSchedules` runs them. */
  readonly keepsTime?: boolean;
  /**
   * Called for every error of a function, with the function's path. Without it, errors appear only in the
   * log.
   */
  readonly onFunctionError?: (path: string, error: FunctionError) => void;
  /** The folder in which files arrive that are sent by SFTP (default: one of `data`). */
  readonly deliveries?: string | undefined;
  /** Gets the path of each file that arrives there. */
  readonly onDelivery?: ((file: string) => void) | undefined;
}

export interface LocalCloud {
  readonly url: string;
  readonly port: number;
  /** For a development server that opens web sockets on the same port. */
  readonly server: Server;
  /** Folder of all data. */
  readonly data: string;
  /** Each resource's Ref, by its construct path. */
  readonly outputs: Readonly<Record<string, string>>;
  /** Credentials that may do everything, for tests and tools. */
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken: string;
  };
  /** Mails sent, newest first. */
  mail(to?: string): readonly Mail[];
  /** The messages of a queue, named by its construct path, the oldest first. */
  messages(queue: string): readonly QueuedMessage[];
  /** Redrives the events of a dead-letter queue. */
  redrive(queue: string): void;
  /** Every statement of every role. */
  statements(): readonly RoleStatement[];
  /** Removes one statement immediately; the returned function restores it. Functions of that role restart. */
  withoutStatement(statement: StatementPlace): () => void;
  /** Injects a fault for pages and functions. The returned function removes it. */
  injectFault(fault: Fault): () => void;
  /** Lambda rejects the next calls of a function without running it, as when the function is idle. */
  failCalls(fault: CallFault): void;
  /** Restarts the functions whose code is in this folder. Their next call runs the current code. */
  reloadFunctions(codeFolder: string): Promise<void>;
  /** Runs the rules that are due in this minute, and resolves when their functions have ended. */
  runSchedules(at: Date): Promise<void>;
  /**
   * Resolves when no execution and no function is running, regardless of the caller. A retry that waits
   * counts as running.
   */
  quiet(): Promise<void>;
  /** Credentials that act as one role, named by its Ref. */
  credentialsOf(roleName: string): LocalCloud['credentials'];
  close(): Promise<void>;
}

/**
 * Idle timeout above that of clients: if the server closed a connection while a client sends, the call would
 * fail.
 */
const keepAliveMs = 120_000;

/** Serves a cloud assembly on one port of this machine. Throws a LocalCloudError if it cannot. */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const { data, reset = false, log = console.error } = options;
  const assembly = new Assembly(options.assembly);
  const release = prepareFolder(data, reset);
  let address = '';
  const services = await buildServices(assembly, { ...options, log }, () => address).catch((error) => {
    release();
    throw error;
  });
  const server = createServer((request, response) => void answer(services, request, response, address, log));
  server.keepAliveTimeout = keepAliveMs;
  const port = await listen(server, options.port).catch(async (error) => {
    await services.close();
    release();
    throw error;
  });
  address = `http://127.0.0.1:${port}`;
  services.machines.resume();
  const timer = setInterval(() => {
    void services.sweep().catch((error) => log(String(error)));
    if (options.keepsTime) void services.rules.runSchedulesUntil(new Date());
  }, 60_000);
  timer.unref();
  return {
    url: address,
    port,
    server,
    data,
    outputs: Object.fromEntries(assembly.resources.map(({ path, ref }) => [path, ref])),
    credentials: services.keys.of(administrator),
    mail: (to) => services.outbox.list(to),
    messages: (queue) => services.queues.messages(queue),
    redrive: (queue) => services.rules.redrive(queue),
    statements: () => services.permissions.statements(),
    withoutStatement: (statement) => withdraw(services, statement),
    injectFault: (fault) => services.faults.inject(fault),
    failCalls: (fault) => services.functions.failCalls(fault),
    reloadFunctions: (codeFolder) => services.functions.reload(codeFolder),
    runSchedules: (at) => services.rules.runSchedules(at),
    quiet: async () => {
      const { rules, machines, functions } = services;
      while (rules.arePending || machines.areRunning || functions.areBusy) await pause(20);
    },
    credentialsOf: (roleName) => services.keys.of(`arn:aws:iam::000000000000:role/${roleName}`),
    close: async () => {
      clearInterval(timer);
      await new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      });
      await services.close();
      release();
    },
  };
}

function withdraw(
  { permissions, functions }: { readonly permissions: Permissions; readonly functions: Functions },
  statement: StatementPlace,
) {
  const giveBack = permissions.withdraw(statement);
  void functions.restart(statement.roleName);
  return () => {
    giveBack();
    void functions.restart(statement.roleName);
  };
}

function prepareFolder(data: string, reset: boolean) {
  try {
    makeFolder(data);
    const release = holdFolder(data);
    if (reset)
      for (const name of [
        'dynamodb',
        's3',
        'cognito',
        'step-functions',
        'sqs',
        'secrets',
        'mail',
        'logs',
        'keys-seed',
      ]) {
        rmSync(join(data, name), { recursive: true, force: true });
      }
    return release;
  } catch (error) {
    if (error instanceof LocalCloudError) throw error;
    throw new LocalCloudError(`The data folder ${data} cannot be written: ${(error as Error).message}`);
  }
}

/**
 * Creates one level at a time: Node's recursive mkdir never ends if the system returns "no such file", as in
 * /proc.
 */
function makeFolder(folder: string) {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

async function buildServices(
  assembly: Assembly,
  options: LocalCloudOptions & { readonly log: (message: string) => void },
  endpoint: () => string,
) {
  const { data, log, now = Date.now, deliveries = join(data, 'deliveries') } = options;
  const quotas = { ...defaultQuotas, ...options.quotas };
  const faults = new FaultInjection();
  const permissions = new Permissions(assembly);
  const keys = new Keys(data, permissions.roleArns);
  const outbox = new Outbox(join(data, 'mail'));
  const descriptions = readFunctions(assembly);
  const guard = new Guard(keys, permissions, readVpcEndpoints(assembly, descriptions));
  readInvokePermissions(assembly, permissions, descriptions);
  const queues = new Queues(assembly, join(data, 'sqs'), permissions);
  const asyncCalls = new AsyncCalls(assembly, descriptions, { queues, permissions, quotas, log });
  const functions = new Functions(descriptions, data, {
    keys,
    permissions,
    endpoint,
    programs: options.programs ?? {},
    variables: options.variables ?? {},
    siteHosts: readSiteHosts(assembly),
    quotas,
    patience: options.patience ?? 1,
    asyncCalls,
    log,
    onFunctionError: options.onFunctionError,
  });
  const apis = new HttpApis(assembly, functions, now);
  const machines = new StepFunctions(assembly, join(data, 'step-functions'), {
    guard,
    functions,
    transfer: (role, operation, input) => transfer.call(role, operation, input),
    log,
  });
  const rules = new EventBus(assembly, {
    machines,
    functions,
    queues,
    permissions,
    delivery: options.delivery,
    log,
  });
  const buses = new EventBuses(assembly, guard, (event, bus) => rules.publish(event, bus));
  const s3 = new S3(readBuckets(assembly, permissions), join(data, 's3'), guard, keys, (event) =>
    rules.publish(event),
  );
  const secrets = new Secrets(assembly, guard, join(data, 'secrets'));
  const transfer = new Transfer(assembly, {
    ...{ guard, s3, folder: deliveries },
    onArrival: (file) => options.onDelivery?.(file),
  });
  const cognito = new Cognito(assembly, join(data, 'cognito'), {
    guard,
    functions,
    outbox,
    passwordCost: options.passwordCost,
  });
  const ses = new Ses(assembly, { guard, outbox });
  const host = () => new URL(endpoint()).host;
  const fillSecrets = (text: string) => secrets.resolve(text);
  const [distribution] = readDistributions(assembly, { fillSecrets, host });
  const web =
    distribution && new CloudFront(distribution, { s3, apis, permissions, site: options.site, host });
  deployFiles(assembly, s3);
  const dynamodb = await DynamoDB.start(assembly, { guard, folder: join(data, 'dynamodb') });
  const sweep = async () => {
    s3.sweep();
    await dynamodb.sweep();
    await functions.evictIdle();
  };
  const close = async () => {
    rules.close();
    machines.close();
    await functions.close();
    await dynamodb.close();
  };
  const services = {
    assembly,
    permissions,
    keys,
    guard,
    outbox,
    functions,
    apis,
    machines,
    queues,
    queueApi: new QueueApi(queues, guard),
    rules,
    buses,
    s3,
    secrets,
    cognito,
    ses,
    web,
    dynamodb,
    faults,
    sweep,
    close,
  };
  try {
    assembly.refuseUnserved();
    await sweep();
    return services;
  } catch (error) {
    await close();
    throw error;
  }
}

async function answer(
  services: Services & { readonly faults: FaultInjection },
  raw: IncomingMessage,
  response: ServerResponse,
  base: string,
  log: (message: string) => void,
) {
  try {
    const request = await readRequest(raw, base);
    if (await services.faults.letsThrough(request, response)) await route(services, request, response);
  } catch (error) {
    if (error instanceof ServiceError && !response.headersSent)
      return sendFailure(response, error, 'application/json');
    // The query may contain a token.
    log(`${raw.method} ${raw.url?.split('?')[0]}: ${error instanceof Error ? error.stack : String(error)}`);
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end();
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        new LocalCloudError(
          taken
            ? `Port ${port} is taken: choose another with --port.`
            : `Port ${port} cannot be opened: ${error.message}`,
        ),
      );
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}
