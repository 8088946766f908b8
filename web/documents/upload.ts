import { routes } from '../../shared/api/routes.ts';
import { call } from '../api-client/call.ts';
import { UnauthorizedError } from '../api-client/errors.ts';
import { conversionQuery, documentsQuery, invalidateDocuments, queryClient } from '../api-client/queries.ts';
import { chooseAnswer } from '../form-state/edit-answer.ts';
import { saveNow } from '../form-state/save-queue.ts';
import { retryUntilDone } from '../ui/retry.ts';

/** The states an upload goes through; a no-cors POST tells nothing finer (decision H-11). */
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

/** Saves, sends the file and asks for its conversion (platform specification, point 4). Polling follows by itself. */
export async function upload(
  answer_key: string,
  file: File,
  tellStep: (step: UploadStep) => void,
): Promise<void> {
  uploading.add(answer_key);
  await send(answer_key, file, tellStep).finally(() => uploading.delete(answer_key));
}

async function send(answer_key: string, file: File, tellStep: (step: UploadStep) => void): Promise<void> {
  tellStep('Saving');
  const [{ url, fields }] = await Promise.all([
    call(routes.documents.createUpload, { body: { answer_key } }),
    saveNow(),
  ]);
  tellStep('Sending');
  await postFile(url, fields, file);
  tellStep('Converting');
  await call(routes.documents.startConversion, {
    params: { answer_key },
    body: { file_key: fields.key ?? '', file_name: file.name },
  });
  cacheStatus(answer_key, 'UNPROCESSED');
  await queryClient.refetchQueries({ queryKey: conversionQuery(answer_key).queryKey });
}

/** The answer of a document question says only that there is one. */
export async function markConverted(answer_key: string): Promise<void> {
  chooseAnswer(answer_key, 'ANSWERED');
  await queryClient.invalidateQueries({ queryKey: documentsQuery.queryKey });
  await saveNow();
}

/** After a failure the conversion goes too, and both caches are asked again. */
export async function clearFailedUpload(answer_key: string): Promise<void> {
  chooseAnswer(answer_key, '');
  await call(routes.documents.deleteConversion, { params: { answer_key } }).finally(invalidateDocuments);
}

/** Asks the server which files it has, and clears the answer of one that it does not have. */
async function showStored(answer_key: string): Promise<'stored' | 'gone'> {
  await invalidateDocuments();
  const documents = await queryClient.fetchQuery({ ...documentsQuery, staleTime: 0 });
  if (answer_key in documents) return 'stored';
  cacheStatus(answer_key, 'NOT_ANSWERED');
  chooseAnswer(answer_key, '');
  return 'gone';
}

/** When even that cannot be asked now, it is asked until there is a reply or the session is over. */
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
 * Deletes the conversion of a document, then the document, and clears the answer. Fails only while the server still has
 * the file or cannot be asked; the page shows what the server has.
 */
export async function deleteDocument(answer_key: string): Promise<void> {
  const sent = { params: { answer_key } };
  try {
    await call(routes.documents.deleteConversion, sent);
    await call(routes.documents.deleteDocument, sent);
  } catch (error) {
    if (error instanceof UnauthorizedError) throw error;
    const found = await showStored(answer_key).catch(() => showStoredLater(answer_key));
    if (found !== 'gone') throw error;
  }
  cacheStatus(answer_key, 'NOT_ANSWERED');
  chooseAnswer(answer_key, '');
  await Promise.all([saveNow(), invalidateDocuments()]);
}
