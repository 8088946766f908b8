interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/**
 * Everything that a log line may say. No member holds an applicant's words, name, file name, code, cookie or query: a
 * new member needs a look at what can get into it.
 */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  /** API Gateway's id of the request. */
  readonly request?: string | undefined;
  readonly route?: string | undefined;
  readonly status?: number | string | undefined;
  readonly milliseconds?: number | undefined;
  /** The path of a page in somebody's browser. */
  readonly page?: string | undefined;
  readonly error?: LoggedError | undefined;
  /** A file question, the upload it got, and what kind of file that is. */
  readonly answer_key?: string | undefined;
  readonly gen?: string | undefined;
  readonly kind?: string | undefined;
  /** A PDF copy. */
  readonly id?: string | undefined;
  readonly pages?: number | undefined;
  /** In bytes. */
  readonly size?: number | undefined;
  /** Why a file was refused, in the words that the applicant reads, and what a library said of it. */
  readonly reason?: string | undefined;
  readonly cause?: string | undefined;
  /** Whether the outcome that was recorded is the current one. */
  readonly isCurrent?: boolean | undefined;
}

/** Writes one line of JSON to standard output, where Lambda collects it. */
export function log(line: LogLine): void {
  const at = new Date().toISOString();
  // Put together as text, which is cheaper than copying the line to add a member.
  console.log(`{"at":"${at}",${JSON.stringify(line).slice(1)}`);
}

export const describeError = (error: unknown): LoggedError =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { name: typeof error, message: String(error), stack: undefined };
