/**
 * What an AWS account allows. The defaults are those of an account that AWS has raised out of its first weeks, and leave out
 * what a person who tries the product would meet; a test or a rehearsal sets its own.
 */
export interface Quotas {
  /** Functions that run at once: https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html */
  readonly concurrentExecutions: number;
  /** Seconds before each of the two retries of an asynchronous call: https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html */
  readonly eventRetrySeconds: readonly number[];
}

export const defaultQuotas: Quotas = { concurrentExecutions: 1000, eventRetrySeconds: [60, 120] };
