import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ApiError } from '../../../lambdas/runtime/errors.ts';
import type { Route } from '../../../shared/api/route.ts';
import { type Functions, loadFunctions, type OfficeCall } from './functions.ts';
import { type Ending, Invocation } from './invocation.ts';
import { MemoryBuckets } from './memory-buckets.ts';
import { MemoryTable } from './memory-table.ts';
import { MemoryUsers } from './memory-users.ts';
import type { Outcome } from './register.ts';
import { StateMachines } from './state-machines.ts';
import { type Fault, type Service, Transport } from './transport.ts';
import { type Order, Turns } from './turns.ts';
import { VirtualTime } from './virtual-time.ts';

/** Everything that AWS stores. */
export interface Stored {
  readonly table: MemoryTable;
  readonly buckets: MemoryBuckets;
  readonly users: MemoryUsers;
}

/** An API call, as API Gateway passes it to the function. */
export interface ApiCall {
  readonly group: 'account' | 'applicant';
  readonly route: Route;
  readonly cookies: readonly string[];
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface ApiReply {
  /** 0 if the function died: its effects are unknown. */
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
}

/** An event to the university's systems. */
export interface BusEvent {
  readonly type: string;
  readonly confirmation: string;
  /** Only of an event about a package. */
  readonly package?: { readonly folder: string };
}

interface GatewayReply {
  readonly statusCode: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

const noReply: ApiReply = { status: 0, body: {}, text: '', headers: {}, cookies: [] };
const originSecret = 'secret of origin';
const host = 'apply.example.edu';
/** Seconds for which the functions of the API may run. */
const apiSeconds = 10;
/** The same for functions that operators and schedules invoke. */
const innerSeconds = { operatorChange: 10, retention: 900, outbox: 300 } as const;
const beginSeconds = 10;

/** Lambda invokes a function up to three times if it fails with an event. */
const attemptsOfEvents = 3;

function eventOf({ route: { method, path }, cookies, params, query = {}, body }: ApiCall) {
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    cookies,
    headers: {
      'content-type': 'application/json',
      'x-origin-secret': originSecret,
      'x-viewer-host': host,
      'x-viewer-address': '198.51.100.7',
      'sec-fetch-site': 'same-origin',
      origin: `https://${host}`,
    },
    queryStringParameters: query,
    pathParameters: params,
    requestContext: { requestId: 'request', http: { method, path } },
    body: body === undefined ? undefined : JSON.stringify(body),
    isBase64Encoded: false,
  };
}

/** Replaces `send` in every client of a class. */
const lead = (Client: { readonly prototype: object }, send: (command: SdkCommand) => Promise<unknown>) =>
  Object.defineProperty(Client.prototype, 'send', { value: send, configurable: true });

interface BusEntry {
  readonly DetailType: string;
  readonly Detail: string;
}

interface SdkCommand {
  readonly input: object;
  readonly constructor: { readonly name: string };
}

/** The product's functions over services in memory. */
export class Cloud {
  readonly time = new VirtualTime();
  readonly turns = new Turns(this.time);
  readonly transport: Transport;
  #stored: Stored = { table: new MemoryTable(), buckets: new MemoryBuckets(), users: new MemoryUsers() };
  #functions: Functions | undefined;
  #machines: StateMachines | undefined;
  /** The keys of the files that arrived, in their order. */
  uploads: string[] = [];
  /** Mails that were sent. */
  mails: { readonly to: string; readonly subject: string; readonly text: string }[] = [];
  /** Payloads of invocations of the outbox function that have not run yet. */
  deliveries: string[] = [];
  /** Events sent to the university's systems. */
  events: BusEvent[] = [];

  private constructor() {
    this.transport = new Transport(
      this.time,
      this.turns,
      {
        s3: (operation, input) => this.#stored.buckets.serve(operation, input),
        cognito: (operation, input) => this.#stored.users.serve(operation, input),
        stepFunctions: (operation, input) => this.machines.serve(operation, input),
        ses: (_, { Destination, Content }: Partial<SendEmailCommandInput>) => {
          const to = String(Destination?.ToAddresses?.[0]);
          const { Subject, Body } = Content?.Simple ?? {};
          this.mails.push({ to, subject: String(Subject?.Data), text: String(Body?.Text?.Data) });
          return {};
        },
        lambda: (_, { Payload }: { Payload?: string }) => {
          this.deliveries.push(String(Payload));
          return {};
        },
        eventBridge: (_, { Entries = [] }: { Entries?: readonly BusEntry[] }) => {
          this.events.push(
            ...Entries.map(({ DetailType: type, Detail }): BusEvent => ({ ...JSON.parse(Detail), type })),
          );
          return { Entries: Entries.map(() => ({})) };
        },
      },
      () => this.#stored.table,
    );
  }

