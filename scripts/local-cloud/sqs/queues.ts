import * as z from 'zod/mini';
import { type Assembly, inertResource } from '../assembly/assembly.ts';
import { RecordStore } from '../files.ts';
import type { Permissions } from '../iam/roles.ts';
import { policyDocument } from '../iam/statement.ts';

const queueSchema = z.strictObject({
  QueueName: inertResource,
  MessageRetentionPeriod: inertResource, // days
  SqsManagedSseEnabled: inertResource,
  KmsMasterKeyId: inertResource,
  Tags: inertResource,
});

const policySchema = z.strictObject({ Queues: z.array(z.string()), PolicyDocument: policyDocument });

export interface QueuedMessage {
  readonly body: string;
  /** The reason why the message is here, in the attributes that its sender documents. */
  readonly attributes: Readonly<Record<string, string>>;
}

interface Queue {
  readonly arn: string;
  readonly name: string;
  readonly path: string;
  readonly url: string;
}

/** Dead-letter queues. Services send messages that they could not deliver, and an operator receives them. */
export class Queues {
  readonly #records: RecordStore<readonly QueuedMessage[]>;
  readonly #queues: readonly Queue[];

  constructor(assembly: Assembly, folder: string, permissions: Permissions) {
    this.#records = new RecordStore(folder);
    this.#queues = assembly
      .of('AWS::SQS::Queue', queueSchema)
      .map(({ ref, arn, path }) => ({ arn, path, url: ref, name: arn.split(':').at(-1) ?? '' }));
    for (const { given } of assembly.of('AWS::SQS::QueuePolicy', policySchema))
      for (const { arn, url } of this.#queues)
        if (given.Queues.includes(url)) permissions.attach(arn, given.PolicyDocument.Statement);
  }

  /** By ARN or construct path. */
  #find(queue: string): Queue {
    const found = this.#queues.find(({ arn, path }) => arn === queue || path === queue);
    if (found === undefined) throw new Error(`The assembly has no queue ${queue}.`);
    return found;
  }

  /** The messages of a queue, the oldest first. */
  messages(queue: string): readonly QueuedMessage[] {
    return this.#records.get(this.#find(queue).name) ?? [];
  }

  send(queue: string, message: QueuedMessage) {
    this.#records.put(this.#find(queue).name, [...this.messages(queue), message]);
  }

  /** The ARN of the queue at an address; undefined when there is none. */
  arnOf(address: string): string | undefined {
    return this.#queues.find(({ url }) => url === address)?.arn;
  }

  /** Takes one message out of a queue. */
  remove(queue: string, isMeant: (message: QueuedMessage) => boolean) {
    const all = this.messages(queue);
    const index = all.findIndex(isMeant);
    if (index >= 0) this.#records.put(this.#find(queue).name, all.toSpliced(index, 1));
  }

  /** Takes every message out of a queue. */
  drain(queue: string): readonly QueuedMessage[] {
    const all = this.messages(queue);
    this.#records.put(this.#find(queue).name, []);
    return all;
  }
}
