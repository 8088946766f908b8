import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import { ServiceError } from '../http.ts';
import type { Guard } from '../iam/guard.ts';
import { readDefinition } from './definition.ts';
import { type Execution, Executions, type StateMachineInfo, type StepFunctionsParts } from './executions.ts';

const machineSchema = z.strictObject({
  DefinitionString: z.string(),
  RoleArn: z.string(),
  StateMachineName: inertResource,
  StateMachineType: z.optional(z.literal('STANDARD')),
  LoggingConfiguration: inertResource,
  TracingConfiguration: inertResource,
  EncryptionConfiguration: inertResource,
  Tags: inertResource,
});

interface Input {
  readonly stateMachineArn: string;
  readonly executionArn: string;
  readonly name?: string;
  readonly input?: string;
}

const shown = ({ at: _, ...rest }: Execution) => rest;

/** Step Functions: standard state machines, their executions, and the calls that start and describe them. */
export class StepFunctions {
  readonly #machines: ReadonlyMap<string, StateMachineInfo>;
  readonly #executions: Executions;
  readonly #guard: Guard;

  constructor(assembly: Assembly, folder: string, parts: StepFunctionsParts) {
    this.#guard = parts.guard;
    this.#executions = new Executions(folder, parts);
    const all = assembly.of('AWS::StepFunctions::StateMachine', machineSchema);
    this.#machines = new Map(
      all.map(({ ref, path, attributes, given }) => {
        const definition = readDefinition(path, given.DefinitionString);
        return [ref, { arn: ref, name: attributes.Name ?? ref, role: given.RoleArn, definition }];
      }),
    );
  }

  get areRunning(): boolean {
    return this.#executions.areRunning;
  }

  resume() {
    for (const machine of this.#machines.values()) this.#executions.resume(machine);
  }

  call(caller: string, operation: string, input: Input): object {
    const resource = input.executionArn ?? input.stateMachineArn;
    this.#guard.require(caller, { action: `states:${operation}`, resource });
    const serve = this.#operations[operation];
    if (serve === undefined)
      throw new ServiceError('UnknownOperationException', `${operation} is not served here.`);
    return serve(input);
  }

  /** Starts an execution for a role, as EventBridge does with its rule's role. */
  startByRole(role: string, stateMachineArn: string, name: string, input: string) {
    return this.call(role, 'StartExecution', {
      stateMachineArn,
      name,
      input,
      executionArn: undefined as never,
    });
  }

  readonly #operations: Readonly<Record<string, (input: Input) => object>> = {
    StartExecution: ({ stateMachineArn, name = crypto.randomUUID(), input = '{}' }) => {
      if (!/^[\w-]{1,80}$/.test(name)) throw new ServiceError('InvalidName', `Invalid Name: '${name}'`);
      parseInput(input);
      const { executionArn, startDate } = this.#executions.start(this.#machine(stateMachineArn), name, input);
      return { executionArn, startDate };
    },
    DescribeExecution: ({ executionArn }) => shown(this.#execution(executionArn)),
    StopExecution: ({ executionArn }) => {
      this.#executions.stop(this.#execution(executionArn).executionArn);
      return { stopDate: Date.now() / 1000 };
    },
    ListExecutions: ({ stateMachineArn }) => ({
      executions: this.#executions
        .of(this.#machine(stateMachineArn).arn)
        .map(({ input: _, output: __, ...rest }) => shown(rest as Execution)),
    }),
  };

  #machine(arn: string): StateMachineInfo {
    const machine = this.#machines.get(arn);
    if (machine === undefined)
      throw new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    return machine;
  }

  #execution(arn: string): Execution {
    const execution = this.#executions.find(arn);
    if (execution === undefined)
      throw new ServiceError('ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return execution;
  }

  close() {
    this.#executions.close();
  }
}

function parseInput(input: string) {
  try {
    JSON.parse(input);
  } catch {
    throw new ServiceError('InvalidExecutionInput', `Invalid State Machine Execution Input: '${input}'`);
  }
}
