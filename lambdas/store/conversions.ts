import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { attemptUntilDone } from './attempts.ts';
import { document, type StoredDocument } from './items.ts';
import { keys, parts } from './keys.ts';
import { isConditionFailure, TableName, table } from './table.ts';

/** One generation of one answer's document. Every write here holds only while that generation is the current one. */
export interface Generation {
  readonly sub: string;
  readonly answer_key: string;
  readonly gen: string;
}

const keyOf = ({ sub, answer_key }: Generation) => ({
  pk: keys.application(sub),
  sk: parts.document(answer_key),
});

/** `status` is a reserved word of DynamoDB. */
const ExpressionAttributeNames = { '#status': 'status' };

/** Says that the file has arrived; gives the item, or nothing when the generation was deleted or replaced. */
export const markUploaded = (generation: Generation): Promise<StoredDocument | undefined> =>
  whileTrue(async () => {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(generation),
        UpdateExpression: 'SET uploaded = :yes',
        ConditionExpression: 'gen = :gen',
        ExpressionAttributeValues: { ':yes': true, ':gen': generation.gen },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return document.parse(Attributes);
  });

/**
 * Takes a requested and uploaded generation for conversion. Two runs may ask (the upload's event and the request): one
 * gets it. The same run asking again, because its first answer was lost, gets it again.
 */
export const claim = async (generation: Generation, run: string): Promise<boolean> => {
  const claimed = await whileTrue(async () => {
    await table.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(generation),
        UpdateExpression: 'SET #status = :taken, claimed_by = :run',
        ConditionExpression:
          'gen = :gen AND requested = :yes AND uploaded = :yes AND (#status = :waiting OR (#status = :taken AND claimed_by = :run))',
        ExpressionAttributeNames,
        ExpressionAttributeValues: {
          ...{ ':gen': generation.gen, ':yes': true, ':run': run },
          ...{ ':waiting': 'UNPROCESSED', ':taken': 'IN_PROGRESS' },
        },
      }),
    );
    return true;
  });
  return claimed ?? false;
};

const whileTrue = async <T>(write: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await write();
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
};

export type Outcome =
  | {
      readonly status: 'COMPLETED';
      readonly pdf_key: string;
      readonly pdf_size: number;
      readonly pages: number;
    }
  | { readonly status: 'FAILED'; readonly message: string };

/**
 * Ends a conversion. A status is a change of the application, so its revision grows in the same transaction (H-03);
 * after submission nothing changes any more. Says whether it was this call that ended it.
 */
export const finish = async (generation: Generation, outcome: Outcome): Promise<boolean> => {
  const ended = await attemptUntilDone(() => tryToFinish(generation, outcome));
  if (ended === undefined) throw new Error('Other changes of the application left no room for this one.');
  return ended;
};

/** Undefined when other changes of the application came between. */
const tryToFinish = async (generation: Generation, outcome: Outcome): Promise<boolean | undefined> => {
  const TransactItems = [grow(generation), end(generation, outcome)];
  try {
    await table.send(new TransactWriteCommand({ TransactItems }));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons?.map(({ Code }) => Code) ?? [];
    return reasons.includes('ConditionalCheckFailed') ? false : undefined;
  }
};

const grow = ({ sub }: Generation) => ({
  Update: {
    TableName,
    Key: { pk: keys.application(sub), sk: parts.meta },
    UpdateExpression: 'ADD rev :one',
    ConditionExpression: 'attribute_not_exists(submitted_at)',
    ExpressionAttributeValues: { ':one': 1 },
  },
});

const end = (generation: Generation, { status, ...rest }: Outcome) => {
  const fields = Object.entries(rest);
  return {
    Update: {
      TableName,
      Key: keyOf(generation),
      UpdateExpression: `SET ${['#status = :status', ...fields.map(([name]) => `${name} = :${name}`)].join(', ')}`,
      ConditionExpression: 'gen = :gen AND #status = :taken',
      ExpressionAttributeNames,
      ExpressionAttributeValues: {
        ...{ ':gen': generation.gen, ':taken': 'IN_PROGRESS', ':status': status },
        ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
      },
    },
  };
};

/** Whether a generation has been converted: a step repeated after its effect finds its own outcome. */
export const isCompleted = async (generation: Generation): Promise<boolean> => {
  const { Item } = await table.send(
    new GetCommand({ TableName, Key: keyOf(generation), ConsistentRead: true }),
  );
  const stored = Item && document.parse(Item);
  return stored?.gen === generation.gen && stored.status === 'COMPLETED';
};
