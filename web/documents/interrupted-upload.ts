import * as v from 'valibot';
import { limits } from '../../shared/rules/limits.ts';
import { conversionQuery, documentsQuery, queryClient } from '../api-client/queries.ts';
import { ownedTabStorage } from '../session/tab-storage.ts';
import { getDraftOwner } from '../session/unsaved-answers.ts';

const storedUpload = v.object({
  file_name: v.string(),
  /** True if the file was sent, and only the request for its conversion was missing. */
  isSent: v.boolean(),
});

const storageOf = (answer_key: string) =>
  ownedTabStorage(`upload ${answer_key}`, storedUpload, 30 * 60 * 1000);

/** Stores the current upload in this tab, to find it after a reload. */
export const rememberUpload = (answer_key: string, file_name: string, isSent: boolean): void =>
  storageOf(answer_key).write(getDraftOwner(), { file_name, isSent });

export const forgetUpload = (answer_key: string): void => storageOf(answer_key).remove();

/** The upload of the current user that a reload interrupted. It is returned once. */
export function takeInterruptedUpload(answer_key: string): v.InferOutput<typeof storedUpload> | undefined {
  const storage = storageOf(answer_key);
  const upload = storage.read(getDraftOwner());
  storage.remove();
  return upload;
}

const polls = 5;
const pause = () => new Promise((resolve) => setTimeout(resolve, limits.conversionPollMs));

async function isKnown(answer_key: string, file_name: string): Promise<boolean> {
  const [{ status }, documents] = await Promise.all([
    queryClient.fetchQuery({ ...conversionQuery(answer_key), staleTime: 0 }),
    queryClient.fetchQuery({ ...documentsQuery, staleTime: 0 }),
  ]);
  const isConverting = status === 'UNPROCESSED' || status === 'IN_PROGRESS';
  return isConverting || status === 'FAILED' || documents[answer_key]?.file_name === file_name;
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
