import { useEffect, useState } from 'react';
import { UnauthorizedError } from '../api-client/errors.ts';

/**
 * A promise that failed and that nobody caught breaks its group of pages as a failed drawing does: the error screen
 * stands for route and asynchronous errors (platform specification, point 2). An ended session has its own way.
 */
export function useAsyncErrors(): void {
  const [failure, setFailure] = useState<Error>();
  useEffect(() => {
    const take = ({ reason }: PromiseRejectionEvent) => {
      if (reason instanceof UnauthorizedError) return;
      setFailure(reason instanceof Error ? reason : new Error('A promise failed.', { cause: reason }));
    };
    addEventListener('unhandledrejection', take);
    return () => removeEventListener('unhandledrejection', take);
  }, []);
  if (failure !== undefined) throw failure;
}
