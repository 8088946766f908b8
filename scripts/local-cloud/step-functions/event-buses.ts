import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import { account } from '../assembly/identity.ts';
import { ServiceError } from '../http.ts';
import type { Guard } from '../iam/guard.ts';

const busSchema = z.strictObject({ Name: z.string(), Description: inertResource, Tags: inertResource });

const entrySchema = z.strictObject({
  Source: z.optional(z.string()),
  DetailType: z.optional(z.string()),
  Detail: z.optional(z.string()),
  EventBusName: z.optional(z.string()),
  Time: z.optional(z.number()),
});
type Entry = z.infer<typeof entrySchema>;

/** Of one call: https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html */
const maxEntries = 10;
const maxBytes = 256 * 1024;

const defaultBus = 'default';

export type PublishEvent = (event: Readonly<Record<string, unknown>>, bus: string) => void;

/** The error of a rejected entry; the response as a whole still succeeds. */
function faultOf({ Source = '', DetailType = '', Detail = '' }: Entry) {
  if (Source === '' || DetailType === '' || Detail === '')
    return { ErrorCode: 'InvalidArgument', ErrorMessage: 'Source, DetailType and Detail are required.' };
  if (Source.startsWith('aws.'))
    return { ErrorCode: 'NotAuthorizedForSource', ErrorMessage: `Not authorized for the source ${Source}.` };
  if (!isObject(Detail)) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
  return undefined;
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** A bus is named by its name or its ARN. */
const busNameOf = ({ EventBusName }: Entry) => EventBusName?.replace(/^arn:[^/]*:event-bus\//, '');

const sizeOf = ({ Source = '', DetailType = '', Detail = '' }: Entry) =>
  Buffer.byteLength(Source + DetailType + Detail);

/** EventBridge's buses. Only PutEvents is supported: it starts the targets of a bus's rules. */
export class EventBuses {
  readonly #arns: ReadonlyMap<string, string>;
  readonly #guard: Guard;
  readonly #publish: PublishEvent;

  constructor(assembly: Assembly, guard: Guard, publish: PublishEvent) {
    const buses = assembly.of('AWS::Events::EventBus', busSchema);
    this.#arns = new Map(buses.map(({ ref, arn }) => [ref, arn]));
    this.#guard = guard;
    this.#publish = publish;
  }

  call(caller: string, operation: string, input: object): object {
    if (operation !== 'PutEvents')
      throw new ServiceError('UnknownOperationException', `${operation} is not served here.`);
    const { data } = z.strictObject({ Entries: z.array(entrySchema) }).safeParse(input);
    const entries = data?.Entries ?? [];
    if (entries.length < 1 || entries.length > maxEntries)
      throw new ServiceError('ValidationException', `Entries: from 1 to ${maxEntries} are expected.`);
    if (entries.reduce((sum, entry) => sum + sizeOf(entry), 0) > maxBytes)
      throw new ServiceError(
        'ValidationException',
        'Total size of the entries in the request is over the limit.',
      );
    const named = entries.map((entry) => ({ ...entry, EventBusName: busNameOf(entry) }));
    for (const { EventBusName } of named) this.#requireBus(caller, EventBusName);
    const results = named.map((entry) => this.#put(entry));
    return { FailedEntryCount: results.filter((each) => 'ErrorCode' in each).length, Entries: results };
  }

  #requireBus(caller: string, bus = defaultBus) {
    const resource = this.#arns.get(bus) ?? `arn:aws:events:us-east-1:${account}:event-bus/${bus}`;
    this.#guard.require(caller, { action: 'events:PutEvents', resource });
    if (bus !== defaultBus && !this.#arns.has(bus))
      throw new ServiceError('ResourceNotFoundException', `Event bus ${bus} does not exist.`);
  }

  #put(entry: Entry) {
    const fault = faultOf(entry);
    if (fault !== undefined) return fault;
    const { Source, DetailType, Detail = '', EventBusName = defaultBus, Time } = entry;
    const id = crypto.randomUUID();
    const time = Time === undefined ? new Date() : new Date(Time * 1000);
    this.#publish(
      {
        ...{ version: '0', id, 'detail-type': DetailType, source: Source, account },
        ...{ time: time.toISOString(), region: 'us-east-1', resources: [], detail: JSON.parse(Detail) },
      },
      EventBusName,
    );
    return { EventId: id };
  }
}
