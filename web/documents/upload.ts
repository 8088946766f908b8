import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { conversionQuery, documentsQuery, invalidateDocuments, queryClient } from '../api-client/queries.ts';
import { chooseAnswer } from '../form-state/edit-answer.ts';
import { saveNow } from '../form-state/save-queue.ts';
import { retryUntilDone } from '../ui/retry.ts';

/** The visible states of an upload. A no-cors POST reports no finer progress. */
export type UploadStep = 'Saving' | 'Sending' | 'Converting';

const postFile = async (url: string, fields: Readonly<Record<string, string>>, file: File) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  await fetch(url, { method: 'POST', mode: 'no-cors', body: form });
};

const uploading = new Set<string>();
export const isUploading = (answer_key: string): boolean => uploading.has(answer_key);

const cacheStatus = (answer_key: string, status: 'UNPROCESSED' | 'NOT_ANSWERED') =>
  queryClient.setQueryData(conversionQuery(answer_key).queryKey, { status, message: '', error: '' });

/** Saves, uploads the file and starts its conversion. Polling starts by itself. */
export async function upload(
  answer_key: string,
  file: File,
  onStep: (step: UploadStep) => void,
): Promise<void> {
  uploading.add(answer_key);
  await send(answer_key, file, onStep).finally(() => uploading.delete(answer_key));
}

async function send(answer_key: string, file: File, onStep: (step: UploadStep) => void): Promise<void> {
  onStep('Saving');
  const [{ url, fields }] = await Promise.all([
    call(routes.documents.createUpload, { body: { answer_key } }),
    saveNow(),
  ]);
  onStep('Sending');
  await postFile(url, fields, file);
  onStep('Converting');
  await call(routes.documents.startConversion, {
    params: { answer_key },
    body: { file_key: fields.key ?? '', file_name: file.name },
  });
  cacheStatus(answer_key, 'UNPROCESSED');
  await queryClient.refetchQueries({ queryKey: conversionQuery(answer_key).queryKey });
}

/** Marks the question as answered; its answer is only a marker. */
export async function markConverted(answer_key: string): Promise<void> {
  chooseAnswer(answer_key, 'ANSWERED');
  await queryClient.invalidateQueries({ queryKey: documentsQuery.queryKey });
  await saveNow();
}

/** Deletes a failed conversion and fetches both queries again. */
export async function clearFailedUpload(answer_key: string): Promise<void> {
  chooseAnswer(answer_key, '');
  await call(routes.documents.deleteConversion, { params: { answer_key } }).finally(invalidateDocuments);
}

/** Asks the server which files it has, and clears the answer of a file that is gone. */
async function showStored(answer_key: string): Promise<'stored' | 'gone'> {
  await invalidateDocuments();
  const documents = await queryClient.fetchQuery({ ...documentsQuery, staleTime: 0 });
  if (answer_key in documents) return 'stored';
  cacheStatus(answer_key, 'NOT_ANSWERED');
  chooseAnswer(answer_key, '');
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
 * Deletes the conversion of a document, then the document, and clears the answer. Rejects only while the server still
 * has the file or cannot be reached. The page shows what the server has.
 */
export async function deleteDocument(answer_key: string): Promise<void> {
  const input = { params: { answer_key } };
  try {
    await call(routes.documents.deleteConversion, input);
    await call(routes.documents.deleteDocument, input);
  } catch (error) {
    if (error instanceof UnauthorizedError) throw error;
    const state = await showStored(answer_key).catch(() => showStoredLater(answer_key));
    if (state !== 'gone') throw error;
  }
  cacheStatus(answer_key, 'NOT_ANSWERED');
  chooseAnswer(answer_key, '');
  await Promise.all([saveNow(), invalidateDocuments()]);
}
