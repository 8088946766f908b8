import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import { LocalCloudError } from '../error.ts';
import type { Permissions } from '../iam/roles.ts';
import type { Functions } from '../lambda/service.ts';
import type { Queues } from '../sqs/queues.ts';
import { Deliveries, type Delivery } from './deliveries.ts';
import { readSchedule } from './schedule.ts';
import type { StepFunctions } from './service.ts';

const targetSchema = z.strictObject({
  Arn: z
    .string()
    .check(
      z.regex(
        /:(stateMachine|function):|:event-bus\//,
        'Only state machines, functions and event buses are served as targets.',
      ),
    ),
  Id: z.string(),
  RoleArn: z.optional(z.string()), // the function's own policy allows the rule
  Input: z.optional(z.string()),
  InputPath: z.optional(z.string()),
  InputTransformer: z.optional(
    z.strictObject({ InputPathsMap: z.record(z.string(), z.string()), InputTemplate: z.string() }),
  ),
  RetryPolicy: inertResource, // the target is in the same process, where a retry would fail too
  DeadLetterConfig: z.optional(z.strictObject({ Arn: z.string() })),
});

const ruleSchema = z.strictObject({
  Name: inertResource,
  Description: inertResource,
  EventPattern: z.optional(z.record(z.string(), z.unknown())),
  ScheduleExpression: z.optional(z.string()),
  State: z.optional(z.enum(['ENABLED', 'DISABLED'])),
  Targets: z.array(targetSchema),
  EventBusName: z.optional(z.string()),
  RoleArn: inertResource,
  Tags: inertResource,
});

type Event = Readonly<Record<string, unknown>>;
type Test = (wanted: unknown, found: unknown) => boolean;

const minute = 60_000;

const tests: Readonly<Record<string, Test>> = {
  prefix: (wanted, found) => typeof found === 'string' && found.startsWith(String(wanted)),
  wildcard: (wanted, found) =>
    typeof found === 'string' &&
    new RegExp(`^${String(wanted).split('*').map(escaped).join('.*')}$`).test(found),
  suffix: (wanted, found) => typeof found === 'string' && found.endsWith(String(wanted)),
  exists: (wanted, found) => (found !== undefined) === wanted,
  'anything-but': (wanted, found) => found !== undefined && ![wanted].flat().includes(found),
};

const escaped = (text: string): string => text.replaceAll(/[\\^$+.?()|[\]{}]/g, '\\$&');

function matchesOne(wanted: unknown, found: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return wanted === found;
  const [[name, value] = ['', undefined]] = Object.entries(wanted);
  const test = tests[name];
  if (test === undefined)
    throw new LocalCloudError(`An event pattern uses ${name}, which the local cloud does not serve.`);
  return test(value, found);
}

/**
 * True if an event matches a pattern:
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export function matchesPattern(pattern: Event, event: Event): boolean {
  return Object.entries(pattern).every(([key, wanted]) => {
    const found = event[key];
    if (!Array.isArray(wanted)) return matchesPattern(wanted as Event, (found ?? {}) as Event);
    return wanted.some((each) => [found].flat().some((one) => matchesOne(each, one)));
  });
}

type Target = z.infer<typeof targetSchema>;

interface Rule {
  readonly arn: string;
  readonly given: z.infer<typeof ruleSchema>;
  readonly isDue: ((at: Date) => boolean) | undefined;
}

interface Parts {
  readonly machines: StepFunctions;
  readonly functions: Functions;
  readonly queues: Queues;
  readonly permissions: Permissions;
  readonly delivery: Delivery | undefined;
  readonly log: (message: string) => void;
}

/**
 * EventBridge's rules. Delivers an event to the targets of each matching rule of its bus, before the call
 * that caused it gets its response. `Deliveries` can delay, repeat and reorder events, as AWS may.
 */
export class EventBus {
  readonly #rules: readonly Rule[];
  readonly #parts: Parts;
  readonly #deliveries: Deliveries;
  /** The last minute whose schedules ran, in minutes since 1970. */
  #minutesRun = Math.floor(Date.now() / minute);

