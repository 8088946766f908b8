import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { unexpectedErrorMessage } from '../../shared/api/messages.ts';
import { errorMessage, ServerError, UnauthorizedError } from '../api-client/errors.ts';
import { Button } from '../ui/button.tsx';

const unreachable = () =>
  navigator.onLine
    ? 'The server cannot be reached. Check your network connection, then try again.'
    : 'You are offline. Connect to the network, then try again.';

/** Messages of API Gateway, which say nothing to a person. */
const gatewayMessages = new Set(['Internal Server Error', 'Service Unavailable', 'Forbidden', 'Not Found']);

/** An error in words, with what to do. */
export function problemText(error: unknown): string {
  if (error instanceof UnauthorizedError) return 'You are signed out. Sign in again to continue.';
  if (error instanceof ServerError && error.status === 0) return unreachable();
  const message = errorMessage(error);
  return message === unexpectedErrorMessage || (error instanceof Error && gatewayMessages.has(error.message))
    ? 'The server could not do this. Try again in a minute. If it fails again, contact your administrator.'
    : message;
}

export interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** The same call would get the same response. */
const isFinal = (error: unknown): boolean =>
  error instanceof ServerError && (error.status === 400 || error.status === 404);

/** An error in place of what it prevented. */
export function Problem({ error, onRetry }: ProblemProps) {
  if (error === null || error === undefined) return null;
  return (
    <div className="row notice problem" data-stops role="alert">
      <p>{problemText(error)}</p>
      {onRetry && !isFinal(error) && (
        <Button size="fit" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Shown and spoken until the data arrive. */
  readonly loading?: string;
  readonly children: (data: Data) => ReactNode;
}

/** The data of a query, or its error with a way to try again. */
export function Loaded<Data>({ query, loading = 'Loading...', children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <>
      <Problem error={error} onRetry={() => void refetch()} />
      {data !== undefined && children(data)}
      {data === undefined && error === null && loading !== '' && <p role="status">{loading}</p>}
    </>
  );
}
