import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../http.ts';
import { denial, type Guard } from '../iam/guard.ts';
import type { Key, Keys } from '../iam/keys.ts';
import type { Permissions } from '../iam/roles.ts';
import type { Quotas } from '../quotas.ts';
import type { AsyncCalls } from './async-calls.ts';
import { type CallFault, CallFaults } from './call-faults.ts';
import { Concurrency } from './concurrency.ts';
import { Environment, FunctionError } from './environment.ts';
import { FunctionLog } from './log.ts';
import { type InvocationType, refuseLargeEvent } from './payloads.ts';
import type { FunctionDescription } from './read-functions.ts';

interface Running {
  readonly description: FunctionDescription;
  readonly idle: Environment[];
  readonly all: Set<Environment>;
  readonly waiting: (() => void)[];
  busy: number;
}

interface StaffCall {
  /** ARN of the resource that calls the function. */
  readonly source: string;
  readonly arn: string;
  readonly event: unknown;
  /**
   * Aborted when the caller stops waiting. A queued call is then canceled: Lambda would have started it
   * immediately.
   */
  readonly signal?: AbortSignal;
}

const idleFor = 10 * 60_000;
/**
 * Maximum of environments per function. This machine has few cores: calls that Lambda would run in parallel
 * wait here.
 */
const maxEnvironments = 4;

/** Lambda: starts environments on demand, keeps them warm, and stops idle ones. */
export class Functions {
  readonly #running: ReadonlyMap<string, Running>;
  readonly #endpoint: () => string;
  readonly #keys: Keys;
  readonly #permissions: Permissions;
  readonly #log: FunctionLog;
  readonly #concurrency: Concurrency;
  readonly #callFaults = new CallFaults();
  readonly #asyncCalls: AsyncCalls;
  readonly #temporary: string;
  readonly #patience: number;
  #isClosed = false;
  readonly #complain: (complaint: string) => void;
  readonly #programs: Readonly<Record<string, string>>;
  readonly #moreVariables: Readonly<Record<string, string>>;
  readonly #siteHosts: readonly string[];
  readonly #onFunctionError: ((path: string, error: FunctionError) => void) | undefined;

  constructor(
    functions: readonly FunctionDescription[],
    folder: string,
    access: {
      keys: Keys;
      permissions: Permissions;
      /** URL of AWS. */
      endpoint: () => string;
      programs: Readonly<Record<string, string>>;
      variables: Readonly<Record<string, string>>;
      /** The hosts of the distributions, which this machine serves. */
      siteHosts: readonly string[];
      quotas: Quotas;
      patience: number;
      asyncCalls: AsyncCalls;
      log: (complaint: string) => void;
      onFunctionError: ((path: string, error: FunctionError) => void) | undefined;
    },
  ) {
    this.#running = new Map(
      functions.map((description) => [
        description.arn,
        { description, idle: [], all: new Set(), waiting: [], busy: 0 },
      ]),
    );
    this.#concurrency = new Concurrency(functions, access.quotas.concurrentExecutions);
    this.#asyncCalls = access.asyncCalls;
    this.#temporary = join(folder, 'tmp');
    this.#patience = access.patience;
    rmSync(this.#temporary, { recursive: true, force: true });
    this.#keys = access.keys;
    this.#permissions = access.permissions;
    this.#endpoint = access.endpoint;
    this.#programs = access.programs;
    this.#moreVariables = access.variables;
    this.#siteHosts = access.siteHosts;
    this.#complain = access.log;
    this.#onFunctionError = access.onFunctionError;
    this.#log = new FunctionLog(join(folder, 'logs'), access);
  }

  /** Lambda rejects some calls without running the function. */
  failCalls(fault: CallFault) {
    this.#callFaults.inject(fault);
  }

  get areBusy(): boolean {
    return this.#asyncCalls.arePending || [...this.#running.values()].some(({ busy }) => busy > 0);
  }

