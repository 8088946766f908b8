import { randomUUID } from 'node:crypto';
import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import { itemOfKey } from '../../shared/rules/checklist-documents.ts';
import { uploadMessages } from '../../shared/rules/upload.ts';
import { keyOfUpload, type UploadKey } from '../aws/object-keys.ts';
import { now } from '../runtime/clock.ts';
import { type ApplicantId, type DocumentKey, uploadId } from '../runtime/ids.ts';
import { type ApplicationRecord, readApplication } from '../table/application.ts';
import {
  attachedDocument,
  attachedDocuments,
  removalOf,
  removalWrites,
} from '../table/attached-documents.ts';
import { type Change, change, deleteItem, putItem, type Unchanged } from '../table/change.ts';
import { set } from '../table/expression.ts';
import type { Removal, StoredDocument } from '../table/items.ts';
import { keys, parts } from '../table/keys.ts';
import { type Write, writes } from '../table/table.ts';
import { countOneMore } from '../table/throttles.ts';
import { readDocument } from './conversions.ts';

/** Milliseconds within which every conversion ends, even if its functions crash. */
const conversionTime = deadlineSeconds.conversion * 1000;

const isPastDeadline = ({ deadline }: StoredDocument) => deadline !== undefined && now() > deadline;
const isUnfinished = ({ status }: StoredDocument) => status === 'UNPROCESSED' || status === 'IN_PROGRESS';

export const isConverting = (document: StoredDocument): boolean =>
  isUnfinished(document) && !isPastDeadline(document);

/** The uploads of a file question, except the attached one. */
const unattached = (document: StoredDocument): readonly StoredDocument[] => {
  const attached = attachedDocument(document);
  return uploadsOf(document).filter(({ gen }) => gen !== attached?.gen);
};

const uploadsOf = (document: StoredDocument): readonly StoredDocument[] =>
  document.replaces === undefined ? [document] : [document, document.replaces];

/**
 * Maximum uploads per hour. Enough to replace each of 20 files six times, and too few to keep the converters
 * busy.
 */
const uploadLimit = { max: 120, windowMs: 3_600_000, message: "That's a lot of files in an hour." };

/**
 * Changes the document of one key. Documents of the form freeze with the submission, and those of checklist
 * items are sent after it.
 */
async function changeDocument<Result>(
  sub: ApplicantId,
  key: DocumentKey,
  plan: (application: ApplicationRecord) => Change<Result> | Unchanged<Result>,
): Promise<Result> {
  if (itemOfKey(key) === undefined) return change(sub, plan);
  const { changeChecklistDocument } = await import('./checklist-documents.ts');
  return changeChecklistDocument(sub, key, plan);
}

interface Upload {
  readonly object_key: UploadKey;
  readonly removals: readonly Removal[];
}

/**
 * Creates an upload for a file question. A converted document stays attached until the new one is converted.
 * Returns the files to delete, including those of an unconverted upload.
 */
export const createUpload = (sub: ApplicantId, key: DocumentKey) =>
  changeDocument<Upload>(sub, key, ({ documents, removals, uploads }) => {
    const gen = uploadId.parse(randomUUID());
    const object_key = keyOfUpload({ sub, answer_key: key, gen });
    const stored = documents.get(key);
    const [replaces, dropped] = stored ? [attachedDocument(stored), unattached(stored)] : [undefined, []];
    return {
      event: 'upload',
      keys: [key],
      writes: [
        putItem(sub, parts.document(key), {
          ...{ gen, object_key, uploaded: false, requested: false },
          ...(replaces && { replaces }),
        }),
        putItem(sub, parts.uploads, { ...countOneMore(uploads, uploadLimit) }),
        ...removalWrites(sub, dropped),
      ],
      result: { object_key, removals: [...removals, ...dropped.map(removalOf)] },
    };
  });

/**
 * Requests the conversion of an upload. Returns the document after the request, which shows if the upload's
 * event came first; undefined unless the upload is the question's current one.
 */
