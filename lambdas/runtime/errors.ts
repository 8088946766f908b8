/** The kinds of errors that callers see. Only `http` knows their status codes. */
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
  /** The request is valid, but the application is not ready for it. */
  | 'notReady'
  | 'tooMany'
  | 'unavailable';

interface Extras extends ErrorOptions {
  /** Members of the response in addition to `message`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter?: number;
}

/**
 * An error whose message is shown to the caller. Any other error is logged, and the caller gets a general
 * message.
 */
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
