import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { unexpectedErrorMessage } from '../../shared/api/messages.ts';
import { cleanFileName } from '../../shared/rules/file-name.ts';
import { formatSize, isTooLarge, uploadMessages } from '../../shared/rules/upload.ts';
import { errorMessage, UnauthorizedError } from '../api-client/errors.ts';
import { conversionQuery, documentsQuery } from '../api-client/queries.ts';
import { getAnswers, useText } from '../form-state/form-store.ts';
import { pageStays } from '../ui/page-stays.ts';
import { speak } from '../ui/speak.ts';
import { toast } from '../ui/toast.ts';
import { type FileProblem, problemOf } from './file-problem.ts';
import { inspectFile } from './inspect-file.ts';
import { forgetUpload } from './interrupted-upload.ts';
import {
  cancelUpload,
  clearFailedUpload,
  deleteDocument,
  markConverted,
  type UploadStep,
  upload,
} from './upload.ts';
import { useInterruptedUpload } from './use-interrupted-upload.ts';

/** The upload that this page has started. */
interface Running {
  readonly file: File;
  readonly step: UploadStep | 'Checking' | 'Shrinking your photo';
  readonly canceling: AbortController;
}

/** The smaller photo, or the errors to show when the browser cannot make one. */
async function shrunk(photo: File, errors: readonly string[]): Promise<File | readonly string[]> {
  try {
    const { shrinkPhoto } = await import('./shrink-photo.ts');
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

/** A photo that is not too large is redrawn for its format alone. */
const redrawnNote = (photo: File, { size }: File) =>
  `We ${isTooLarge(photo) ? 'made it smaller' : 'saved it as a JPEG'}: ${formatSize(size)}.`;

/** The state of one document question: its file, the progress of its upload, and its errors. */
export function useDocument(name: string, label: string) {
  const isAnswered = useText(name) !== '';
  const hasDocument = () => (getAnswers()[name] ?? '') !== '';
  const [running, setRunning] = useState<Running>();
  const [isCanceling, setCanceling] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<FileProblem>();
  const uploadError = `Error uploading file for ${label}`;
  const deletion = `delete ${name}`;
  const [messages, setMessages] = useState<readonly string[]>([]);
  const documents = useQuery(documentsQuery).data;
  const { data: conversion, dataUpdatedAt } = useQuery(conversionQuery(name));
  const status = conversion?.status;
  const isConverting = !isCanceling && (status === 'UNPROCESSED' || status === 'IN_PROGRESS');
  const isWaiting = isConverting && conversion?.message === uploadMessages.waiting;
  /** Whether the end of a conversion is awaited. Undefined at first: a reload may have come before that end. */
  const isAwaited = useRef<boolean>(undefined);

  // The next upload waits for this deletion, which could delete the new file otherwise.
  const pendingDeletion = useRef(Promise.resolve());
  const calls = useRef(Promise.resolve());

  const showStep = (step: Running['step'], file: File, canceling: AbortController) => {
    if (!canceling.signal.aborted) setRunning({ step, file, canceling });
  };
  const say = (note: string) => {
    setNotes((earlier) => [...earlier, note]);
    speak(note);
  };
  const failWith = (message: string) => {
    reject([message]);
    toast.error(uploadError);
    pendingDeletion.current = clearFailedUpload(name, hasDocument()).catch(() => {
      // The next upload replaces what could not be deleted.
    });
  };
  const fail = async (error: unknown) => {
    await pageStays();
    setRunning(undefined);
    if (error instanceof UnauthorizedError) forgetUpload(name);
    else failWith(errorMessage(error));
  };

  const reject = (errors: readonly string[]) => {
    setRunning(undefined);
    setNotes([]);
    setProblem(undefined);
    setMessages(errors);
  };
  const rejectFile = (file: File, errors: readonly string[]) => {
    reject(errors);
    const found = problemOf(file, errors);
    setProblem(found);
    speak(found?.text ?? '');
  };

  const { isFollowing, stopFollowing } = useInterruptedUpload(name, (file_name) =>
    reject([interruptedMessage(file_name)]),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: handles each reply once
  useEffect(() => {
    if (isConverting) isAwaited.current = true;
    // Replies before the conversion is requested are about an earlier file.
    const isEarly = (running !== undefined && running.step !== 'Converting') || isFollowing;
    if (conversion === undefined || isConverting || isEarly || isAwaited.current === false) return;
    const wasAwaited = isAwaited.current;
    isAwaited.current = false;
    setRunning(undefined);
    if (status === 'FAILED') failWith(conversion.error || conversion.message || unexpectedErrorMessage);
    if (status === 'COMPLETED') toast.closeCause(uploadError);
    if (status !== 'COMPLETED' || (!wasAwaited && isAnswered)) return;
    if (wasAwaited) speak(`${running?.file.name ?? 'Your file'} uploaded.`);
    markConverted(name).catch(() => {
      // The save queue keeps the answer and tries again.
    });
  }, [dataUpdatedAt, isConverting, isFollowing]);

  /** Checks a file, makes a photo smaller that is too large, and uploads it. */
  const take = async (files: readonly File[]) => {
    const [chosen] = files;
    if (chosen === undefined) return;
    const file = withCleanName(chosen);
    reject([]);
    if (files.length > 1) return reject([uploadMessages.several]);
    const canceling = new AbortController();
    showStep('Checking', file, canceling);
    const inspection = await inspectFile(file);
    if (canceling.signal.aborted) return;
    if (inspection.next === 'send') return send(file, canceling);
    if (inspection.next === 'reject') return rejectFile(file, inspection.errors);
    showStep('Shrinking your photo', file, canceling);
    if (isTooLarge(file)) say(uploadMessages.tooLarge);
    const smaller = await shrunk(file, inspection.errors);
    if (canceling.signal.aborted) return;
    if (!(smaller instanceof File)) return rejectFile(file, smaller);
    say(redrawnNote(file, smaller));
    send(smaller, canceling);
  };

  const send = (file: File, canceling: AbortController) => {
    const { signal } = canceling;
    showStep('Saving', file, canceling);
    isAwaited.current = true;
    calls.current = pendingDeletion.current
      .then(() =>
        upload({ answer_key: name, file, signal, onStep: (step) => showStep(step, file, canceling) }),
      )
      // From here on the status of the conversion is shown.
      .catch((error: unknown) => {
        if (!signal.aborted) return fail(error);
      });
  };

  const cancel = () => {
    running?.canceling.abort();
    stopFollowing();
    reject([]);
    say('Upload canceled.');
    if (running?.step === 'Checking' || running?.step === 'Shrinking your photo') return;
    setCanceling(true);
    isAwaited.current = false;
    pendingDeletion.current = cancelUpload(name, { calls: calls.current, isReplacing: hasDocument() })
      .catch((error: unknown) => {
        if (!(error instanceof UnauthorizedError)) toast.error(errorMessage(error));
      })
      .finally(() => setCanceling(false));
  };

  const remove = () => {
    setDeleting(true);
    pendingDeletion.current = deleteDocument(name)
      .then(() => {
        toast.closeCause(deletion);
        toast.closeCause(uploadError);
        reject([]);
      })
      .catch((error: unknown) => {
        if (!(error instanceof UnauthorizedError)) toast.error(errorMessage(error), deletion);
      })
      .finally(() => setDeleting(false));
  };

  return {
    attached: isAnswered ? documents?.[name] : undefined,
    uploaded: running?.file,
    isAnswered,
    isDeleting: isDeleting && isAnswered,
    step: isWaiting
      ? uploadMessages.waiting
      : (running?.step ?? (isConverting || isFollowing ? ('Converting' as const) : undefined)),
    notes,
    problem,
    messages,
    take,
    cancel,
    remove,
  };
}
