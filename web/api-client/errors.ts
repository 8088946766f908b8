import { invalidSessionMessage, unexpectedErrorMessage } from '../../shared/api/messages.ts';

/** A call that was refused, or whose answer could not be read. The message is the one to show. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Seconds after which the server wants to hear the call again; 0 when it named no time. */
  readonly retryAfter: number;

  constructor(message: string, status: number, { body = {}, retryAfter = 0, cause }: Details = {}) {
    super(message, { cause });
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }
}

interface Details {
  readonly body?: Record<string, unknown>;
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** The session is over. Whoever shows errors leaves this one to the session (platform specification, point 8). */
export class UnauthorizedError extends Error {
  override readonly name = 'UnauthorizedError';

  constructor() {
    super(invalidSessionMessage);
  }
}

/** The browser does not do its part. The message says what the applicant can do. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError';
}

const withOwnWords = [ServerError, UnauthorizedError, BrowserError];

/** The words for a failure of any kind. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error && withOwnWords.some((kind) => error instanceof kind)
    ? error.message
    : unexpectedErrorMessage;
