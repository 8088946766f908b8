import { unexpectedErrorMessage } from '../../shared/api/messages.ts';
import { cleanFileName } from '../../shared/rules/file-name.ts';
import { uploadMessages } from '../../shared/rules/upload.ts';
import { errorMessage, ServerError, UnauthorizedError } from '../api-client/errors.ts';
import { isRunning } from '../api-client/queries.ts';
import { sessionStore } from '../session/session.ts';
import { pageStays } from '../ui/page-stays.ts';
import { speak } from '../ui/speak.ts';
import { toast } from '../ui/toast.ts';
import { createValue } from '../value.ts';
import { type FileProblem, inspectFile, problemOf, withName } from './inspect-file.ts';
import { redrawnNote, shrinkPhoto } from './shrink-photo.ts';
import {
  cachedConversion,
  deleteDocument,
  discardUpload,
  forgetUpload,
  hasDocument,
  isConversionRequested,
  markConverted,
  pollConversion,
  takeInterruptedUpload,
  upload,
} from './upload-calls.ts';

// The uploads of this page, one state for each file question. The panel shows a state, calls the actions
// `take`, `cancel`, `remove` and `forget`, and passes on each reply about the conversion.

/** Labels that applicants see during each step. A no-cors POST does not report finer progress. */
const stepLabels = {
  idle: undefined,
  checking: 'Checking',
  shrinking: 'Shrinking your photo',
  saving: 'Saving',
  uploading: 'Uploading',
  /** The server has not yet confirmed that it converts the file. */
  requesting: 'Converting',
} as const;
type Step = keyof typeof stepLabels;

interface Attempt {
  /** Unknown after a reload. */
  readonly file?: File;
  readonly aborting: AbortController;
}

interface Texts {
  readonly notes: readonly string[];
  readonly messages: readonly string[];
  readonly problem: FileProblem | undefined;
}

/** The upload of one file question. It goes on while the applicant visits another page. */
interface Upload extends Texts {
  /** The question, for messages. */
  readonly label: string;
  /** Until the server converts a file. */
  readonly step: Step;
  /** The current attempt. Earlier ones are aborted: they change nothing on the page and on the server. */
  readonly attempt: Attempt | undefined;
  /** Its end is handled once. Unknown after a page load: it may have ended before. */
  readonly conversion: 'unknown' | 'running' | 'handled';
  /** The deletion that is running. A file may be chosen during it, and is sent afterwards. */
  readonly cleanup: 'none' | 'canceling' | 'deleting';
  /** Uploads and deletions run one after the other: no deletion reaches a later file. Never rejects. */
  readonly calls: Promise<void>;
}

const noTexts: Texts = { notes: [], messages: [], problem: undefined };
const noUpload: Upload = {
  label: '',
  step: 'idle',
  attempt: undefined,
  conversion: 'unknown',
  cleanup: 'none',
  calls: Promise.resolve(),
  ...noTexts,
};

/** By answer key. */
const uploads = createValue<Readonly<Record<string, Upload>>>({});
export const uploadOf = (key: string): Upload => uploads.get()[key] ?? noUpload;
export const useUpload = (key: string): Upload => uploads.use((all) => all[key] ?? noUpload);

const change = (key: string, part: Partial<Upload>): void =>
  uploads.change({ [key]: { ...uploadOf(key), ...part } });

// The next user of this tab sees no file of the previous one.
sessionStore.subscribe(({ is_logged_in }) => {
  if (is_logged_in) return;
  for (const { attempt } of Object.values(uploads.get())) attempt?.aborting.abort();
  uploads.set({});
});

/** The step to show; undefined while nothing is in progress. */
export const progressOf = ({ step, conversion }: Upload): string | undefined =>
  stepLabels[step] ?? (conversion === 'running' ? 'Converting' : undefined);

export const isInProgress = (key: string): boolean =>
  progressOf(uploadOf(key)) !== undefined || uploadOf(key).cleanup === 'canceling';

const uploadError = (key: string): string => `Error uploading file for ${uploadOf(key).label}`;

/** Aborts the attempt, if any, and replaces all texts. */
function end(key: string, part: Partial<Upload> = {}): void {
  uploadOf(key).attempt?.aborting.abort();
  change(key, { step: 'idle', attempt: undefined, ...noTexts, ...part });
}

function note(key: string, text: string): void {
  change(key, { notes: [...uploadOf(key).notes, text] });
  speak(text);
}

function reject(key: string, file: File, messages: readonly string[]): void {
  const problem = problemOf(file, messages);
  end(key, { messages, problem });
  speak(problem?.text ?? '');
  conversionReplied(key);
}

const inTurn = (key: string, work: () => Promise<void>): void =>
  change(key, { calls: uploadOf(key).calls.then(work) });

const reportUnlessLoggedOut = (error: unknown, cause?: string): void => {
  if (!(error instanceof UnauthorizedError)) toast.error(errorMessage(error), cause);
};

function cleanUp(key: string, cleanup: Upload['cleanup'], work: () => Promise<void>): void {
  change(key, { cleanup });
  inTurn(key, async () => {
    await work();
    change(key, { cleanup: 'none' });
    conversionReplied(key);
  });
}

const ignore = (): void => {
  // The next upload replaces what could not be deleted.
};

/** Deletes what the server has of an upload that was aborted or failed. */
function discard(key: string, onError: (error: unknown) => void = ignore): void {
  change(key, { conversion: 'handled' });
  cleanUp(key, 'canceling', () => discardUpload(key).catch(onError));
}

