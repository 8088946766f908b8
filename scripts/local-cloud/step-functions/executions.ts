import { createHash } from 'node:crypto';
import { RecordStore } from '../files.ts';
import { ServiceError } from '../http.ts';
import type { Guard } from '../iam/guard.ts';
import { FunctionError } from '../lambda/environment.ts';
import type { Functions } from '../lambda/service.ts';
import { type Definition, type State, statesOf } from './definition.ts';
import { machineOf } from './engine.ts';

export interface StateMachineInfo {
  readonly arn: string;
  readonly name: string;
  readonly role: string;
  readonly definition: Definition;
}

/** An execution as it is stored on disk. `at` is the state that it last entered; a restart resumes there. */
export interface Execution {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly name: string;
  readonly input: string;
  readonly startDate: number;
  readonly status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  readonly at?: { readonly state: string; readonly input: unknown };
  readonly stopDate?: number;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
}

/** The other services that Step Functions needs. */
export interface StepFunctionsParts {
  readonly guard: Guard;
  readonly functions: Functions;
  /** Calls AWS Transfer Family for a role. */
  readonly transfer: (role: string, operation: string, input: object) => object;
  readonly log: (complaint: string) => void;
}

type Task = (input: unknown) => Promise<unknown>;

const seconds = () => Date.now() / 1000;
const idOf = (arn: string) => createHash('sha256').update(arn).digest('hex');

/**
 * Runs executions, each with one record on disk. A name is used only once, and a restart resumes where the
 * process was killed.
 */
export class Executions {
  readonly #records: RecordStore<Execution>;
  readonly #functions: Functions;
  readonly #transfer: StepFunctionsParts['transfer'];
  readonly #log: (complaint: string) => void;
  readonly #running = new Map<string, () => void>();
  #isClosing = false;

  constructor(folder: string, { functions, transfer, log }: Omit<StepFunctionsParts, 'guard'>) {
    this.#records = new RecordStore(folder);
    this.#functions = functions;
    this.#transfer = transfer;
    this.#log = log;
  }

  get areRunning(): boolean {
    return this.#running.size > 0;
  }

  find(executionArn: string): Execution | undefined {
    return this.#records.get(idOf(executionArn));
  }

  of(stateMachineArn: string): readonly Execution[] {
    return this.#records.values().filter((each) => each.stateMachineArn === stateMachineArn);
  }

