import { type ReactNode, useEffect, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { reportError } from '../api-client/error-reports.ts';
import { UnauthorizedError } from '../api-client/errors.ts';

interface Props {
  readonly children: ReactNode;
  /** Shown when the part throws; a general sentence by default. */
  readonly fallback?: ReactNode;
}

const defaultFallback = <p className="notice">We can't show this part of the page right now.</p>;

/** A part that the page can do without. An error in it is reported, and the rest of the page stays usable. */
export const OptionalPart = ({ children, fallback = defaultFallback }: Props) => (
  <ErrorBoundary fallback={fallback} onError={reportError}>
    {children}
  </ErrorBoundary>
);

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
