import type { LogEvent } from '../../shared/api/log-events.ts';

interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/**
 * All members of a log line. None contains an applicant's answers, name, file name, code, cookie or query
 * string. Before adding a member, review which values it can have.
 */
interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: LogEvent;
  /** An operator's command. */
  readonly command?: string | undefined;
  /** API Gateway's request id, or Lambda's if the function has no route. */
  readonly request?: string | undefined;
  /** The ARN of the operator who sent the command. */
  readonly by?: string | undefined;
  /** The id at the identity provider of the person in the console. */
  readonly staff?: string | undefined;
  readonly route?: string | undefined;
  readonly status?: number | string | undefined;
  readonly milliseconds?: number | undefined;
  /** Work in an outbox: minutes since it was added, its tries, and the end of the last one. */
  readonly minutes?: number | undefined;
  readonly tries?: number | undefined;
  readonly outcome?: string | undefined;
  /** The path of a page in a browser. */
  readonly page?: string | undefined;
  readonly error?: LoggedError | undefined;
  /** CloudFront's id of the request. */
  readonly edge?: string | undefined;
  /** The applicant's id in the user pool. */
  readonly applicant?: string | undefined;
  /** A file question, its upload, and the file's type; or the kind of work in an outbox. */
  readonly answer_key?: string | undefined;
  readonly gen?: string | undefined;
  readonly kind?: string | undefined;
  /** An application PDF. */
  readonly id?: string | undefined;
  readonly pages?: number | undefined;
  /** Number of applications in a nightly export. */
  readonly applications?: number | undefined;
  /** Number of users in the daily list. */
  readonly users?: number | undefined;
  /** In bytes. */
  readonly size?: number | undefined;
  /** Reason for rejecting a file, as shown to the applicant, and the library's error. */
  readonly reason?: string | undefined;
  readonly cause?: string | undefined;
  /** True if this is the upload's current outcome. */
  readonly isCurrent?: boolean | undefined;
}

/**
 * Writes one line of the function's log. Lambda's JSON format adds time, level and request id. Pass an
 * object: metric filters find `$.message.event` in it, and a string would be JSON-encoded twice.
 */
export const log = (line: LogLine): void => console[line.level](line);

/** Social Security numbers with or without separators, and Alien Registration Numbers. */
const personalNumber = /\b(?:\d{3}[-. ]\d{2}[-. ]\d{4}|[Aa]?\d{8,9})\b/g;

/**
 * Removes personal data. Mail services name the address that they reject, and the error text of a page may
 * quote an applicant's input.
 */
const withoutPersonalData = (text: string): string =>
  text.replaceAll(/[^\s<>"',;:/]+@[^\s<>"',;:/]+/g, '(address)').replaceAll(personalNumber, '(number)');

/** Removes personal data from texts that a browser sent. */
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
