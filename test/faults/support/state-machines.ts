import { applicationPdfSteps, conversionSteps, type StepTime } from '../../../shared/api/conversion-time.ts';
import type { Functions } from './functions.ts';
import type { Ending } from './invocation.ts';

/** One execution of a state machine. */
export interface Execution {
  readonly machine: string;
  readonly name: string;
  readonly input: string;
}

type Invoke = (
  handler: (input: unknown) => Promise<unknown>,
  input: unknown,
  seconds: number,
) => Promise<Ending>;

interface Step {
  readonly handler: (input: unknown) => Promise<unknown>;
  readonly input: unknown;
  readonly time: StepTime;
}

interface Failure {
  readonly Error: string;
  readonly Cause: string;
}

const failureOf = (ending: Ending): Failure | undefined => {
  if ('returned' in ending) return undefined;
  return 'thrown' in ending
    ? { Error: ending.thrown instanceof Error ? ending.thrown.name : 'Error', Cause: String(ending.thrown) }
    : { Error: 'States.TaskFailed', Cause: 'The function died.' };
};

/** Runs executions as lib/stacks/conversion-stack.ts and application-pdf-stack.ts define them. */
export class StateMachines {
  readonly #functions: Functions;
  readonly #invoke: Invoke;
  #started = new Map<string, Execution>();
  #waiting: Execution[] = [];

  constructor(functions: Functions, invoke: Invoke) {
    this.#functions = functions;
    this.#invoke = invoke;
  }

  begin(): void {
    this.#started = new Map();
    this.#waiting = [];
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0;
  }

  serve(operation: string, input: object): object {
    if (operation !== 'StartExecutionCommand') throw new Error(`No ${operation} here.`);
    const { stateMachineArn: machine, ...rest } = input as {
      stateMachineArn: string;
      name: string;
      input: string;
    };
    this.start({ machine, ...rest });
    return {};
  }

  /** A name is used once. */
  start(execution: Execution): void {
    const name = `${execution.machine} ${execution.name}`;
    if (this.#started.has(name)) throw Object.assign(new Error(name), { name: 'ExecutionAlreadyExists' });
    this.#started.set(name, execution);
    this.#waiting.push(execution);
  }

  /** Runs the execution that waits longest, if there is one. */
  async runNext(): Promise<void> {
    const next = this.#waiting.shift();
    if (next?.machine === 'conversion') await this.#convert(next);
    else if (next !== undefined) await this.#draw(JSON.parse(next.input));
  }

  async #step({ handler, input, time }: Step): Promise<Ending> {
    for (let attempt = 0; ; attempt++) {
      const ending = await this.#invoke(handler, input, time.seconds - 2);
      if ('returned' in ending || attempt === time.repeats) return ending;
    }
  }

  async #convert({ name, input }: Execution): Promise<void> {
    const { bucket, object } = (
      JSON.parse(input) as { detail: { bucket: { name: string }; object: { key: string } } }
    ).detail;
    const { inspect, convert, record } = this.#functions;
    const inspected = await this.#step({
      handler: inspect,
      input: { bucket: bucket.name, key: object.key, execution: name },
      time: conversionSteps.inspect,
    });
    if (!('returned' in inspected)) return;
    const { next, job } = inspected.returned as { next: string; job?: object };
    if (next === 'end' || job === undefined) return;
    const converted = await this.#step({ handler: convert, input: job, time: conversionSteps.convert });
    const error = failureOf(converted);
    await this.#step({
      handler: record,
      input: error === undefined && 'returned' in converted ? converted.returned : { job, error },
      time: conversionSteps.record,
    });
  }

  async #draw(input: object): Promise<void> {
    const { make } = this.#functions;
    const made = await this.#step({ handler: make, input, time: applicationPdfSteps.make });
    if ('returned' in made) return;
    await this.#step({
      handler: make,
      input: { ...input, failed: true },
      time: applicationPdfSteps.recordFailure,
    });
  }
}
