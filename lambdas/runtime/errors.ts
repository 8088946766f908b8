/** What a caller reads when nothing better can be said. */
export const unexpected = "We've encountered an unexpected error at this time. Please try again later.";
export const invalidSession = 'Your session is invalid. Please clear your cookies and login again.';

/** The kinds of failure that a caller hears about. Only `http` knows which status code each one has. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  /** The application was submitted, so it can no longer be changed. */
  | 'submitted'
  | 'tooLarge'
  | 'unsupportedBody'
  /** Well formed, but the application is not ready for it. */
  | 'notReady'
  | 'tooMany'
  | 'unavailable';

interface Extras extends ErrorOptions {
  /** Members of the reply beside `message`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** When trying again can help, in seconds. */
  readonly retryAfter?: number;
}

/** A failure whose message is for the caller. Any other error is logged, and the caller reads `unexpected`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: ErrorKind;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfter: number | undefined;

  constructor(kind: ErrorKind, message: string, { details = {}, retryAfter, ...options }: Extras = {}) {
    super(message, options);
    this.kind = kind;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}
