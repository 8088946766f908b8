import type { documents } from '../../shared/api/documents.ts';
import { itemOfKey } from '../../shared/rules/checklist-documents.ts';
import { cleanFileName } from '../../shared/rules/file-name.ts';
import { fileNameError, uploadMessages } from '../../shared/rules/upload.ts';
import type { UploadKey } from '../aws/object-keys.ts';
import type { Handlers } from '../http/request.ts';
import { pause } from '../runtime/clock.ts';
import { ApiError } from '../runtime/errors.ts';
import { type ApplicantId, type DocumentKey, documentKey } from '../runtime/ids.ts';
import { describeError, log } from '../runtime/log.ts';
import { type ApplicationRecord, readApplication } from '../table/application.ts';
import { attachedDocument, completedDocuments } from '../table/attached-documents.ts';
import { recordEvent } from '../table/audit-log.ts';
import type { Removal, StoredDocument } from '../table/items.ts';
import {
  createUpload,
  documentOf,
  isEventLate,
  removeDocument,
  removeReplaced,
  removeReplacement,
  replacedDocuments,
  requestConversion,
} from './documents.ts';

// The form and the clients of S3 and Step Functions load with the first call that needs them. Most calls only
// ask for a document's status.
const s3 = () => import('../aws/s3-links.ts');
const stepFunctions = () => import('../aws/step-functions.ts');

const messages = {
  notReceived: 'We did not receive your file. Please try again.',
  noSuchQuestion: "We couldn't save that. Please reload the page.",
  started: 'Your file is being converted.',
  deleted: 'Your file was deleted.',
  notRemoved:
    "We removed the file from your application, but we couldn't delete an earlier PDF copy that includes it. Please try again in a moment.",
  noSuchDocument: "We couldn't find your converted file. Please upload it again.",
  found: 'Your file is shown.',
} as const;

/** Seconds within which the browser follows the redirect to a file. */
const viewSeconds = 60;

/** Rejects keys that are not a file question of the form. A change checks the keys of checklist items. */
async function documentKeyOf(key: string): Promise<DocumentKey> {
  if (itemOfKey(key) !== undefined) return documentKey.parse(key);
  const { kindOf } = await import('../runtime/form.ts');
  if (kindOf(key) !== 'document') throw new ApiError('invalid', messages.noSuchQuestion);
  return documentKey.parse(key);
}

/** A no-cors upload cannot report its failure, so this looks for the file up to three times. */
async function receivedSize(key: UploadKey): Promise<number | undefined> {
  const { uploadedSize } = await s3();
  for (const wait of [0, 200, 600]) {
    await pause(wait);
    const size = await uploadedSize(key);
    if (size !== undefined) return size;
  }
  return undefined;
}

/**
 * The event of an upload starts its conversion, unless it came before the conversion was requested or has not
 * come soon after.
 */
const start = async ({ gen, object_key }: StoredDocument): Promise<void> =>
  (await stepFunctions()).startConversion(gen, object_key);

const startInPlaceOfEvent = (document: StoredDocument): Promise<void> =>
  start(document).catch((error: unknown) => {
    // The next poll tries again.
    log({ level: 'error', event: 'conversion-start.failed', error: describeError(error) });
  });

/**
 * Tells the applicant when an application PDF still contains a file that was deleted or replaced. Every later
 * call tries again.
 */
async function removeFiles(sub: ApplicantId, removals: readonly Removal[]): Promise<void> {
  if (removals.length === 0) return;
  try {
    const { removeDocumentFiles } = await import('./remove-files.ts');
    await removeDocumentFiles(sub, removals);
  } catch (cause) {
    log({ level: 'error', event: 'file-cleanup.failed', error: describeError(cause) });
    throw new ApiError('unavailable', messages.notRemoved, { retryAfter: 5, cause });
  }
}

/** Records why an upload is refused before anything was converted, and refuses it. */
async function refuseUpload(sub: ApplicantId, key: DocumentKey, message: string): Promise<never> {
  await recordEvent(sub, 'upload-refused', { names: [key] });
  throw new ApiError('invalid', message);
}

async function remove(sub: ApplicantId, key: string, what: typeof removeDocument) {
  await removeFiles(sub, await what(sub, await documentKeyOf(key)));
  return { body: { message: messages.deleted } };
}

/** Removes documents that were replaced, and files of earlier removals that failed. */
async function tidy(
  sub: ApplicantId,
  { documents, removals, submittedAt }: ApplicationRecord,
): Promise<void> {
  const isReplaced = submittedAt === undefined && replacedDocuments(documents).length > 0;
  await removeFiles(sub, isReplaced ? await removeReplaced(sub) : removals);
}

export const documentCalls: Handlers<typeof documents> = {
  async createUpload({ caller, body }) {
    const { object_key, removals } = await createUpload(caller.sub, await documentKeyOf(body.answer_key));
    await removeFiles(caller.sub, removals);
    return { body: await (await s3()).createUploadPost(object_key) };
  },

  async startConversion({ caller, params, body }) {
    const answer_key = await documentKeyOf(params.answer_key);
    const refuse = (message: string) => refuseUpload(caller.sub, answer_key, message);
    const error = fileNameError(body.file_name);
    if (error !== undefined) return refuse(error);
    const current = await documentOf(caller.sub, answer_key);
    if (current?.object_key !== body.file_key) return refuse(messages.notReceived);
    const { object_key } = current;
    const upload = { file_key: object_key, file_name: cleanFileName(body.file_name) };
    const file_size = await receivedSize(object_key);
    if (file_size === undefined) return refuse(messages.notReceived);
    const requested = await requestConversion(caller.sub, answer_key, { ...upload, file_size });
    if (requested === undefined) return refuse(messages.notReceived);
    if (requested.uploaded) await start(requested);
    return { body: { message: messages.started } };
  },

  async getConversion({ caller, params }) {
    const document = await documentOf(caller.sub, params.answer_key);
    if (document !== undefined && isEventLate(document)) await startInPlaceOfEvent(document);
    const { status = 'NOT_ANSWERED' as const, message = document?.waiting ? uploadMessages.waiting : '' } =
      document ?? {};
    return { body: { status, message, error: status === 'FAILED' ? message : '' } };
  },

  deleteConversion: ({ caller, params, query }) =>
    remove(caller.sub, params.answer_key, query.only === 'replacement' ? removeReplacement : removeDocument),

  async getDocuments({ caller }) {
    const stored = await readApplication(caller.sub);
    await tidy(caller.sub, stored).catch((error: unknown) => {
      // The next visit tries again.
      log({ level: 'error', event: 'document-cleanup.failed', error: describeError(error) });
    });
    return { body: completedDocuments(stored.documents) };
  },

  async viewDocument({ caller, params }) {
    const newest = await documentOf(caller.sub, params.answer_key);
    const document = newest && attachedDocument(newest);
    if (document?.pdf_key === undefined) throw new ApiError('notFound', messages.noSuchDocument);
    await recordEvent(caller.sub, 'view-document', { names: [params.answer_key] });
    const { createDownloadLink } = await s3();
    const link = { expiresIn: viewSeconds, isShown: true };
    const location = await createDownloadLink(document.pdf_key, `${params.answer_key}.pdf`, link);
    return { status: 302, headers: { location }, body: { message: messages.found } };
  },

  deleteDocument: ({ caller, params }) => remove(caller.sub, params.answer_key, removeDocument),
};
