import * as v from 'valibot';
import { documentRoutes } from '../../shared/api/document-routes.ts';
import { unexpectedErrorMessage } from '../../shared/api/messages.ts';
import { answeredMarker } from '../../shared/form/index.ts';
import { itemOfKey } from '../../shared/rules/checklist-documents.ts';
import { limits } from '../../shared/rules/limits.ts';
import { call } from '../api-client/call.ts';
import { ServerError, UnauthorizedError } from '../api-client/errors.ts';
import {
  conversionQuery,
  documentsQuery,
  invalidateDocuments,
  isRunning,
  queryClient,
} from '../api-client/queries.ts';
import { chooseAnswer } from '../form-state/edit-answer.ts';
import { getText } from '../form-state/form-store.ts';
import { saveQueue } from '../form-state/save-queue.ts';
import { ownedTabStorage } from '../session/tab-storage.ts';
import { getDraftOwner } from '../session/unsaved-answers.ts';
import { retryUntilDone } from '../ui/retry.ts';

// The calls of uploads.ts, without its states.

const storedUpload = v.object({
  file_name: v.string(),
  /** True if the file was sent, and only the request for its conversion was missing. */
  isSent: v.boolean(),
});

const storageOf = (answer_key: string) =>
  ownedTabStorage(`upload ${answer_key}`, storedUpload, 30 * 60 * 1000);

/** Stores the current upload in this tab, to find it after a reload. */
const rememberUpload = (answer_key: string, file_name: string, isSent: boolean): void =>
  storageOf(answer_key).write(getDraftOwner(), { file_name, isSent });

export const forgetUpload = (answer_key: string): void => storageOf(answer_key).remove();

/** The upload of the current user that a reload interrupted. It is returned once. */
export function takeInterruptedUpload(answer_key: string): v.InferOutput<typeof storedUpload> | undefined {
  const upload = storageOf(answer_key).read(getDraftOwner());
  forgetUpload(answer_key);
  return upload;
}

const polls = 5;
const pause = () => new Promise((resolve) => setTimeout(resolve, limits.conversionPollMs));

async function isKnown(answer_key: string, file_name: string): Promise<boolean> {
  const [{ status }, documents] = await Promise.all([
    queryClient.fetchQuery({ ...conversionQuery(answer_key), staleTime: 0 }),
    queryClient.fetchQuery({ ...documentsQuery, staleTime: 0 }),
  ]);
  return isRunning(status) || status === 'FAILED' || documents[answer_key]?.file_name === file_name;
}

/**
 * Polls for some seconds until the server shows the request for a conversion. Returns false if it does not.
 */
export async function isConversionRequested(
  answer_key: string,
  file_name: string,
  signal: AbortSignal,
): Promise<boolean> {
  for (let poll = 0; poll < polls; poll += 1) {
    if (poll > 0) await pause();
    signal.throwIfAborted();
    if (await isKnown(answer_key, file_name)) return true;
  }
  return false;
}

/** True if there is a converted file. Documents of checklist items have no marker among the answers. */
export const hasDocument = (answer_key: string): boolean =>
  itemOfKey(answer_key) === undefined
    ? getText(answer_key) !== ''
    : answer_key in (queryClient.getQueryData(documentsQuery.queryKey) ?? {});

/** Changes the marker that is the answer of a file question. */
function markAnswer(answer_key: string, marker: string): void {
  if (itemOfKey(answer_key) === undefined) chooseAnswer(answer_key, marker);
}

/** The last reply about a conversion; undefined before the first one. */
export const cachedConversion = (answer_key: string) =>
  queryClient.getQueryData(conversionQuery(answer_key).queryKey);

const cacheStatus = (answer_key: string, status: 'UNPROCESSED' | 'NOT_ANSWERED') =>
  queryClient.setQueryData(conversionQuery(answer_key).queryKey, { status, message: '', error: '' });

