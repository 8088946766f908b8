import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { reportError } from '../api-client/error-reports.ts';

interface Props {
  readonly children: ReactNode;
  /** What shows instead when the part breaks; a sentence that says so, unless something else is given. */
  readonly fallback?: ReactNode;
}

const sentence = <p className="notice">This part of the page cannot be shown right now.</p>;

/** A part that the rest of the page does not need. When it breaks, the error is reported and the rest stays usable. */
export const OptionalPart = ({ children, fallback = sentence }: Props) => (
  <ErrorBoundary fallback={fallback} onError={reportError}>
    {children}
  </ErrorBoundary>
);
