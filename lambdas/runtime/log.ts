import type { LogEvent } from '../../shared/api/log-events.ts';

interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/**
 * Everything that a log line can contain. No member holds an applicant's answers, name, file name, code, cookie or
 * query string; review a new member for what can get into it.
 */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: LogEvent;
  /** The command of an operator. */
  readonly command?: string | undefined;
  /** API Gateway's id of the request, or Lambda's where no route leads to the function. */
  readonly request?: string | undefined;
  /** The ARN of the operator who asks. */
  readonly by?: string | undefined;
  readonly route?: string | undefined;
  readonly status?: number | string | undefined;
  /** The version of the function. A gradual release counts the failures of the new one. */
  readonly version?: string | undefined;
  /** The title of one of the canary's checks. */
  readonly check?: string | undefined;
  readonly milliseconds?: number | undefined;
  /** Minutes since the mail became pending. */
  readonly minutes?: number | undefined;
  /** The path of a page in a browser. */
  readonly page?: string | undefined;
  readonly error?: LoggedError | undefined;
  /** CloudFront's id of the request. */
  readonly edge?: string | undefined;
  /** The applicant's id in the user pool. */
  readonly applicant?: string | undefined;
  /** A file question, its upload, and the file's type. */
  readonly answer_key?: string | undefined;
  readonly gen?: string | undefined;
  readonly kind?: string | undefined;
  /** An application PDF. */
  readonly id?: string | undefined;
  readonly pages?: number | undefined;
  /** How many applications a night exported. */
  readonly applications?: number | undefined;
  /** How many users the list of the day has. */
  readonly users?: number | undefined;
  /** In bytes. */
  readonly size?: number | undefined;
  /** Why a file was rejected, in the words that the applicant reads, and the error of the library. */
  readonly reason?: string | undefined;
  readonly cause?: string | undefined;
  /** Whether the recorded outcome is the current one. */
  readonly isCurrent?: boolean | undefined;
}

/**
 * Writes one line of the function's log. Lambda's JSON format adds time, level and request to it, and keeps an object as it
 * is, so that metric filters find `$.message.event`; a string would be encoded a second time.
 */
export const log = (line: LogLine): void => console[line.level](line);

/** Social Security numbers with or without separators, and Alien Registration Numbers. */
const personalNumber = /\b(?:\d{3}[-. ]\d{2}[-. ]\d{4}|[Aa]?\d{8,9})\b/g;

/** Mail services name the address that they reject, and the text of a page's error may quote what an applicant typed. */
const withoutPersonalData = (text: string): string =>
  text.replaceAll(/[^\s<>"',;:/]+@[^\s<>"',;:/]+/g, '(address)').replaceAll(personalNumber, '(number)');

/** Texts that a browser sent, cleaned like our own errors. */
export const withoutPersonalDataIn = <Texts extends Readonly<Record<string, string>>>(texts: Texts): Texts =>
  Object.assign({}, ...Object.entries(texts).map(([name, text]) => ({ [name]: withoutPersonalData(text) })));

export const describeError = (error: unknown): LoggedError =>
  error instanceof Error
    ? {
        name: error.name,
        message: withoutPersonalData(error.message),
        stack: error.stack && withoutPersonalData(error.stack),
      }
    : { name: typeof error, message: withoutPersonalData(String(error)), stack: undefined };