  /** An AWS service calls a function, which the function's own policy must allow. */
  async invokeByService(service: string, { source, arn, event, signal }: StaffCall): Promise<unknown> {
    this.#requireService(service, source, arn);
    return this.#invoke(arn, event, signal);
  }

  /**
   * Lambda queues the event and retries by itself, without a wait in EventBridge. Resolves after the last
   * attempt.
   */
  async beginByService(service: string, source: string, arn: string, event: unknown): Promise<void> {
    this.#requireService(service, source, arn);
    await this.#begin(arn, event);
  }

  #requireService(service: string, source: string, arn: string) {
    const allowed = this.#permissions.serviceAllows(service, 'lambda:InvokeFunction', arn, {
      'aws:SourceArn': source,
    });
    if (!allowed)
      throw new ServiceError('AccessDeniedException', `${service} may not call ${arn} for ${source}.`, 403);
  }

  /** A role calls a function, which the role must allow. */
  async invokeByRole(role: string, arn: string, event: unknown): Promise<unknown> {
    const deed = { action: 'lambda:InvokeFunction', resource: arn };
    if (!this.#permissions.roleAllows(role, deed.action, deed.resource)) {
      this.#complain(denial(role, deed)); // a state machine would retry for minutes before it reports the error
      throw new ServiceError('Lambda.AWSLambdaException', denial(role, deed), 403);
    }
    return this.#invoke(arn, event);
  }

  /** A signed call of Lambda's own API, by the function's name or ARN. */
  async invokeByCaller(
    guard: Guard,
    caller: string,
    { name, type, event }: { readonly name: string; readonly type: InvocationType; readonly event: unknown },
  ): Promise<unknown> {
    const found = [...this.#running.values()].find(
      ({ description }) => description.name === name || description.arn === name,
    );
    const resource = found?.description.arn ?? name;
    guard.require(caller, { action: 'lambda:InvokeFunction', resource }, 'AccessDeniedException', 403);
    if (type === 'RequestResponse') return this.#invoke(resource, event);
    void this.#begin(resource, event);
  }

  #begin(arn: string, event: unknown): Promise<void> {
    refuseLargeEvent(event, 'Event');
    const { description } = this.#called(arn);
    return this.#asyncCalls.begin({ arn, description, event }, () => this.#invoke(arn, event));
  }

  #called(arn: string): Running {
    const running = this.#running.get(arn.replace(/:\$LATEST$/, ''));
    if (running === undefined)
      throw new ServiceError('ResourceNotFoundException', `Function not found: ${arn}`, 404);
    return running;
  }

  async #invoke(arn: string, event: unknown, signal?: AbortSignal): Promise<unknown> {
    const running = this.#called(arn);
    refuseLargeEvent(event, 'RequestResponse');
    this.#callFaults.require(running.description.path);
    const leave = this.#concurrency.enter(running.description);
    try {
      return await this.#runInTurn(running, event, signal);
    } finally {
      leave();
    }
  }

  async #runInTurn(running: Running, event: unknown, signal?: AbortSignal): Promise<unknown> {
    while (running.busy >= maxEnvironments && signal?.aborted !== true)
      await new Promise<void>((resume) => running.waiting.push(resume));
    if (signal?.aborted) {
      running.waiting.shift()?.(); // gives its turn to the next call
      throw signal.reason;
    }
    running.busy += 1;
    try {
      return await this.#run(running, event);
    } finally {
      running.busy -= 1;
      running.waiting.shift()?.();
    }
  }

  async #run(running: Running, event: unknown) {
    const { description } = running;
    const environment = this.#warm(running);
    const context = contextOf(description);
    const report = this.#log.report(description, context.awsRequestId);
    try {
      const result = await environment.invoke({ id: context.awsRequestId, event, context });
      report('success');
      return result;
    } catch (error) {
      report('error', error);
      if (error instanceof FunctionError) this.#onFunctionError?.(description.path, error);
      throw error;
    } finally {
      if (environment.isOutdated) await environment.end();
      if (environment.isDead) running.all.delete(environment);
      else running.idle.push(environment);
    }
  }

  #warm(running: Running): Environment {
    for (let found = running.idle.pop(); found !== undefined; found = running.idle.pop()) {
      if (!found.isDead) return found;
      running.all.delete(found);
    }
    const { description } = running;
    if (this.#isClosed) throw new ServiceError('ServiceException', 'The local cloud has ended.', 503);
    this.#refuseWithout(description);
    const print = (line: string) => this.#log.write(description, line);
    const made = new Environment(description, this.#variables(description), {
      print,
      temporary: this.#temporary,
      patience: this.#patience,
    });
    running.all.add(made);
    return made;
  }

  #variables(one: FunctionDescription): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '/tmp',
      TZ: ':UTC',
      LANG: 'en_US.UTF-8',
      ...reserved(one, this.#keys.of(one.role)),
      AWS_ENDPOINT_URL: this.#endpoint(),
      ...this.#withLocalSite(one.variables),
      ...(one.isImage ? this.#programs : {}),
      ...this.#moreVariables,
    };
  }

  /** Sends a function's calls of the site's URL to this machine, without TLS. */
  #withLocalSite(variables: Readonly<Record<string, string>>) {
    const local = (text: string) =>
      this.#siteHosts.reduce((found, host) => found.replace(`https://${host}`, this.#endpoint()), text);
    return Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, local(text)]));
  }

  #refuseWithout({ role, needs }: FunctionDescription) {
    const missing = needs.find((action) => !this.#permissions.roleAllows(role, action, '*'));
    if (missing !== undefined)
      throw new ServiceError(
        'EC2AccessDeniedException',
        denial(role, { action: missing, resource: '*' }),
        502,
      );
  }

  /** Restarts a role's functions. They forget values that they read while the role allowed it. */
  restart = (roleName: string) => this.#startAnew(({ role }) => role.endsWith(`/${roleName}`));

  /** Restarts the functions whose code is in this folder. Their next call runs the current code. */
  reload = (codeFolder: string) => this.#startAnew(({ folder }) => folder === codeFolder);

  async #startAnew(isMeant: (one: FunctionDescription) => boolean) {
    for (const { description, idle, all } of this.#running.values()) {
      if (!isMeant(description)) continue;
      for (const each of all) each.isOutdated = true;
      for (const each of idle.splice(0)) {
        all.delete(each);
        await each.end();
      }
    }
  }

  /** Stops environments that have been idle for `idleFor` milliseconds. */
  async evictIdle(now = Date.now()) {
    for (const { idle, all } of this.#running.values()) {
      const old = idle.filter((each) => each.lastUsed + idleFor < now);
      for (const each of old) {
        idle.splice(idle.indexOf(each), 1);
        all.delete(each);
        await each.end();
      }
    }
  }

  /**
   * Stops all environments and starts none. Otherwise an execution that loses its function would retry with a
   * new one.
   */
  async close() {
    this.#isClosed = true;
    this.#asyncCalls.close();
    await Promise.all([...this.#running.values()].flatMap(({ all }) => [...all].map((each) => each.end())));
  }
}

const reserved = ({ name, memory, handler, folder }: FunctionDescription, key: Key) => ({
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: key.accessKeyId,
  AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
  AWS_SESSION_TOKEN: key.sessionToken,
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_LAMBDA_FUNCTION_NAME: name,
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memory),
  AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
  AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
  LAMBDA_TASK_ROOT: folder,
  _HANDLER: handler,
});

const contextOf = ({ name, arn, memory }: FunctionDescription) => ({
  functionName: name,
  functionVersion: '$LATEST',
  invokedFunctionArn: arn,
  memoryLimitInMB: String(memory),
  awsRequestId: crypto.randomUUID(),
  logGroupName: `/aws/lambda/${name}`,
  logStreamName: 'local',
});
