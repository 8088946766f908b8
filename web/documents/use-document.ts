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

/** One document question: its file, how far the file is, and what went wrong with it. */
export function useDocument(name: string, label: string) {
  const isAnswered = useText(name) !== '';
  const [step, setStep] = useState<UploadStep | 'Making it smaller'>();
  const [large, setLarge] = useState<File>();
  const [messages, setMessages] = useState<readonly string[]>([]);
  const documents = useQuery(documentsQuery).data;
  const conversion = useQuery({ ...conversionQuery(name), enabled: !isAnswered }).data;
  const status = conversion?.status;
  const isUnderWay = status === 'UNPROCESSED' || status === 'IN_PROGRESS';

  // The next upload waits for it: a late deletion would take the next file along.
  const cleared = useRef(Promise.resolve());

  const failWith = (words: string) => {
    setStep(undefined);
    setMessages([words]);
    toast.error(`Error uploading file for ${label}`);
    cleared.current = clearFailedUpload(name).catch(() => {
      // What could not be deleted is replaced by the next upload.
    });
  };
  const fail = (error: unknown) => {
    setStep(undefined);
    if (!(error instanceof UnauthorizedError)) failWith(errorMessage(error));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once on each end of a conversion
  useEffect(() => {
    if (isAnswered) return;
    if (status === 'COMPLETED') {
      setStep(undefined);
      markConverted(name).catch(() => {
        // The save queue keeps the answer and tries again.
      });
    }
    if (status === 'FAILED') failWith(conversion?.error || conversion?.message || unexpectedErrorMessage);
  }, [status]);

  const take = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    const problem =
      files.length > 1 ? uploadMessages.several : (fileError(file) ?? (await contentError(file)));
    setMessages(problem === undefined ? [] : [problem]);
    setLarge(problem === uploadMessages.tooLarge && isPhoto(file) ? file : undefined);
    if (problem === undefined) send(file);
  };

  /** A photo that is too large is made smaller here, and then taken like any other. */
  const makeSmaller = async () => {
    if (large === undefined) return;
    setLarge(undefined);
    setMessages([]);
    setStep('Making it smaller');
    try {
      const { shrinkPhoto } = await import('./shrink-photo.ts');
      send(await shrinkPhoto(large));
    } catch {
      setStep(undefined);
      setMessages([uploadMessages.unreadable]);
    }
  };

  const send = (file: File) => {
    setStep('Saving');
    cleared.current
      .then(() => upload(name, file, setStep))
      // From here on the status of the conversion says how far it is.
      .then(() => setStep(undefined))
      .catch(fail);
  };

  const remove = async () => {
    try {
      await deleteDocument(name);
      setMessages([]);
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) toast.error(errorMessage(error));
    }
  };

  return {
    file: isAnswered ? documents?.[name] : undefined,
    isAnswered,
    step: step ?? (isUnderWay ? 'Converting' : undefined),
    messages,
    take,
    makeSmaller: large === undefined ? undefined : makeSmaller,
    remove,
  };
}
