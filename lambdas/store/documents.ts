import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { uploadMessages } from '../../shared/rules/upload.ts';
import { now } from '../clock.ts';
import { readApplication } from './application.ts';
import { change, put, remove } from './change.ts';
import type { StoredDocument } from './items.ts';
import { keys, parts } from './keys.ts';
import { isConditionFailure, TableName, table } from './table.ts';

/** A conversion ends within this, whatever dies (trust paper, INV7). Milliseconds. */
const conversionTime = 90_000;

const isPastDeadline = ({ deadline }: StoredDocument) => deadline !== undefined && now() > deadline;
const isUnfinished = ({ status }: StoredDocument) => status === 'UNPROCESSED' || status === 'IN_PROGRESS';

export const isRunning = (document: StoredDocument): boolean =>
  isUnfinished(document) && !isPastDeadline(document);

export const isCompleted = ({ status }: StoredDocument): boolean => status === 'COMPLETED';

/** What `GET /api/document-answer` lists: documents that were converted. */
export const completedDocuments = (documents: Iterable<readonly [string, StoredDocument]>) =>
  Object.fromEntries(
    [...documents]
      .filter(([, document]) => isCompleted(document))
      .map(([key, { file_name = '', file_size = 0 }]) => [key, { file_name, file_size }]),
  );

/** Makes room for a new upload of a file question; an earlier one is forgotten and comes back for removal. */
export const newUpload = (sub: string, key: string) =>
  change(sub, ({ documents }) => {
    const gen = randomUUID();
    const object_key = `uploads/${sub}/${key}/${gen}`;
    return {
      event: 'upload',
      keys: [key],
      writes: [put(sub, parts.document(key), { gen, object_key, uploaded: false, requested: false })],
      result: { object_key, replaced: documents.get(key) },
    };
  });

/** Asks for the conversion of the upload that `file_key` names; undefined when there is none such. */
export async function requestConversion(
  sub: string,
  key: string,
  { file_key, file_name, file_size }: { file_key: string; file_name: string; file_size: number },
): Promise<string | undefined> {
  const gen = file_key.slice(file_key.lastIndexOf('/') + 1);
  return change(sub, ({ documents }) => {
    const document = documents.get(key);
    if (document === undefined || document.object_key !== file_key || document.requested)
      return { event: 'convert', keys: [key], writes: [], result: document?.requested ? gen : undefined };
    return {
      event: 'convert',
      keys: [key],
      writes: [
        put(sub, parts.document(key), {
          ...document,
          requested: true,
          file_name,
          file_size,
          status: 'UNPROCESSED',
          deadline: now() + conversionTime,
        }),
      ],
      result: gen,
    };
  });
}

/** How a document stands. Past its deadline a conversion has failed, even when nothing is left to say so. */
export async function documentOf(sub: string, key: string): Promise<StoredDocument | undefined> {
  const document = (await readApplication(sub)).documents.get(key);
  if (document === undefined || !isUnfinished(document) || !isPastDeadline(document)) return document;
  await recordTimeout(sub, key, document.gen);
  return { ...document, status: 'FAILED', message: uploadMessages.tookTooLong };
}

async function recordTimeout(sub: string, key: string, gen: string): Promise<void> {
  const update = new UpdateCommand({
    TableName,
    Key: { pk: keys.application(sub), sk: parts.document(key) },
    UpdateExpression: 'SET #status = :failed, #message = :message',
    ConditionExpression: 'gen = :gen AND #status IN (:unprocessed, :running)',
    ExpressionAttributeNames: { '#status': 'status', '#message': 'message' },
    ExpressionAttributeValues: {
      ':failed': 'FAILED',
      ':message': uploadMessages.tookTooLong,
      ':gen': gen,
      ':unprocessed': 'UNPROCESSED',
      ':running': 'IN_PROGRESS',
    },
  });
  await table.send(update).catch((error: unknown) => {
    if (!isConditionFailure(error)) throw error;
  });
}

/** Removes a document; what stood there comes back, so that its files can be removed too. */
export const removeDocument = async (sub: string, key: string): Promise<StoredDocument | undefined> => {
  const { documents, submittedAt } = await readApplication(sub);
  if (documents.get(key) === undefined && submittedAt === undefined) return undefined;
  return change(sub, (application) => ({
    event: 'delete-document',
    keys: [key],
    writes: [remove(sub, parts.document(key))],
    result: application.documents.get(key),
  }));
};
