import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import type { CloudWatch } from '../cloudwatch/service.ts';
import { UsageError } from '../usage-error.ts';
import type { StepFunctions } from './service.ts';

const targetSchema = z.strictObject({
  Arn: z.string().check(z.includes(':stateMachine:', 'Only state machines are served as targets.')),
  Id: z.string(),
  RoleArn: z.string(),
  Input: z.optional(z.string()),
  InputPath: z.optional(z.string()),
  RetryPolicy: inertResource, // the target is in the same process: what fails once fails again
  DeadLetterConfig: z.optional(z.strictObject({ Arn: z.string() })),
});

const ruleSchema = z.strictObject({
  Name: inertResource,
  Description: inertResource,
  EventPattern: z.record(z.string(), z.unknown()),
  State: z.optional(z.enum(['ENABLED', 'DISABLED'])),
  Targets: z.array(targetSchema),
  EventBusName: z.optional(z.literal('default')),
  RoleArn: inertResource,
  Tags: inertResource,
});

type Event = Readonly<Record<string, unknown>>;
type Test = (wanted: unknown, found: unknown) => boolean;

const tests: Readonly<Record<string, Test>> = {
  prefix: (wanted, found) => typeof found === 'string' && found.startsWith(String(wanted)),
  suffix: (wanted, found) => typeof found === 'string' && found.endsWith(String(wanted)),
  exists: (wanted, found) => (found !== undefined) === wanted,
  'anything-but': (wanted, found) => found !== undefined && ![wanted].flat().includes(found),
};

function matchesOne(wanted: unknown, found: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return wanted === found;
  const [[name, value] = ['', undefined]] = Object.entries(wanted);
  const test = tests[name];
  if (test === undefined)
    throw new UsageError(`An event pattern uses ${name}, which the local cloud does not serve.`);
  return test(value, found);
}

/** Whether an event fits a pattern: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html */
export function matchesPattern(pattern: Event, event: Event): boolean {
  return Object.entries(pattern).every(([key, wanted]) => {
    const found = event[key];
    if (!Array.isArray(wanted)) return matchesPattern(wanted as Event, (found ?? {}) as Event);
    return wanted.some((each) => [found].flat().some((one) => matchesOne(each, one)));
  });
}

type Rule = z.infer<typeof ruleSchema>;

/** EventBridge's default bus: hands an event to the targets of every rule that it fits, before the call that caused it is answered. */
export class EventBus {
  readonly #rules: readonly Rule[];
  readonly #machines: StepFunctions;
  readonly #complain: (message: string) => void;
  /** How many events a dead-letter queue holds, by its ARN. */
  readonly #undelivered = new Map<string, number>();

  constructor(
    assembly: Assembly,
    {
      machines,
      cloudWatch,
      log,
    }: { machines: StepFunctions; cloudWatch: CloudWatch; log: (message: string) => void },
  ) {
    this.#machines = machines;
    this.#complain = log;
    this.#rules = assembly.of('AWS::Events::Rule', ruleSchema).map(({ given }) => given);
    for (const { Targets } of this.#rules)
      for (const { DeadLetterConfig } of Targets) this.#measure(DeadLetterConfig?.Arn, cloudWatch);
    for (const { EventPattern } of this.#rules) matchesPattern(EventPattern as Event, {}); // refuses unknown operators now
  }

  #measure(queue: string | undefined, cloudWatch: CloudWatch) {
    if (queue === undefined) return;
    const dimensions = { QueueName: queue.split(':').at(-1) ?? '' };
    cloudWatch.measure(
      { namespace: 'AWS/SQS', name: 'ApproximateNumberOfMessagesVisible', dimensions },
      () => this.#undelivered.get(queue) ?? 0,
    );
  }

  publish(event: Event) {
    for (const { EventPattern, State, Targets } of this.#rules) {
      if (State === 'DISABLED' || !matchesPattern(EventPattern as Event, event)) continue;
      for (const target of Targets) this.#deliver(target, event);
    }
  }

  #deliver({ Arn, RoleArn, Input, InputPath, DeadLetterConfig }: z.infer<typeof targetSchema>, event: Event) {
    const path = (InputPath ?? '$').split('.').slice(1);
    const part = path.reduce<unknown>((value, key) => (value as Event | undefined)?.[key], event);
    try {
      this.#machines.startByRole(RoleArn, Arn, String(event.id), Input ?? JSON.stringify(part));
    } catch (error) {
      const queue = DeadLetterConfig?.Arn;
      if (queue !== undefined) this.#undelivered.set(queue, (this.#undelivered.get(queue) ?? 0) + 1);
      this.#complain(
        `EventBridge could not start ${Arn}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
