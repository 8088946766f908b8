import { randomUUID } from 'node:crypto';
import { Invocation } from './invocation.ts';
import { canceled, type MemoryTable, type TableInput, writtenBy } from './memory-table.ts';
import type { Turns } from './turns.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Faults that can affect one attempt of an AWS call. */
export const faultKinds = [
  'throttled',
  'lost reply',
  'slow',
  'dies before',
  'dies after',
  'stale read',
  'conflict',
  'no capacity',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault and the calls that it affects, counted from the start of a history. */
export interface Fault {
  readonly call: number;
  readonly is: FaultKind;
  /** Number of consecutive calls. */
  readonly times: number;
}

export type Service = 'table' | 's3' | 'cognito' | 'stepFunctions' | 'ses' | 'lambda' | 'eventBridge';
export type Serve = (operation: string, input: object) => unknown;

interface Call {
  readonly service: Service;
  readonly operation: string;
  readonly input: object;
}

/**
 * Attempts of the SDK. The product configures these for the table and Lambda clients; the default for the
 * others is three.
 */
const attempts: Readonly<Partial<Record<Service, number>>> = { table: 4, lambda: 1 };
const attemptsOf = (service: Service) => attempts[service] ?? 3;
/** Milliseconds before the SDK's second attempt. */
const firstPause = 100;
/** Milliseconds. Longer than a call should take, but shorter than a function's timeout. */
const slow = 2_500;

const named = (name: string) => Object.assign(new Error(name), { name });
const throttles: Readonly<Record<Service, string>> = {
  table: 'ProvisionedThroughputExceededException',
  s3: 'SlowDown',
  cognito: 'TooManyRequestsException',
  stepFunctions: 'ThrottlingException',
  ses: 'TooManyRequestsException',
  lambda: 'TooManyRequestsException',
  eventBridge: 'ThrottlingException',
};
/** Errors after which the SDK repeats a call, as test/faults/sdk-retries.test.ts proves. */
const repeated: readonly string[] = [...Object.values(throttles), 'TimeoutError'];

/**
 * Connects the AWS SDK's clients with the services in memory. Injects the planned faults into the attempts of
 * a call, and repeats it as the SDK does.
 */
export class Transport {
  readonly #time: VirtualTime;
  readonly #turns: Turns;
  readonly #serve: Readonly<Record<Service, Serve>>;
  readonly #table: () => MemoryTable;
  #faults = new Map<number, FaultKind>();
  /** The items of every transaction in progress. */
  readonly #transactions = new Map<object, readonly string[]>();
  /**
   * True if the last attempt of a call got no reply. The product then cannot say more than that something
   * failed.
   */
  hasLostReply = false;
  #calls = 0;
  /** All calls with their faults, for the report of a broken promise. */
  readonly trace: string[] = [];

  constructor(
    time: VirtualTime,
    turns: Turns,
    serve: Readonly<Record<Exclude<Service, 'table'>, Serve>>,
    table: () => MemoryTable,
  ) {
    this.#time = time;
    this.#turns = turns;
    this.#table = table;
    this.#serve = { ...serve, table: () => undefined };
  }

  begin(faults: readonly Fault[]): void {
    this.#calls = 0;
    this.trace.length = 0;
    this.#transactions.clear();
    this.hasLostReply = false;
    this.#faults = new Map(
      faults.flatMap(({ call, is, times }) =>
        Array.from({ length: times }, (_, index) => [call + index, is] as const),
      ),
    );
  }

  /** Milliseconds that each call takes. */
  latency = 0;

  endFaults(): void {
    this.#faults.clear();
  }

  /**
   * Replaces a client's `send`. Like the SDK, it creates a token for a transaction without one, and uses it
   * for all attempts.
   */
  async send(service: Service, operation: string, input: object): Promise<unknown> {
    const token = operation === 'TransactWriteCommand' && { ClientRequestToken: randomUUID() };
    const call = { service, operation, input: { ...token, ...input } };
    if (isTransaction(call)) this.#transactions.set(call, writtenBy(call.input));
    try {
      return await this.#repeat(call);
    } finally {
      this.#transactions.delete(call);
    }
  }

  async #repeat(call: Call): Promise<unknown> {
    const { service } = call;
    for (let attempt = 1; ; attempt++) {
      await this.#turns.take(this.#time.now() + this.latency);
      try {
        return await this.#attempt(call);
      } catch (error) {
        const isRepeated = error instanceof Error && repeated.includes(error.name);
        const isLast = attempt === attemptsOf(service);
        if (isLast && isRepeated && error.name === 'TimeoutError') this.hasLostReply = true;
        if (!isRepeated || isLast) throw error;
        await this.#turns.take(this.#time.now() + firstPause * 2 ** (attempt - 1));
      }
    }
  }

  async #attempt(call: Call): Promise<unknown> {
    const fault = this.#faults.get(this.#calls);
    this.#calls += 1;
    this.trace.push(`${this.#calls - 1} ${call.service} ${call.operation}${fault ? `: ${fault}` : ''}`);
    switch (fault) {
      case 'throttled':
        throw named(throttles[call.service]);
      case 'conflict':
        if (this.#canConflict(call)) throw this.#conflict(call);
        return this.#effect(call);
      case 'no capacity':
        if (isTransaction(call) && !this.#table().isWritten(call.input))
          throw canceled(['ThrottlingError', ...noReasons(call)]);
        throw named(throttles[call.service]);
      case 'slow':
        this.#time.advance(slow);
        return this.#effect(call);
      case 'dies before':
        return Invocation.current()?.die();
      case 'dies after':
        this.#effect(call);
        return Invocation.current()?.die();
      case 'lost reply':
        this.#effect(call);
        throw named('TimeoutError');
      default:
        return this.#effect(call, fault === 'stale read');
    }
  }

  /**
   * A transaction can conflict with another writer of an existing item, and a single write with a
   * transaction.
   */
  #canConflict(call: Call): boolean {
    if (call.service !== 'table' || /^(Get|Query)/.test(call.operation)) return false;
    if (this.#table().isWritten(call.input)) return false;
    const items = writtenBy(call.input);
    return isTransaction(call)
      ? items.some((item) => this.#table().has(item))
      : [...this.#transactions.values()].flat().some((item) => items.includes(item));
  }

  #conflict(call: Call): Error {
    return isTransaction(call)
      ? canceled(['TransactionConflict', ...noReasons(call)])
      : named('TransactionConflictException');
  }

  #effect(call: Call, isStale = false): unknown {
    const { service, operation, input } = call;
    if (service !== 'table') return this.#serve[service](operation, input);
    return this.#table().call(operation, input, isStale);
  }
}

const isTransaction = ({ operation }: Call) => operation === 'TransactWriteCommand';
const noReasons = ({ input }: { readonly input: TableInput }) =>
  (input.TransactItems ?? []).slice(1).map(() => 'None');
