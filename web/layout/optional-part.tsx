import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { reportError } from '../api-client/error-reports.ts';

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
