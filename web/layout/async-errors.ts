import { useEffect, useState } from 'react';
import { UnauthorizedError } from '../api-client/errors.ts';

/**
 * Throws unhandled promise rejections while rendering, so that the error boundary shows the error screen for
 * them too. An `UnauthorizedError` is ignored: it already leads to the log-in page.
 */
export function useAsyncErrors(): void {
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const handleRejection = ({ reason }: PromiseRejectionEvent) => {
      if (reason instanceof UnauthorizedError) return;
      setError(reason instanceof Error ? reason : new Error('A promise failed.', { cause: reason }));
    };
    addEventListener('unhandledrejection', handleRejection);
    return () => removeEventListener('unhandledrejection', handleRejection);
  }, []);
  if (error !== undefined) throw error;
}
