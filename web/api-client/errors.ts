import { invalidSessionMessage, unexpectedErrorMessage } from '../../shared/api/messages.ts';

/** A call that was rejected, or whose reply could not be read. Its message can be shown. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Seconds to wait before the next attempt; 0 if the server named no time. */
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

/** The session has ended. `clearPage` already shows this, so callers show no error of their own. */
export class UnauthorizedError extends Error {
  override readonly name = 'UnauthorizedError';

  constructor() {
    super(invalidSessionMessage);
  }
}

/** A browser setting prevents the action. The message says what the applicant can do. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError';
}

const errorsWithMessage = [ServerError, UnauthorizedError, BrowserError];

const oneMinute = 60;
const waitText = (seconds: number): string => {
  if (seconds === 1) return '1 second';
  return seconds < 2 * oneMinute ? `${seconds} seconds` : `${Math.ceil(seconds / oneMinute)} minutes`;
};

/** The time to wait before the next attempt, unless the message states it. */
const retryHint = (error: Error): string =>
  error instanceof ServerError && error.retryAfter > 0 && !/\d seconds?/.test(error.message)
    ? ` You can try again in ${waitText(error.retryAfter)}.`
    : '';

/** The server's advice for the time until then, if it sent any. */
const helpText = (error: Error): string =>
  error instanceof ServerError && typeof error.body.help === 'string' ? ` ${error.body.help}` : '';

/** The message to show for any error. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error && errorsWithMessage.some((errorClass) => error instanceof errorClass)
    ? error.message + retryHint(error) + helpText(error)
    : unexpectedErrorMessage;