export async function requestConversion(
  sub: ApplicantId,
  key: DocumentKey,
  { file_key, file_name, file_size }: { file_key: UploadKey; file_name: string; file_size: number },
): Promise<StoredDocument | undefined> {
  const isRequested = await changeDocument<boolean>(sub, key, ({ documents }) => {
    const document = documents.get(key);
    if (document?.object_key !== file_key) return { unchanged: false };
    if (document.requested) return { unchanged: true };
    const request = { file_name, file_size, deadline: now() + conversionTime };
    return { event: 'convert', keys: [key], writes: [markRequested(sub, key, request)], result: true };
  });
  return isRequested ? readDocument(sub, key) : undefined;
}

/** Does not write `uploaded`, which the upload's event may set at the same time. */
const markRequested = (
  sub: ApplicantId,
  key: DocumentKey,
  request: Required<Pick<StoredDocument, 'file_name' | 'file_size' | 'deadline'>>,
): Write =>
  writes.update(
    { pk: keys.application(sub), sk: parts.document(key) },
    set({ ...request, requested: true, status: 'UNPROCESSED' }),
  );

/**
 * Time that the event of an upload may take. S3's events usually arrive sooner, and rarely take
 * minutes.
 */
const eventDelayMs = 2_000;

/** True if a requested conversion still waits for its upload's event, which is late or lost. */
export const isEventLate = ({ requested, status, deadline = 0 }: StoredDocument): boolean =>
  requested && status === 'UNPROCESSED' && now() > deadline - conversionTime + eventDelayMs;

/**
 * Returns a document with its current status. After its deadline a conversion counts as failed, even if no
 * process is left to record it.
 */
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

/** Records a timeout. It is not recorded after the application was submitted. */
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

/** Removes a document from an application. Returns the files to delete, including leftover ones. */
export const removeDocument = (sub: ApplicantId, key: DocumentKey): Promise<readonly Removal[]> =>
  changeDocument<readonly Removal[]>(sub, key, ({ documents, removals }) => {
    const document = documents.get(key);
    if (document === undefined) return { unchanged: removals };
    return {
      event: 'delete-document',
      keys: [key],
      documents: new Map([...documents].filter(([other]) => other !== key)),
      writes: [deleteItem(sub, parts.document(key)), ...removalWrites(sub, uploadsOf(document))],
      result: [...removals, ...uploadsOf(document).map(removalOf)],
    };
  });

/**
 * Removes an upload that was to replace a document. The document stays. Without such an upload, changes
 * nothing.
 */
export const removeReplacement = (sub: ApplicantId, key: DocumentKey): Promise<readonly Removal[]> =>
  changeDocument<readonly Removal[]>(sub, key, ({ documents, removals }) => {
    const document = documents.get(key);
    if (document?.replaces === undefined) return { unchanged: removals };
    return {
      event: 'cancel-replacement',
      keys: [key],
      writes: [
        putItem(sub, parts.document(key), { ...document.replaces }),
        ...removalWrites(sub, [document]),
      ],
      result: [...removals, removalOf(document)],
    };
  });

const replacedBy = ({ status, replaces }: StoredDocument): readonly StoredDocument[] =>
  status === 'COMPLETED' && replaces !== undefined ? [replaces] : [];

/** The documents that converted ones have replaced. */
export const replacedDocuments = (documents: Iterable<readonly [string, StoredDocument]>) =>
  [...documents].flatMap(([, document]) => replacedBy(document));

/** Removes the documents that converted ones have replaced. Returns the files to delete. */
export const removeReplaced = (sub: ApplicantId): Promise<readonly Removal[]> =>
  change<readonly Removal[]>(sub, ({ documents, removals }) => {
    const replaced = replacedDocuments(documents);
    if (replaced.length === 0) return { unchanged: removals };
    const kept = [...documents].filter(([, document]) => replacedBy(document).length > 0);
    return {
      event: 'replace-document',
      keys: kept.map(([key]) => key),
      writes: [
        ...attachedDocuments(kept).map(([key, document]) =>
          putItem(sub, parts.document(key), { ...document }),
        ),
        ...removalWrites(sub, replaced),
      ],
      result: [...removals, ...replaced.map(removalOf)],
    };
  });
