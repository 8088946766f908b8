import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { itemOfKey } from '../../shared/rules/checklist-documents.ts';
import type { PdfKey, Upload } from '../aws/object-keys.ts';
import { auditEntry } from './audit-log.ts';
import { document, type StoredDocument } from './items.ts';
import { keys, parts } from './keys.ts';
import { retryUntilDone } from './retry.ts';
import { isConditionFailure, readItem, TableName, table } from './table.ts';

const keyOf = ({ sub, answer_key }: Pick<Upload, 'sub' | 'answer_key'>) => ({
  pk: keys.application(sub),
  sk: parts.document(answer_key),
});

/** `status` is a reserved word of DynamoDB. */
const ExpressionAttributeNames = { '#status': 'status' };

/**
 * Records that the file has arrived and returns the item; undefined if the upload was deleted or replaced.
 */
export const markUploaded = (upload: Upload): Promise<StoredDocument | undefined> =>
  ifConditionHolds(async () => {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(upload),
        UpdateExpression: 'SET uploaded = :yes',
        ConditionExpression: 'gen = :gen',
        ExpressionAttributeValues: { ':yes': true, ':gen': upload.gen },
        ReturnValues: 'ALL_NEW',
      }),
    );
    return document.parse(Attributes);
  });

/**
 * Claims an upload that has arrived and whose conversion was requested. The upload's event and the request
 * may both start an execution, but only one gets the claim. A repeated step of the same execution gets it
 * again.
 */
export const claimConversion = async (upload: Upload, run: string): Promise<boolean> => {
  const claimed = await ifConditionHolds(async () => {
    await table.send(
      new UpdateCommand({
        TableName,
        Key: keyOf(upload),
        UpdateExpression: 'SET #status = :taken, claimed_by = :run',
        ConditionExpression:
          'gen = :gen AND requested = :yes AND uploaded = :yes AND (#status = :waiting OR (#status = :taken AND claimed_by = :run))',
        ExpressionAttributeNames,
        ExpressionAttributeValues: {
          ...{ ':gen': upload.gen, ':yes': true, ':run': run },
          ...{ ':waiting': 'UNPROCESSED', ':taken': 'IN_PROGRESS' },
        },
      }),
    );
    return true;
  });
  return claimed ?? false;
};

const ifConditionHolds = async <T>(write: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await write();
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
};

export interface ConvertedOutcome {
  readonly status: 'COMPLETED';
  readonly pdf_key: PdfKey;
  readonly pdf_size: number;
  readonly pages: number;
  /** Size of the converted file, in bytes. It may differ from the file at the time of the request. */
  readonly file_size?: number;
}

export type ConversionOutcome = ConvertedOutcome | { readonly status: 'FAILED'; readonly message: string };

/**
 * Ends a conversion, and increments the application's revision in the same transaction. Applications that
 * were submitted or are being deleted are not changed. Returns true if this call ended the conversion.
 */
export const finishConversion = async (upload: Upload, outcome: ConversionOutcome): Promise<boolean> => {
  const ended = await retryUntilDone(() => tryFinishing(upload, outcome));
  if (ended === undefined) throw new Error('Other changes of the application left no room for this one.');
  return ended;
};

/** Undefined if another change of the application came first. */
const tryFinishing = async (upload: Upload, outcome: ConversionOutcome): Promise<boolean | undefined> => {
  const TransactItems = [
    requireChangeable(upload),
    end(upload, outcome),
    await auditOutcome(upload, outcome),
  ];
  try {
    await table.send(new TransactWriteCommand({ TransactItems }));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error;
    const reasons = error.CancellationReasons?.map(({ Code }) => Code) ?? [];
    return reasons.includes('ConditionalCheckFailed') ? false : undefined;
  }
};

const auditOutcome = ({ sub, answer_key }: Upload, { status }: ConversionOutcome) =>
  auditEntry(sub, status === 'COMPLETED' ? 'converted' : 'upload-refused', { names: [answer_key] });

/** A failed upload for a checklist item changes neither the application nor the checklist. */
const requireChangeable = (upload: Upload) =>
  itemOfKey(upload.answer_key) === undefined ? raiseRevision(upload) : requireSubmitted(upload);

const requireSubmitted = ({ sub }: Upload) => ({
  ConditionCheck: {
    TableName,
    Key: { pk: keys.application(sub), sk: parts.meta },
    ConditionExpression: 'attribute_exists(submitted_at) AND attribute_not_exists(erased_at)',
  },
});

const raiseRevision = ({ sub }: Upload) => ({
  Update: {
    TableName,
    Key: { pk: keys.application(sub), sk: parts.meta },
    UpdateExpression: 'ADD rev :one',
    ConditionExpression: 'attribute_not_exists(submitted_at) AND attribute_not_exists(erased_at)',
    ExpressionAttributeValues: { ':one': 1 },
  },
});

const end = (upload: Upload, { status, ...rest }: ConversionOutcome) => {
  const fields = Object.entries(rest);
  return {
    Update: {
      TableName,
      Key: keyOf(upload),
      UpdateExpression: `SET ${['#status = :status', ...fields.map(([name]) => `${name} = :${name}`)].join(', ')}`,
      ConditionExpression: 'gen = :gen AND #status = :taken',
      ExpressionAttributeNames,
      ExpressionAttributeValues: {
        ...{ ':gen': upload.gen, ':taken': 'IN_PROGRESS', ':status': status },
        ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
      },
    },
  };
};

/** Reads the newest upload of a file question, consistently. */
export const readDocument = (
  sub: Upload['sub'],
  answer_key: Upload['answer_key'],
): Promise<StoredDocument | undefined> =>
  readItem(keyOf({ sub, answer_key }), document, { ConsistentRead: true });

/**
 * True if an upload has been converted and is still attached, also while a newer one is to replace it. A
 * repeated step finds its own result this way.
 */
export const isConversionCompleted = async ({ sub, answer_key, gen }: Upload): Promise<boolean> => {
  const stored = await readDocument(sub, answer_key);
  return [stored, stored?.replaces].some((each) => each?.gen === gen && each.status === 'COMPLETED');
};