function fail(key: string, message: string, problem?: FileProblem): void {
  end(key, { messages: [message], problem });
  toast.error(uploadError(key));
  discard(key);
}

/** The file has not left the page yet. */
const isLocal = (step: Step): boolean => step === 'checking' || step === 'shrinking';

/** Checks a file, makes a photo smaller that is too large, and uploads it in place of an earlier one. */
export async function take(key: string, [chosen, ...others]: readonly File[]): Promise<void> {
  if (chosen === undefined) return;
  const { step } = uploadOf(key);
  end(key, { messages: others.length > 0 ? [uploadMessages.several] : [] });
  if (step !== 'idle' && !isLocal(step)) discard(key);
  if (others.length > 0) return;
  const file = withName(chosen, cleanFileName(chosen.name));
  const aborting = new AbortController();
  change(key, { step: 'checking', attempt: { file, aborting } });
  const inspection = await inspectFile(file);
  if (aborting.signal.aborted) return;
  if (inspection.next === 'send') return send(key, file, aborting);
  if (inspection.next === 'reject') return reject(key, file, inspection.errors);
  change(key, { step: 'shrinking' });
  const smaller = await shrinkPhoto(file).catch(() => undefined);
  if (aborting.signal.aborted) return;
  if (smaller === undefined) return reject(key, file, inspection.errors);
  note(key, redrawnNote(file, smaller));
  send(key, smaller, aborting);
}

function send(key: string, file: File, aborting: AbortController): void {
  const { signal } = aborting;
  change(key, { step: 'saving', attempt: { file, aborting } });
  inTurn(key, async () => {
    try {
      await upload(key, file, signal, (step) => change(key, { step }));
      signal.throwIfAborted();
      change(key, { step: 'idle', conversion: 'running' });
      pollConversion(key);
    } catch (error) {
      if (!signal.aborted) await pageStays();
      // The failure of an earlier attempt neither marks nor deletes a later one.
      if (!signal.aborted) uploadFailed(key, file, error);
    }
  });
}

function uploadFailed(key: string, file: File, error: unknown): void {
  if (error instanceof UnauthorizedError) {
    end(key);
    forgetUpload(key);
    return;
  }
  const hasNoResponse = error instanceof ServerError && error.status === 0;
  fail(
    key,
    hasNoResponse && !navigator.onLine
      ? "No connection. We'll send it when you're online again."
      : errorMessage(error),
    hasNoResponse ? { text: file.name, unsent: file } : undefined,
  );
}

/** Follows the conversion of a file: called after each reply about it. Its end is handled once. */
export function conversionReplied(key: string): void {
  const reply = cachedConversion(key);
  const { step, attempt, conversion, cleanup } = uploadOf(key);
  // During a step, or a cancellation, the reply is about an earlier file.
  if (reply === undefined || step !== 'idle' || cleanup === 'canceling') return;
  const { status, message, error } = reply;
  if (isRunning(status)) change(key, { conversion: 'running' });
  if (isRunning(status) || conversion === 'handled') return;
  change(key, { conversion: 'handled', attempt: undefined });
  if (status === 'FAILED') fail(key, error || message || unexpectedErrorMessage);
  if (status !== 'COMPLETED') return;
  toast.closeCause(uploadError(key));
  if (conversion === 'unknown' && hasDocument(key)) return;
  if (conversion === 'running') speak(`${attempt?.file?.name ?? 'Your file'} uploaded.`);
  markConverted(key).catch(() => {
    // The save queue keeps the answer and tries again.
  });
}

/** Cancels the upload, and deletes what the server has of it. */
export function cancel(key: string): void {
  const { step } = uploadOf(key);
  end(key);
  note(key, 'Upload canceled.');
  if (isLocal(step)) conversionReplied(key);
  else discard(key, reportUnlessLoggedOut);
}

/** Deletes the converted file. */
export function remove(key: string): void {
  const cause = `delete ${key}`;
  cleanUp(key, 'deleting', async () => {
    try {
      await deleteDocument(key);
      toast.closeCause(cause);
      toast.closeCause(uploadError(key));
      if (uploadOf(key).attempt === undefined) end(key);
    } catch (error) {
      reportUnlessLoggedOut(error, cause);
    }
  });
}

/** Forgets a file that was not sent. */
export const forget = (key: string): void => end(key);

/**
 * Starts a visit of the question's page. Returns how to end it: its texts are gone on return, unless a file
 * is on its way or waits for a connection.
 */
export function visit(key: string, label: string): () => void {
  change(key, { label });
  const { step, conversion } = uploadOf(key);
  if (step === 'idle' && conversion === 'unknown') void resume(key);
  return () => {
    const last = uploadOf(key);
    if (last.step === 'idle' && last.problem?.unsent === undefined) change(key, noTexts);
  };
}

/** Continues an upload that a reload interrupted: its last request may still reach the server. */
async function resume(key: string): Promise<void> {
  const interrupted = takeInterruptedUpload(key);
  if (interrupted === undefined) return;
  const { file_name, isSent } = interrupted;
  const aborting = new AbortController();
  const { signal } = aborting;
  if (isSent) change(key, { step: 'requesting', attempt: { aborting } });
  const isRequested =
    isSent &&
    (await isConversionRequested(key, file_name, signal).catch(
      (error: unknown) => error instanceof UnauthorizedError,
    ));
  if (signal.aborted) return;
  const messages = isRequested ? [] : [`${file_name} didn't finish uploading. Please choose it again.`];
  change(key, { step: 'idle', attempt: undefined, messages });
  conversionReplied(key);
}
