import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { unexpectedErrorMessage } from '../../shared/api/messages.ts';
import { fileError, uploadMessages } from '../../shared/rules/upload.ts';
import { errorMessage, UnauthorizedError } from '../api-client/errors.ts';
import { conversionQuery, documentsQuery } from '../api-client/queries.ts';
import { useText } from '../form-state/form-store.ts';
import { toast } from '../ui/toast.ts';
import { contentError, isPhoto } from './inspect-file.ts';
import { clearFailedUpload, deleteDocument, markConverted, type UploadStep, upload } from './upload.ts';

/** The state of one document question: its file, the progress of its upload, and its errors. */
export function useDocument(name: string, label: string) {
  const isAnswered = useText(name) !== '';
  const [step, setStep] = useState<UploadStep | 'Making it smaller'>();
  const [largePhoto, setLargePhoto] = useState<File>();
  const uploadError = `Error uploading file for ${label}`;
  const deletion = `delete ${name}`;
  const [messages, setMessages] = useState<readonly string[]>([]);
  const documents = useQuery(documentsQuery).data;
  const conversion = useQuery({ ...conversionQuery(name), enabled: !isAnswered }).data;
  const status = conversion?.status;
  const isConverting = status === 'UNPROCESSED' || status === 'IN_PROGRESS';

  // The next upload waits for this deletion, which could delete the new file otherwise.
  const pendingDeletion = useRef(Promise.resolve());

  const failWith = (message: string) => {
    setStep(undefined);
    setMessages([message]);
    toast.error(uploadError);
    pendingDeletion.current = clearFailedUpload(name).catch(() => {
      // The next upload replaces what could not be deleted.
    });
  };
  const fail = (error: unknown) => {
    setStep(undefined);
    if (!(error instanceof UnauthorizedError)) failWith(errorMessage(error));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: handles each end of a conversion once
  useEffect(() => {
    if (isAnswered) return;
    if (status === 'COMPLETED') {
      setStep(undefined);
      toast.closeCause(uploadError);
      markConverted(name).catch(() => {
        // The save queue keeps the answer and tries again.
      });
    }
    if (status === 'FAILED') failWith(conversion?.error || conversion?.message || unexpectedErrorMessage);
  }, [status]);

  const take = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    const error = files.length > 1 ? uploadMessages.several : (fileError(file) ?? (await contentError(file)));
    setMessages(error === undefined ? [] : [error]);
    setLargePhoto(error === uploadMessages.tooLarge && isPhoto(file) ? file : undefined);
    if (error === undefined) send(file);
  };

  /** Shrinks a photo that is too large and uploads it. */
  const makeSmaller = async () => {
    if (largePhoto === undefined) return;
    setLargePhoto(undefined);
    setMessages([]);
    setStep('Making it smaller');
    try {
      const { shrinkPhoto } = await import('./shrink-photo.ts');
      send(await shrinkPhoto(largePhoto));
    } catch {
      setStep(undefined);
      setMessages([uploadMessages.unreadable]);
    }
  };

  const send = (file: File) => {
    setStep('Saving');
    pendingDeletion.current
      .then(() => upload(name, file, setStep))
      // From here on the status of the conversion is shown.
      .then(() => setStep(undefined))
      .catch(fail);
  };

  const remove = async () => {
    try {
      await deleteDocument(name);
      toast.closeCause(deletion);
      toast.closeCause(uploadError);
      setMessages([]);
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) toast.error(errorMessage(error), deletion);
    }
  };

  return {
    file: isAnswered ? documents?.[name] : undefined,
    isAnswered,
    step: step ?? (isConverting ? 'Converting' : undefined),
    messages,
    take,
    makeSmaller: largePhoto === undefined ? undefined : makeSmaller,
    remove,
  };
}
