import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Assembly, inertResource, number } from '../assembly/assembly.ts';
import { LocalCloudError } from '../error.ts';
import { ServiceError } from '../http.ts';
import type { Permissions } from '../iam/roles.ts';
import type { Quotas } from '../quotas.ts';
import type { Queues } from '../sqs/queues.ts';
import { FunctionError } from './environment.ts';
import type { FunctionDescription } from './read-functions.ts';

const configSchema = z.strictObject({
  FunctionName: z.string(),
  Qualifier: z.string(),
  MaximumEventAgeInSeconds: inertResource, // hours
  MaximumRetryAttempts: z.optional(number),
  DestinationConfig: z.optional(
    z.strictObject({ OnFailure: z.optional(z.strictObject({ Destination: z.string() })) }),
  ),
});

interface AsyncSettings {
  readonly retries: number;
  /** The ARN of the queue that gets a record of a call that failed for good. */
  readonly destination: string | undefined;
}

interface AsyncCall {
  readonly arn: string;
  readonly description: FunctionDescription;
  readonly event: unknown;
}

interface Parts {
  readonly queues: Queues;
  readonly permissions: Permissions;
  readonly quotas: Quotas;
  readonly log: (complaint: string) => void;
}

const refuseOthers = (path: string, destination: string | undefined) => {
  if (destination !== undefined && !destination.startsWith('arn:aws:sqs:'))
    throw new LocalCloudError(
      `${path} sends failures to ${destination}; the local cloud sends them to queues only.`,
    );
};

/**
 * Asynchronous calls. The caller gets a response immediately; failures are retried and then sent to a queue.
 */
export class AsyncCalls {
  /** By the ARN of the function. */
  readonly #settings: ReadonlyMap<string, AsyncSettings>;
  readonly #parts: Parts;
  readonly #closing = new AbortController();
  #pending = 0;

  constructor(assembly: Assembly, functions: readonly FunctionDescription[], parts: Parts) {
    this.#parts = parts;
    for (const { path, deadLetterQueue } of functions) refuseOthers(path, deadLetterQueue);
    this.#settings = new Map(
      assembly.of('AWS::Lambda::EventInvokeConfig', configSchema).map(({ path, given }) => {
        const destination = given.DestinationConfig?.OnFailure?.Destination;
        refuseOthers(path, destination);
        const arn = functions.find(({ name }) => name === given.FunctionName)?.arn ?? given.FunctionName;
        return [arn, { retries: given.MaximumRetryAttempts ?? 2, destination }];
      }),
    );
  }

  get arePending(): boolean {
    return this.#pending > 0;
  }

  /** Calls a function. Resolves after success or after the last retry. */
  async begin(call: AsyncCall, invoke: () => Promise<unknown>): Promise<void> {
    this.#pending += 1;
    try {
      await this.#run(call, invoke);
    } finally {
      this.#pending -= 1;
    }
  }

  async #run(call: AsyncCall, invoke: () => Promise<unknown>) {
    const { retries } = this.#settings.get(call.arn) ?? { retries: 2 };
    const waits = this.#parts.quotas.eventRetrySeconds;
    for (let attempt = 0; !this.#closing.signal.aborted; attempt++) {
      const failure = await invoke().then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure === undefined) return;
      if (isThrottled(failure))
        attempt -= 1; // waits for hours, without using up a retry
      else if (attempt >= retries) return this.#giveUp(call, { failure, attempts: attempt + 1 });
      const seconds = waits[Math.max(0, Math.min(attempt, waits.length - 1))] ?? 0;
      await pause(seconds * 1000, undefined, { ref: false, signal: this.#closing.signal }).catch(
        () => undefined,
      );
    }
  }

  #giveUp(
    { arn, description: one, event }: AsyncCall,
    { failure, attempts }: { readonly failure: unknown; readonly attempts: number },
  ) {
    const destination = this.#settings.get(arn)?.destination;
    const message = failure instanceof Error ? failure.message : String(failure);
    if (destination !== undefined)
      this.#put(one, destination, {
        body: JSON.stringify({
          version: '1.0',
          requestContext: {
            functionArn: arn === one.arn ? `${arn}:$LATEST` : arn,
            condition: 'RetriesExhausted',
            approximateInvokeCount: attempts,
          },
          requestPayload: event,
          responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
          responsePayload: failure instanceof FunctionError ? failure.failure : { errorMessage: message },
        }),
        attributes: {},
      });
    if (one.deadLetterQueue !== undefined)
      this.#put(one, one.deadLetterQueue, {
        body: JSON.stringify(event),
        attributes: { ErrorCode: '200', ErrorMessage: message.slice(0, 1024) },
      });
  }

  /** Sends to the queue if the function's role may do that. Otherwise the message is lost, as on AWS. */
  #put({ role, path }: FunctionDescription, queue: string, message: Parameters<Queues['send']>[1]) {
    if (this.#parts.permissions.roleAllows(role, 'sqs:SendMessage', queue))
      this.#parts.queues.send(queue, message);
    else this.#parts.log(`${path} failed for good, and its role may not send the event to ${queue}.`);
  }

  close() {
    this.#closing.abort();
  }
}

const isThrottled = (error: unknown) =>
  error instanceof ServiceError && error.name === 'TooManyRequestsException';