  static async start(): Promise<Cloud> {
    const cloud = new Cloud();
    const clients: readonly (readonly [Service, { readonly prototype: object }])[] = [
      ['table', DynamoDBDocumentClient],
      ['s3', S3Client],
      ['cognito', CognitoIdentityProviderClient],
      ['stepFunctions', SFNClient],
      ['ses', SESv2Client],
      ['lambda', LambdaClient],
      ['eventBridge', EventBridgeClient],
    ];
    for (const [service, Client] of clients)
      lead(Client, ({ constructor: { name }, input }) => cloud.transport.send(service, name, input));
    lead(SecretsManagerClient, async () => ({ SecretString: originSecret }));
    cloud.#functions = await loadFunctions(cloud.time, cloud.turns);
    cloud.#machines = new StateMachines(cloud.#functions, (handler, input, seconds) =>
      cloud.#invoke(() => handler(input), seconds),
    );
    return cloud;
  }

  get machines(): StateMachines {
    if (this.#machines === undefined) throw new Error('The cloud has not started.');
    return this.#machines;
  }

  get table(): MemoryTable {
    return this.#stored.table;
  }

  get users(): MemoryUsers {
    return this.#stored.users;
  }

  get buckets(): MemoryBuckets {
    return this.#stored.buckets;
  }

  /** Returns a copy of the stored data from which a later history can begin. */
  save(): Stored {
    const { table, buckets, users } = this.#stored;
    return { table: table.copy(), buckets: buckets.copy(), users: users.copy() };
  }

  begin({ table, buckets, users }: Stored, faults: readonly Fault[], order: Order): void {
    this.#stored = { table: table.copy(), buckets: buckets.copy(), users: users.copy() };
    this.time.reset();
    this.turns.begin(order);
    this.transport.begin(faults);
    this.machines.begin();
    this.uploads = [];
    this.mails = [];
    this.deliveries = [];
    this.events = [];
  }

  #invoke(work: () => Promise<unknown>, seconds: number): Promise<Ending> {
    return new Invocation(this.time, seconds).run(work);
  }

  async call(call: ApiCall): Promise<ApiReply> {
    const handler = this.#functions?.[call.group] as unknown as (
      event: object,
      context: object,
    ) => Promise<GatewayReply>;
    const ending = await this.#invoke(() => handler(eventOf(call), {}), apiSeconds);
    if ('died' in ending) return noReply;
    if ('thrown' in ending) throw ending.thrown;
    const { statusCode, body = '{}', headers = {}, cookies = [] } = ending.returned as GatewayReply;
    return { status: statusCode, body: JSON.parse(body), text: body, headers, cookies };
  }

  /** Invokes a function without a route. Returns undefined if it died or failed: its effects are unknown. */
  async invoke(name: keyof typeof innerSeconds, event: object): Promise<unknown> {
    const handler = this.#functions?.[name] as unknown as (
      event: object,
      context: object,
    ) => Promise<unknown>;
    const ending = await this.#invoke(() => handler(event, { awsRequestId: 'request' }), innerSeconds[name]);
    return 'returned' in ending ? ending.returned : undefined;
  }

  /** Reinstates an application as the office does in its console. */
  async reinstate(call: OfficeCall): Promise<Outcome> {
    const ending = await this.#invoke(async () => this.#functions?.reinstate(call), apiSeconds);
    if ('returned' in ending) return 'acknowledged';
    const isRefused =
      'thrown' in ending &&
      ending.thrown instanceof ApiError &&
      ['conflict', 'notFound'].includes(ending.thrown.kind);
    return isRefused ? 'refused' : 'unknown';
  }

  /** Uploads a file as a presigned form does. A call of `deliver` sends the S3 event. */
  upload(key: string, bytes: Uint8Array): void {
    this.#stored.buckets.put('uploads', key, bytes);
    this.uploads.push(key);
  }

  /**
   * Sends the event of an upload to the function, which starts an execution only for the first event of an
   * upload.
   */
  async deliver(key: string): Promise<void> {
    for (let attempt = 1; attempt <= attemptsOfEvents; attempt += 1) {
      const begin = async () => this.#functions?.begin({ detail: { object: { key } } });
      const ending = await this.#invoke(begin, beginSeconds);
      if ('returned' in ending) return;
    }
  }
}