async function postFile(
  url: string,
  fields: Readonly<Record<string, string>>,
  file: File,
  signal: AbortSignal,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  await fetch(url, { method: 'POST', mode: 'no-cors', body: form, signal }).catch((cause: unknown) => {
    throw new ServerError(unexpectedErrorMessage, 0, { cause });
  });
}

/**
 * Saves, uploads the file and requests its conversion. Rejects when the signal aborts it. An abort
 * immediately stops only the transfer of the file. API calls finish before the upload is discarded, because
 * they must not arrive after that.
 */
export async function upload(
  answer_key: string,
  file: File,
  signal: AbortSignal,
  onStep: (step: 'saving' | 'uploading' | 'requesting') => void,
): Promise<void> {
  signal.throwIfAborted();
  rememberUpload(answer_key, file.name, false);
  onStep('saving');
  const [{ url, fields }] = await Promise.all([
    call(documentRoutes.createUpload, { body: { answer_key } }),
    itemOfKey(answer_key) === undefined && saveQueue.saveOnContinue(),
  ]);
  signal.throwIfAborted();
  onStep('uploading');
  await postFile(url, fields, file, signal);
  signal.throwIfAborted();
  rememberUpload(answer_key, file.name, true);
  onStep('requesting');
  const request = {
    params: { answer_key },
    body: { file_key: fields.key ?? '', file_name: file.name },
  };
  await call(documentRoutes.startConversion, request, { keepalive: true });
  forgetUpload(answer_key);
}

/** Begins to poll: the reply that is cached is about an earlier file. */
export function pollConversion(answer_key: string): void {
  cacheStatus(answer_key, 'UNPROCESSED');
  void queryClient.refetchQueries({ queryKey: conversionQuery(answer_key).queryKey });
}

/** Marks a file question as answered; its answer is only a marker. */
export async function markConverted(answer_key: string): Promise<void> {
  markAnswer(answer_key, answeredMarker);
  await queryClient.invalidateQueries({ queryKey: documentsQuery.queryKey });
  await saveQueue.save();
}

/** Deletes an upload, but not the document that it was to replace. Shows what the server has. */
export async function discardUpload(answer_key: string): Promise<void> {
  const query = hasDocument(answer_key) ? { only: 'replacement' as const } : {};
  await queryClient.cancelQueries({ queryKey: conversionQuery(answer_key).queryKey });
  cacheStatus(answer_key, 'NOT_ANSWERED');
  try {
    await call(documentRoutes.deleteConversion, { params: { answer_key }, query });
  } finally {
    forgetUpload(answer_key);
    await invalidateDocuments();
  }
}

/** Fetches the stored files from the server, and clears the answer of a missing file. */
async function showStored(answer_key: string): Promise<'stored' | 'gone'> {
  await invalidateDocuments();
  const documents = await queryClient.fetchQuery({ ...documentsQuery, staleTime: 0 });
  if (answer_key in documents) return 'stored';
  cacheStatus(answer_key, 'NOT_ANSWERED');
  markAnswer(answer_key, '');
  return 'gone';
}

/** Repeats `showStored` until the server replies or the session has ended. */
function showStoredLater(answer_key: string): void {
  void retryUntilDone(async () => {
    try {
      await showStored(answer_key);
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
    }
  }, true);
}

/**
 * Deletes the conversion of a document, then the document, and clears the answer. Rejects only while the
 * server still has the file or cannot be reached. The page shows what the server has.
 */
export async function deleteDocument(answer_key: string): Promise<void> {
  try {
    await call(documentRoutes.deleteConversion, { params: { answer_key }, query: {} });
    await call(documentRoutes.deleteDocument, { params: { answer_key } });
  } catch (error) {
    if (error instanceof UnauthorizedError) throw error;
    const state = await showStored(answer_key).catch(() => showStoredLater(answer_key));
    if (state !== 'gone') throw error;
  }
  cacheStatus(answer_key, 'NOT_ANSWERED');
  markAnswer(answer_key, '');
  await Promise.all([saveQueue.save(), invalidateDocuments()]);
}