  start(machine: StateMachineInfo, name: string, input: string): Execution {
    const executionArn = `${machine.arn.replace(':stateMachine:', ':execution:')}:${name}`;
    const before = this.find(executionArn);
    if (before?.status === 'RUNNING' && before.input === input) return before;
    if (before !== undefined)
      throw new ServiceError('ExecutionAlreadyExists', `Execution Already Exists: '${executionArn}'`);
    const made = this.#save({
      executionArn,
      stateMachineArn: machine.arn,
      name,
      input,
      startDate: seconds(),
      status: 'RUNNING',
    });
    void this.#run(machine, made);
    return made;
  }

  /** Resumes all executions that were running when the process ended. */
  resume(machine: StateMachineInfo) {
    for (const each of this.of(machine.arn)) if (each.status === 'RUNNING') void this.#run(machine, each);
  }

  #save(execution: Execution) {
    return this.#records.put(idOf(execution.executionArn), execution);
  }

  async #run(machine: StateMachineInfo, execution: Execution) {
    const { executionArn, at } = execution;
    // Skips validation, which ran when the machine was read. In a restart from the middle, it would reject
    // the first states as unreachable.
    const definition = at === undefined ? machine.definition : { ...machine.definition, StartAt: at.state };
    const started = machineOf(definition).run((at?.input ?? JSON.parse(execution.input)) as never, {
      overrides: { taskResourceLocalHandlers: this.#tasks(machine) as never, ...pausesOf(machine) },
      context: contextOf(machine, execution) as never,
    });
    this.#running.set(executionArn, () => started.abort());
    void this.#follow(executionArn, machine.definition, started.eventLogs);
    const end = await started.result.then(
      (output): Partial<Execution> => ({ status: 'SUCCEEDED', output: JSON.stringify(output) }),
      failureOf,
    );
    this.#running.delete(executionArn);
    if (this.#isClosing) return;
    if (end.status !== 'SUCCEEDED') this.#log(`${executionArn}: ${end.error}: ${end.cause}`);
    this.#save({ ...(this.find(executionArn) ?? execution), ...end, stopDate: seconds() });
  }

  /** Records each top-level state on entry. States inside Parallel and Map restart with their parent. */
  async #follow(executionArn: string, { States }: Definition, events: AsyncIterable<unknown>) {
    for await (const event of events) {
      const { type, state, index } = event as {
        type: string;
        state?: { name: string; input: unknown };
        index?: number;
      };
      const now = this.find(executionArn);
      if (type !== 'StateEntered' || state === undefined || index !== undefined || this.#isClosing) continue;
      if (now?.status === 'RUNNING' && States[state.name] !== undefined) {
        this.#save({ ...now, at: { state: state.name, input: state.input } });
      }
    }
  }

  #tasks({ definition, role }: StateMachineInfo): Record<string, Task> {
    return Object.fromEntries(
      statesOf(definition)
        .filter(([, { Type }]) => Type === 'Task')
        .map(([name, state]) => [name, (input: unknown) => this.#task(role, state, input)]),
    );
  }

  async #task(role: string, { Resource = '' }: State, input: unknown): Promise<unknown> {
    const [, operation] = /:aws-sdk:transfer:(\w+)$/.exec(Resource) ?? [];
    if (operation !== undefined) return this.#callTransfer(role, operation, input as object);
    try {
      if (Resource.startsWith('arn:aws:lambda:'))
        return await this.#functions.invokeByRole(role, Resource, input);
      const { FunctionName, Payload = {} } = input as { FunctionName: string; Payload?: unknown };
      const result = await this.#functions.invokeByRole(role, FunctionName, Payload);
      return { ExecutedVersion: '$LATEST', StatusCode: 200, Payload: result };
    } catch (error) {
      if (error instanceof ServiceError) throw renamed(error);
      if (!(error instanceof FunctionError)) throw error;
      throw Object.assign(new Error(JSON.stringify(error.failure)), { name: error.failure.errorType });
    }
  }

  #callTransfer(role: string, operation: string, input: object): object {
    try {
      return this.#transfer(role, operation.slice(0, 1).toUpperCase() + operation.slice(1), input);
    } catch (error) {
      if (error instanceof ServiceError) error.name = `Transfer.${error.name}`;
      throw error;
    }
  }

  stop(executionArn: string) {
    this.#running.get(executionArn)?.();
  }

  close() {
    this.#isClosing = true;
    for (const abort of this.#running.values()) abort();
  }
}

/**
 * Step Functions prefixes the name of an error with the service:
 * https://docs.aws.amazon.com/step-functions/latest/dg/sfn-best-practices.html
 */
const renamed = (error: ServiceError) =>
  error.name.includes('.')
    ? error
    : new ServiceError(`Lambda.${error.name}`, error.message, error.status, error.details);

function failureOf(error: unknown): Partial<Execution> {
  const { name, message, cause } = error as Error & { cause?: Error };
  const status =
    ({ ExecutionTimeoutError: 'TIMED_OUT', ExecutionAbortedError: 'ABORTED' } as const)[name] ?? 'FAILED';
  return { status, error: cause?.name ?? name, cause: cause?.message ?? message };
}

/** Milliseconds of a Wait state, and before a retry of a Parallel one: nothing here takes long. */
const pause = 100;

function pausesOf({ definition }: StateMachineInfo) {
  const namesOf = (type: string) =>
    statesOf(definition).flatMap(([name, { Type }]) => (Type === type ? [[name, pause] as const] : []));
  return {
    waitTimeOverrides: Object.fromEntries(namesOf('Wait')),
    retryIntervalOverrides: Object.fromEntries(namesOf('Parallel')),
  };
}

const contextOf = (machine: StateMachineInfo, { executionArn, name, input, startDate }: Execution) => ({
  Execution: {
    Id: executionArn,
    Name: name,
    Input: JSON.parse(input),
    RoleArn: machine.role,
    StartTime: new Date(startDate * 1000).toISOString(),
  },
  StateMachine: { Id: machine.arn, Name: machine.name },
  State: { EnteredTime: new Date().toISOString(), Name: '', RetryCount: 0 },
});
