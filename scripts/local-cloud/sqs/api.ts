import { createHash } from 'node:crypto';
import { ServiceError } from '../http.ts';
import type { Guard } from '../iam/guard.ts';
import type { QueuedMessage, Queues } from './queues.ts';

interface Input {
  readonly QueueUrl?: string;
  readonly MaxNumberOfMessages?: number;
  readonly VisibilityTimeout?: number;
  readonly MessageAttributeNames?: readonly string[];
  readonly ReceiptHandle?: string;
}

/** Default visibility timeout in seconds. */
const usualTimeout = 30;

const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');
/** Id of a message by its content. Messages with the same content share one id. */
const idOf = (message: QueuedMessage) => hash('sha256', JSON.stringify(message));

/**
 * SQS API for receiving and deleting messages:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/
 */
export class QueueApi {
  readonly #queues: Queues;
  readonly #guard: Guard;
  /** End of each message's visibility timeout, by queue and id. */
  readonly #hidden = new Map<string, number>();

  constructor(queues: Queues, guard: Guard) {
    this.#queues = queues;
    this.#guard = guard;
  }

  call(caller: string, operation: string, input: Input): object {
    const queue = this.#queues.arnOf(input.QueueUrl ?? '');
    if (queue === undefined)
      throw new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.');
    this.#guard.require(caller, { action: `sqs:${operation}`, resource: queue });
    if (operation === 'GetQueueAttributes') return this.#attributes(queue);
    if (operation === 'ReceiveMessage') return this.#receive(queue, input);
    if (operation === 'DeleteMessage') return this.#delete(queue, input);
    throw new ServiceError('UnsupportedOperation', `${operation} is not served here.`);
  }

  #visible(queue: string): readonly QueuedMessage[] {
    const isVisible = (message: QueuedMessage) =>
      (this.#hidden.get(`${queue} ${idOf(message)}`) ?? 0) <= Date.now();
    return this.#queues.messages(queue).filter(isVisible);
  }

  #attributes(queue: string) {
    return { Attributes: { ApproximateNumberOfMessages: String(this.#visible(queue).length) } };
  }

  #receive(queue: string, { MaxNumberOfMessages = 1, VisibilityTimeout = usualTimeout, ...input }: Input) {
    if (MaxNumberOfMessages < 1 || MaxNumberOfMessages > 10)
      throw new ServiceError('InvalidParameterValue', 'MaxNumberOfMessages must be between 1 and 10.');
    const received = this.#visible(queue).slice(0, MaxNumberOfMessages);
    for (const message of received)
      this.#hidden.set(`${queue} ${idOf(message)}`, Date.now() + VisibilityTimeout * 1000);
    return { Messages: received.map((message) => shown(message, input)) };
  }

  #delete(queue: string, { ReceiptHandle = '' }: Input) {
    this.#queues.remove(queue, (message) => idOf(message) === ReceiptHandle);
    this.#hidden.delete(`${queue} ${ReceiptHandle}`);
    return {};
  }
}

function shown(message: QueuedMessage, { MessageAttributeNames: wanted = [] }: Input) {
  const attributes = Object.entries(message.attributes).filter(
    ([name]) => wanted.includes('All') || wanted.includes(name),
  );
  return {
    MessageId: idOf(message),
    ReceiptHandle: idOf(message),
    Body: message.body,
    MD5OfBody: hash('md5', message.body),
    MessageAttributes: Object.fromEntries(
      attributes.map(([name, StringValue]) => [name, { DataType: 'String', StringValue }]),
    ),
  };
}
