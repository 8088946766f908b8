/**
 * Quotas of an AWS account. The defaults are those of an account whose initial quotas AWS has raised, without
 * limits that would disturb a trial of the product. Tests set their own.
 */
export interface Quotas {
  /** Concurrent executions: https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html */
  readonly concurrentExecutions: number;
  /**
   * Seconds before each of the two retries of an asynchronous call:
   * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
   */
  readonly eventRetrySeconds: readonly number[];
  /**
   * Cognito's calls a second, by category:
   * https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html
   */
  readonly cognitoRates: Readonly<
    Record<'UserCreation' | 'UserAuthentication' | 'UserAccountRecovery' | 'UserRead' | 'UserToken', number>
  >;
  /** Mails that Cognito sends from its own address: 50 on AWS, and no limit here unless it is set. */
  readonly cognitoMailsPerDay: number;
  readonly ses: SesQuotas;
}

/** https://docs.aws.amazon.com/ses/latest/dg/quotas.html */
export interface SesQuotas {
  /** True if only verified addresses get mail, as in every new account. */
  readonly sandbox: boolean;
  /** The verified addresses and domains. Without them every address counts as verified. */
  readonly identities: readonly string[] | undefined;
  /** Recipients in 24 hours: 200 in the sandbox. */
  readonly mailsPerDay: number;
  readonly mailsPerSecond: number;
}

const unlimited = Number.POSITIVE_INFINITY;

export const defaultQuotas: Quotas = {
  concurrentExecutions: 1000,
  eventRetrySeconds: [60, 120],
  cognitoRates: {
    UserCreation: 50,
    UserAuthentication: 120,
    UserAccountRecovery: 30,
    UserRead: 120,
    UserToken: 120,
  },
  cognitoMailsPerDay: unlimited,
  ses: { sandbox: false, identities: undefined, mailsPerDay: unlimited, mailsPerSecond: unlimited },
};