  constructor(assembly: Assembly, parts: Parts) {
    this.#parts = parts;
    this.#deliveries = new Deliveries(parts.delivery);
    this.#rules = assembly
      .of('AWS::Events::Rule', ruleSchema)
      .map(({ attributes, given }) => ({ arn: attributes.Arn ?? '', given, isDue: scheduleOf(given) }));
    for (const { given } of this.#rules) matchesPattern(given.EventPattern ?? {}, {}); // rejects unknown operators at start
  }

  get arePending(): boolean {
    return this.#deliveries.arePending;
  }

  publish(event: Event, bus = 'default') {
    for (const rule of this.#rules) {
      const { EventPattern, State, Targets, EventBusName = 'default' } = rule.given;
      if (State === 'DISABLED' || EventPattern === undefined || EventBusName !== bus) continue;
      if (!matchesPattern(EventPattern, event)) continue;
      for (const target of Targets)
        if (!isOtherBus(target)) this.#deliveries.deliver(() => void this.#deliver(rule, target, event));
    }
  }

  /**
   * Runs the rules whose schedule names this minute. Resolves when the functions that they call have ended.
   */
  async runSchedules(at: Date) {
    const due = this.#rules.filter(({ given, isDue }) => given.State !== 'DISABLED' && isDue?.(at));
    await Promise.all(
      due.flatMap((rule) =>
        rule.given.Targets.map((target) => this.#deliver(rule, target, scheduledEvent(rule.arn, at))),
      ),
    );
  }

  /** Runs all schedules that became due since the last call, because a timer may skip a minute. */
  async runSchedulesUntil(now: Date) {
    const last = Math.floor(now.getTime() / minute);
    const first = this.#minutesRun + 1;
    this.#minutesRun = last;
    for (let each = first; each <= last; each += 1) await this.runSchedules(new Date(each * minute));
  }

  /** Redrives the events of a dead-letter queue, as an operator does after fixing the cause. */
  redrive(queue: string) {
    for (const { body, attributes } of this.#parts.queues.drain(queue)) {
      const rule = this.#rules.find(({ arn }) => arn === attributes.RULE_ARN);
      const target = rule?.given.Targets.find(({ Arn }) => Arn === attributes.TARGET_ARN);
      if (rule !== undefined && target !== undefined) void this.#deliver(rule, target, JSON.parse(body));
    }
  }

  async #deliver(rule: Rule, target: Target, event: Event) {
    try {
      await this.#start(rule, target, event);
    } catch (error) {
      this.#keep(rule, target, { event, error });
    }
  }

  /** Unique execution name with the event's id. An event that is delivered twice starts two executions. */
  #start({ arn }: Rule, target: Target, event: Event) {
    const { Arn, RoleArn } = target;
    const input = inputOf(target, event);
    const { machines, functions } = this.#parts;
    if (RoleArn === undefined)
      return functions.beginByService('events.amazonaws.com', arn, Arn, JSON.parse(input));
    return machines.startByRole(RoleArn, Arn, `${event.id}_${crypto.randomUUID()}`, input);
  }

  /** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-rule-dlq.html */
  #keep(
    { arn }: Rule,
    { Arn, DeadLetterConfig }: Target,
    { event, error }: { readonly event: Event; readonly error: unknown },
  ) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    this.#parts.log(`EventBridge could not start ${Arn}: ${message}`);
    const queue = DeadLetterConfig?.Arn;
    if (queue === undefined) return;
    const attributes = { RULE_ARN: arn, TARGET_ARN: Arn, ERROR_CODE: name, ERROR_MESSAGE: message };
    if (this.#maySend(arn, queue))
      this.#parts.queues.send(queue, { body: JSON.stringify(event), attributes });
    else this.#parts.log(`The policy of ${queue} does not let ${arn} send there: the event is lost.`);
  }

  #maySend(rule: string, queue: string) {
    return this.#parts.permissions.serviceAllows('events.amazonaws.com', 'sqs:SendMessage', queue, {
      'aws:SourceArn': rule,
    });
  }

  close() {
    this.#deliveries.close();
  }
}

/** A bus of another account, which this cloud does not have. */
const isOtherBus = ({ Arn }: Target): boolean => Arn.includes(':event-bus/');

const partOf = (path: string, event: Event): unknown =>
  path
    .split('.')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Event | undefined)?.[key], event);

/** The input of a target. Placeholders of a transformer stand inside texts of its template. */
function inputOf({ Input, InputPath = '$', InputTransformer }: Target, event: Event): string {
  if (InputTransformer === undefined) return Input ?? JSON.stringify(partOf(InputPath, event));
  const { InputPathsMap, InputTemplate } = InputTransformer;
  return InputTemplate.replaceAll(/<([\w-]+)>/g, (_, name) =>
    JSON.stringify(String(partOf(InputPathsMap[name] ?? '', event))).slice(1, -1),
  );
}

const scheduleOf = ({ ScheduleExpression }: z.infer<typeof ruleSchema>) =>
  ScheduleExpression === undefined ? undefined : readSchedule(ScheduleExpression);

const scheduledEvent = (rule: string, at: Date): Event => ({
  version: '0',
  id: crypto.randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '000000000000',
  time: `${at.toISOString().slice(0, 17)}00Z`,
  region: 'us-east-1',
  resources: [rule],
  detail: {},
});
