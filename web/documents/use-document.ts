import { useEffect } from 'react';
import { unexpectedErrorMessage } from '../../shared/api/messages.ts';
import { cleanFileName } from '../../shared/rules/file-name.ts';
import { formatSize, isTooLarge, uploadMessages } from '../../shared/rules/upload.ts';
import { errorMessage, ServerError, UnauthorizedError } from '../api-client/errors.ts';
import { conversionQuery, documentsQuery, useQuery } from '../api-client/queries.ts';
import { useText } from '../form-state/form-store.ts';
import { pageStays } from '../ui/page-stays.ts';
import { speak } from '../ui/speak.ts';
import { toast } from '../ui/toast.ts';
import {
  type Attempt,
  changeDocumentState,
  type DocumentAction,
  endVisit,
  isBeforeConversion,
  isLocal,
  stepLabels,
  useDocumentState,
} from './document-state.ts';
import { type FileProblem, problemOf } from './file-problem.ts';
import { inspectFile } from './inspect-file.ts';
import { forgetUpload } from './interrupted-upload.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import {
  cancelUpload,
  clearFailedUpload,
  deleteDocument,
  hasDocument,
  markConverted,
  upload,
} from './upload.ts';
import { useInterruptedUpload } from './use-interrupted-upload.ts';

/** The smaller photo, or the errors to show when the browser cannot make one. */
async function shrunk(photo: File, errors: readonly string[]): Promise<File | readonly string[]> {
  try {
    return await shrinkPhoto(photo);
  } catch {
    return errors;
  }
}

/** The file under the name that the server will store. */
const withCleanName = (file: File): File =>
  new File([file], cleanFileName(file.name), { type: file.type, lastModified: file.lastModified });

const interruptedMessage = (file_name: string) =>
  `${file_name} didn't finish uploading. Please choose it again.`;

const hasNoResponse = (error: unknown) => error instanceof ServerError && error.status === 0;
const uploadErrorMessage = (error: unknown) =>
  hasNoResponse(error) && !navigator.onLine
    ? "No connection. We'll send it when you're online again."
    : errorMessage(error);

/** A photo that is not too large is redrawn for its format alone. */
const redrawnNote = (photo: File, { size }: File) =>
  `We ${isTooLarge(photo) ? 'resized your photo to' : 'saved your photo as a JPEG of'} ${formatSize(size)}.`;

const reportUnlessLoggedOut = (error: unknown, cause?: string): void => {
  if (!(error instanceof UnauthorizedError)) toast.error(errorMessage(error), cause);
};

interface Tasks {
  upload: Promise<void>;
  /** The next upload waits for this deletion, which could delete the new file otherwise. */
  deletion: Promise<void>;
}

/** The last calls by answer key. They go on while the applicant visits another page. */
const allTasks = new Map<string, Tasks>();

function tasksOf(answer_key: string): Tasks {
  const tasks = allTasks.get(answer_key) ?? { upload: Promise.resolve(), deletion: Promise.resolve() };
  allTasks.set(answer_key, tasks);
  return tasks;
}

/**
 * One document question: its file, the progress of its upload, and its errors. document-state.ts has the
 * states.
 */
