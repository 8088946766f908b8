import { useEffect, useState } from 'react';
import { UnauthorizedError } from '../api-client/errors.ts';
import { isConversionRequested, takeInterruptedUpload } from './interrupted-upload.ts';
import { isUploading } from './upload.ts';

/**
 * Follows an upload that a reload interrupted: its last request may still reach the server. `onLost` gets the
 * file's name when it did not.
 */
export function useInterruptedUpload(answer_key: string, onLost: (file_name: string) => void) {
  const [following, setFollowing] = useState<AbortController>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after a page load
  useEffect(() => {
    const interrupted = isUploading(answer_key) ? undefined : takeInterruptedUpload(answer_key);
    if (interrupted === undefined) return;
    const { file_name, isSent } = interrupted;
    if (!isSent) return onLost(file_name);
    const canceling = new AbortController();
    const { signal } = canceling;
    setFollowing(canceling);
    isConversionRequested(answer_key, file_name, signal)
      .catch((error: unknown) => signal.aborted || error instanceof UnauthorizedError)
      .then((isSettled) => {
        if (!isSettled) onLost(file_name);
        setFollowing(undefined);
      });
  }, []);

  return { isFollowing: following !== undefined, stopFollowing: () => following?.abort() };
}
