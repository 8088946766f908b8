import { randomUUID } from 'node:crypto';
import { uploadMessages } from '../../shared/rules/upload.ts';
import { keyOfUpload, type UploadKey, uploadOf } from '../aws/object-keys.ts';
import { now } from '../runtime/clock.ts';
import { type ApplicantId, type DocumentKey, type UploadId, uploadId } from '../runtime/ids.ts';
import { readApplication } from './application.ts';
import { change, deleteItem, putItem } from './change.ts';
import type { Removal, StoredDocument } from './items.ts';
import { parts } from './keys.ts';
import { removalOf, removalWrites } from './removals.ts';

/** A conversion ends within this, whatever dies (trust paper, INV7). Milliseconds. */
const conversionTime = 90_000;

const isPastDeadline = ({ deadline }: StoredDocument) => deadline !== undefined && now() > deadline;
const isUnfinished = ({ status }: StoredDocument) => status === 'UNPROCESSED' || status === 'IN_PROGRESS';

export const isConverting = (document: StoredDocument): boolean =>
  isUnfinished(document) && !isPastDeadline(document);

export const isConverted = ({ status }: StoredDocument): boolean => status === 'COMPLETED';

/** What `GET /api/document-answer` lists: documents that were converted. */
export const completedDocuments = (documents: Iterable<readonly [string, StoredDocument]>) =>
  Object.fromEntries(
    [...documents]
      .filter(([, document]) => isConverted(document))
      .map(([key, { file_name = '', file_size = 0 }]) => [key, { file_name, file_size }]),
  );

interface Upload {
  readonly object_key: UploadKey;
  readonly removals: readonly Removal[];
}

/** Makes room for a new upload of a file question. Says which files, an earlier one's included, are to be removed. */
export const createUpload = (sub: ApplicantId, key: DocumentKey) =>
  change<Upload>(sub, ({ documents, removals }) => {
    const gen = uploadId.parse(randomUUID());
    const object_key = keyOfUpload({ sub, answer_key: key, gen });
    const replaced = documents.get(key);
    return {
      event: 'upload',
      keys: [key],
      writes: [
        putItem(sub, parts.document(key), { gen, object_key, uploaded: false, requested: false }),
        ...(replaced ? removalWrites(sub, replaced) : []),
      ],
      result: { object_key, removals: replaced ? [...removals, removalOf(replaced)] : removals },
    };
  });

/** Asks for the conversion of the upload that `file_key` names; undefined when there is none such. */
export async function requestConversion(
  sub: ApplicantId,
  key: DocumentKey,
  { file_key, file_name, file_size }: { file_key: UploadKey; file_name: string; file_size: number },
): Promise<UploadId | undefined> {
  const { gen } = uploadOf(file_key);
  return change(sub, ({ documents }) => {
    const document = documents.get(key);
    if (document === undefined || document.object_key !== file_key || document.requested)
      return { event: 'convert', keys: [key], writes: [], result: document?.requested ? gen : undefined };
    return {
      event: 'convert',
      keys: [key],
      writes: [
        putItem(sub, parts.document(key), {
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
export async function documentOf(sub: ApplicantId, key: string): Promise<StoredDocument | undefined> {
  const { documents, submittedAt } = await readApplication(sub);
  const document = documents.get(key);
  if (document === undefined || !isOverdue(document)) return document;
  return submittedAt === undefined ? recordTimeout(sub, key) : timedOut(document);
}

const isOverdue = (document: StoredDocument) => isUnfinished(document) && isPastDeadline(document);

const timedOut = (document: StoredDocument): StoredDocument => ({
  ...document,
  status: 'FAILED',
  message: uploadMessages.tookTooLong,
});

/** A change like any other: after submission nothing is recorded any more (decision H-03). */
const recordTimeout = (sub: ApplicantId, key: string) =>
  change<StoredDocument | undefined>(sub, ({ documents }) => {
    const document = documents.get(key);
    if (document === undefined || !isOverdue(document)) return { unchanged: document };
    const result = timedOut(document);
    return {
      event: 'timeout',
      keys: [key],
      writes: [putItem(sub, parts.document(key), { ...result })],
      result,
    };
  });

/** Takes a document out of the application. Says which files are to be removed, those that are left over included. */
export const removeDocument = (sub: ApplicantId, key: DocumentKey): Promise<readonly Removal[]> =>
  change<readonly Removal[]>(sub, ({ documents, removals }) => {
    const document = documents.get(key);
    if (document === undefined) return { unchanged: removals };
    return {
      event: 'delete-document',
      keys: [key],
      writes: [deleteItem(sub, parts.document(key)), ...removalWrites(sub, document)],
      result: [...removals, removalOf(document)],
    };
  });