export function useDocument(name: string, label: string) {
  const state = useDocumentState(name);
  const dispatch = (action: DocumentAction) => changeDocumentState(name, action);
  const tasks = tasksOf(name);
  const uploadError = `Error uploading file for ${label}`;
  const deletion = `delete ${name}`;
  const documents = useQuery(documentsQuery).data;
  // Subscribes to the answer; the query of the documents is subscribed to already.
  useText(name);
  const isAnswered = hasDocument(name);
  const { data: conversion, dataUpdatedAt } = useQuery(conversionQuery(name));
  const status = conversion?.status;
  const isConverting =
    state.cleanup !== 'canceling' && (status === 'UNPROCESSED' || status === 'IN_PROGRESS');

  useEffect(() => () => endVisit(name), [name]);

  const say = (note: string) => {
    dispatch({ type: 'noted', note });
    speak(note);
  };
  const reject = (messages: readonly string[]) => dispatch({ type: 'rejected', messages });
  const rejectFile = (file: File, messages: readonly string[]) => {
    const problem = problemOf(file, messages);
    dispatch({ type: 'rejected', messages, problem });
    speak(problem?.text ?? '');
  };
  const failWith = (message: string, problem?: FileProblem) => {
    dispatch({ type: 'rejected', messages: [message], problem });
    toast.error(uploadError);
    tasks.deletion = clearFailedUpload(name, hasDocument(name)).catch(() => {
      // The next upload replaces what could not be deleted.
    });
  };
  const fail = async (error: unknown, file: File) => {
    await pageStays();
    dispatch({ type: 'stopped' });
    if (error instanceof UnauthorizedError) forgetUpload(name);
    else
      failWith(
        uploadErrorMessage(error),
        hasNoResponse(error) ? { text: file.name, unsent: file } : undefined,
      );
  };

  const { isFollowing, stopFollowing } = useInterruptedUpload(name, (file_name) =>
    reject([interruptedMessage(file_name)]),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: handles each reply once
  useEffect(() => {
    if (isConverting) return dispatch({ type: 'conversionStarted' });
    const isEarly = isBeforeConversion(state) || isFollowing;
    if (conversion === undefined || isEarly || state.conversion === 'handled') return;
    const wasAwaited = state.conversion === 'awaited';
    dispatch({ type: 'conversionEnded' });
    if (status === 'FAILED') failWith(conversion.error || conversion.message || unexpectedErrorMessage);
    if (status === 'COMPLETED') toast.closeCause(uploadError);
    if (status !== 'COMPLETED' || (!wasAwaited && isAnswered)) return;
    if (wasAwaited) speak(`${'file' in state.upload ? state.upload.file.name : 'Your file'} uploaded.`);
    markConverted(name).catch(() => {
      // The save queue keeps the answer and tries again.
    });
  }, [dataUpdatedAt, isConverting, isFollowing]);

  /** Checks a file, makes a photo smaller that is too large, and uploads it. */
  const take = async (files: readonly File[]) => {
    const [chosen] = files;
    if (chosen === undefined) return;
    reject([]);
    if (files.length > 1) return reject([uploadMessages.several]);
    const attempt = { file: withCleanName(chosen), canceling: new AbortController() };
    const { file, canceling } = attempt;
    dispatch({ type: 'advanced', attempt, step: 'checking' });
    const inspection = await inspectFile(file);
    if (canceling.signal.aborted) return;
    if (inspection.next === 'send') return send(attempt);
    if (inspection.next === 'reject') return rejectFile(file, inspection.errors);
    dispatch({ type: 'advanced', attempt, step: 'shrinking' });
    const smaller = await shrunk(file, inspection.errors);
    if (canceling.signal.aborted) return;
    if (!(smaller instanceof File)) return rejectFile(file, smaller);
    say(redrawnNote(file, smaller));
    send({ file: smaller, canceling });
  };

  const send = (attempt: Attempt) => {
    const { file, canceling } = attempt;
    const { signal } = canceling;
    dispatch({ type: 'advanced', attempt, step: 'saving' });
    tasks.upload = tasks.deletion
      .then(() =>
        upload({
          ...{ answer_key: name, file, signal },
          onStep: (step) => dispatch({ type: 'advanced', attempt, step }),
        }),
      )
      // From here on the status of the conversion is shown.
      .catch((error: unknown) => {
        if (!signal.aborted) return fail(error, file);
      });
  };

  const cancel = () => {
    if ('canceling' in state.upload) state.upload.canceling.abort();
    stopFollowing();
    reject([]);
    say('Upload canceled.');
    if (isLocal(state)) return;
    dispatch({ type: 'cleanupStarted', cleanup: 'canceling' });
    tasks.deletion = cancelUpload(name, { calls: tasks.upload, isReplacing: hasDocument(name) })
      .catch(reportUnlessLoggedOut)
      .finally(() => dispatch({ type: 'cleanupEnded' }));
  };

  const remove = () => {
    dispatch({ type: 'cleanupStarted', cleanup: 'deleting' });
    tasks.deletion = deleteDocument(name)
      .then(() => {
        toast.closeCause(deletion);
        toast.closeCause(uploadError);
        reject([]);
      })
      .catch((error: unknown) => reportUnlessLoggedOut(error, deletion))
      .finally(() => dispatch({ type: 'cleanupEnded' }));
  };

  const { upload: uploading, notes, problem, messages } = state;
  const isWaiting = isConverting && conversion?.message === uploadMessages.waiting;
  const step = uploading.step === 'idle' && (isConverting || isFollowing) ? 'converting' : uploading.step;
  return {
    attached: isAnswered ? documents?.[name] : undefined,
    uploaded: 'file' in uploading ? uploading.file : undefined,
    isAnswered,
    isDeleting: state.cleanup === 'deleting' && isAnswered,
    step: isWaiting ? uploadMessages.waiting : step === 'idle' ? undefined : stepLabels[step],
    ...{ notes, problem, messages, take, cancel, remove },
    /** Forgets a file that was not sent. */
    forget: () => reject([]),
  };
}
