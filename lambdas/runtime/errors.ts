/** Platform specification, point 8. */
export const unexpected = "We've encountered an unexpected error at this time. Please try again later.";
export const invalidSession = 'Your session is invalid. Please clear your cookies and login again.';

interface Extras extends ErrorOptions {
  /** Members beside `message`. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failure that the caller reads about in words. Everything else is logged and becomes the generic message. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, { body = {}, headers = {}, ...options }: Extras = {}) {
    super(message, options);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}
