import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { readAws } from './aws-errors.ts';
import { outputsOf, requiredOutput } from './outputs.ts';
import { clientOf, type TargetOptions } from './target.ts';

/** Maximum of messages in one response of SQS. */
const atOnce = 10;
/** Seconds. Without a wait, SQS queries only some of its servers and may miss messages. */
const waiting = 1;
/** Time for which a received message is hidden from other commands. */
const hiddenSeconds = 60;

/** An uploaded file whose event could not start its conversion. */
export interface MissedUpload {
  /** The key of the file. It contains the applicant's id and the question. */
  readonly file: string;
  readonly reason: string;
}

const attributeOf = ({ MessageAttributes = {} }: Message, name: string): string =>
  MessageAttributes[name]?.StringValue ?? '';

function fileIn({ Body = '' }: Message): string {
  const event: { detail?: { object?: { key?: string } } } = JSON.parse(Body);
  return event.detail?.object?.key ?? 'unknown file';
}

/** EventBridge and Lambda each write the reason into their own message attributes. */
const reasonOf = (message: Message): string =>
  ['ERROR_CODE', 'ERROR_MESSAGE', 'ErrorMessage']
    .map((name) => attributeOf(message, name))
    .filter((text) => text !== '')
    .join(': ');

const uploadOf = (message: Message): MissedUpload => ({
  file: fileIn(message),
  reason: reasonOf(message),
});

/** The dead-letter queue of upload events, read with the operator's own permissions. */
export async function missedUploadsOf(options: TargetOptions) {
  const { stage, region, client } = clientOf(options);
  const stack = `Matricula-${stage}-Conversion`;
  const outputs = await outputsOf(client, region, stack);
  const QueueUrl = requiredOutput(outputs, stack, 'MissedUploadsQueue');
  const stateMachineArn = requiredOutput(outputs, stack, 'ConversionMachine');
  const [sqs, machines] = [new SQSClient(client), new SFNClient(client)];

  async function receive(VisibilityTimeout: number): Promise<readonly Message[]> {
    const MessageAttributeNames = ['All'];
    const command = new ReceiveMessageCommand({
      ...{ QueueUrl, VisibilityTimeout, MessageAttributeNames },
      ...{ MaxNumberOfMessages: atOnce, WaitTimeSeconds: waiting },
    });
    return (await readAws('sqs:ReceiveMessage', region, () => sqs.send(command))).Messages ?? [];
  }

  /**
   * Starts a conversion. The execution name prevents a second start of the same message, if its deletion
   * fails.
   */
  async function start(message: Message): Promise<void> {
    const command = new StartExecutionCommand({
      stateMachineArn,
      name: `redrive-${message.MessageId}`,
      input: message.Body,
    });
    await readAws('states:StartExecution', region, () =>
      machines.send(command).catch((error: unknown) => {
        if (!(error instanceof Error) || error.name !== 'ExecutionAlreadyExists') throw error;
      }),
    );
    const { ReceiptHandle } = message;
    await readAws('sqs:DeleteMessage', region, () =>
      sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })),
    );
  }

  return {
    /** The number of missed uploads, and the first of them. */
    async list(): Promise<{ readonly total: number; readonly uploads: readonly MissedUpload[] }> {
      const { Attributes } = await readAws('sqs:GetQueueAttributes', region, () =>
        sqs.send(
          new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
        ),
      );
      const total = Number(Attributes?.ApproximateNumberOfMessages ?? 0);
      return { total, uploads: total === 0 ? [] : (await receive(0)).map(uploadOf) };
    },

    /**
     * Starts the conversion of each upload. If one cannot be started, it stays in the queue and the command
     * fails.
     */
    async startAll(): Promise<number> {
      let started = 0;
      for (let batch = await receive(hiddenSeconds); batch.length > 0; batch = await receive(hiddenSeconds))
        for (const message of batch) {
          await start(message);
          started += 1;
        }
      return started;
    },
  };
}
