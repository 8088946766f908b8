import { ServiceError } from '../http.ts';
import type { Quotas } from '../quotas.ts';
import { TokenBucket } from '../token-bucket.ts';

export type Category = keyof Quotas['cognitoRates'];

/**
 * Operations that share a quota:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html#category_operations
 */
const categories: Readonly<Record<string, Category>> = {
  SignUp: 'UserCreation',
  ConfirmSignUp: 'UserCreation',
  AdminInitiateAuth: 'UserAuthentication',
  ForgotPassword: 'UserAccountRecovery',
  ConfirmForgotPassword: 'UserAccountRecovery',
  AdminGetUser: 'UserRead',
  RevokeToken: 'UserToken',
};

/** The request rates of an account. Each rate applies to all its user pools together. */
export class RequestRates {
  readonly #buckets: ReadonlyMap<string, TokenBucket>;

  constructor({ cognitoRates }: Quotas, now: () => number) {
    this.#buckets = new Map(
      Object.entries(cognitoRates).map(([name, rate]) => [name, new TokenBucket({ rate, burst: rate }, now)]),
    );
  }

  admit(operation: string) {
    const bucket = this.#buckets.get(categories[operation] ?? '');
    if (bucket?.take() === false) throw new ServiceError('TooManyRequestsException', 'Rate exceeded');
  }
}
