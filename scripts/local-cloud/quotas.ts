/** Quotas of an AWS account. Tests set lower ones. */
export interface Quotas {
  /** Concurrent executions: https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html */
  readonly concurrentExecutions: number;
  /**
   * Seconds before each of the two retries of an asynchronous call:
   * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
   */
  readonly eventRetrySeconds: readonly number[];
}

export const defaultQuotas: Quotas = { concurrentExecutions: 1000, eventRetrySeconds: [60, 120] };
