import { documentRoutes } from '../../shared/api/document-routes.ts';
import { unexpectedErrorMessage } from '../../shared/api/messages.ts';
import { answeredMarker } from '../../shared/form/index.ts';
import { itemOfKey } from '../../shared/rules/checklist-documents.ts';
import { call } from '../api-client/call.ts';
import { ServerError, UnauthorizedError } from '../api-client/errors.ts';
import { conversionQuery, documentsQuery, invalidateDocuments, queryClient } from '../api-client/queries.ts';
import { chooseAnswer } from '../form-state/edit-answer.ts';
import { getText } from '../form-state/form-store.ts';
import { saveQueue } from '../form-state/save-queue.ts';
import { retryUntilDone } from '../ui/retry.ts';
import { forgetUpload, rememberUpload } from './interrupted-upload.ts';

interface Upload {
  readonly answer_key: string;
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onStep: (step: 'saving' | 'uploading' | 'converting') => void;
}

const postFile = async (
  url: string,
  fields: Readonly<Record<string, string>>,
  { file, signal }: Pick<Upload, 'file' | 'signal'>,
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  await fetch(url, { method: 'POST', mode: 'no-cors', body: form, signal }).catch((cause: unknown) => {
    throw new ServerError(unexpectedErrorMessage, 0, { cause });
  });
};

const uploading = new Set<string>();
export const isUploading = (answer_key: string): boolean => uploading.has(answer_key);

/** True if there is a converted file. Documents of checklist items have no marker among the answers. */
export const hasDocument = (answer_key: string): boolean =>
  itemOfKey(answer_key) === undefined
    ? getText(answer_key) !== ''
    : answer_key in (queryClient.getQueryData(documentsQuery.queryKey) ?? {});

/** Changes the marker that is the answer of a file question. */
function markAnswer(answer_key: string, marker: string): void {
  if (itemOfKey(answer_key) === undefined) chooseAnswer(answer_key, marker);
}

const cacheStatus = (answer_key: string, status: 'UNPROCESSED' | 'NOT_ANSWERED') =>
  queryClient.setQueryData(conversionQuery(answer_key).queryKey, { status, message: '', error: '' });

/**
 * Saves, uploads the file and starts its conversion. Polling starts automatically. Rejects when the signal
 * aborts it.
 */
export async function upload({ answer_key, ...rest }: Upload): Promise<void> {
  uploading.add(answer_key);
  await send({ answer_key, ...rest }).finally(() => uploading.delete(answer_key));
}

/**
 * An abort immediately stops only the transfer of the file. API calls finish before the upload is discarded,
 * because they must not arrive after that.
 */
async function send({ answer_key, file, signal, onStep }: Upload): Promise<void> {
  signal.throwIfAborted();
  rememberUpload(answer_key, file.name, false);
  onStep('saving');
  const [{ url, fields }] = await Promise.all([
    call(documentRoutes.createUpload, { body: { answer_key } }),
    itemOfKey(answer_key) === undefined && saveQueue.saveOnContinue(),
  ]);
  signal.throwIfAborted();
  onStep('uploading');
  await postFile(url, fields, { file, signal });
  rememberUpload(answer_key, file.name, true);
  onStep('converting');
  const request = {
    params: { answer_key },
    body: { file_key: fields.key ?? '', file_name: file.name },
  };
  await call(documentRoutes.startConversion, request, { keepalive: true });
  forgetUpload(answer_key);
  signal.throwIfAborted();
  cacheStatus(answer_key, 'UNPROCESSED');
  await queryClient.refetchQueries({ queryKey: conversionQuery(answer_key).queryKey });
}

/** Marks a file question as answered; its answer is only a marker. */
export async function markConverted(answer_key: string): Promise<void> {
  markAnswer(answer_key, answeredMarker);
  await queryClient.invalidateQueries({ queryKey: documentsQuery.queryKey });
  await saveQueue.save();
}

/** Deletes the conversion of a document, or only an upload that was to replace the document. */
const deleteUpload = (answer_key: string, isReplacing: boolean) =>
  call(documentRoutes.deleteConversion, {
    params: { answer_key },
    query: isReplacing ? { only: 'replacement' } : {},
  });

/** Deletes a failed upload and fetches both queries again. */
export async function clearFailedUpload(answer_key: string, isReplacing: boolean): Promise<void> {
  if (!isReplacing) markAnswer(answer_key, '');
  await deleteUpload(answer_key, isReplacing).finally(() => {
    forgetUpload(answer_key);
    return invalidateDocuments();
  });
}

/** Deletes a canceled upload, once its calls have ended, and shows what the server has. */
export async function cancelUpload(
  answer_key: string,
  { calls, isReplacing }: { calls: Promise<void>; isReplacing: boolean },
): Promise<void> {
  uploading.add(answer_key);
  try {
    await calls;
    await queryClient.cancelQueries({ queryKey: conversionQuery(answer_key).queryKey });
    cacheStatus(answer_key, 'NOT_ANSWERED');
    await deleteUpload(answer_key, isReplacing);
  } finally {
    uploading.delete(answer_key);
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
    await deleteUpload(answer_key, false);
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
