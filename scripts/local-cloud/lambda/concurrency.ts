import { LocalCloudError } from '../error.ts';
import { ServiceError } from '../http.ts';
import type { FunctionDescription } from './read-functions.ts';

/**
 * Concurrency that AWS keeps for functions without reserved concurrency:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const unreservedMinimum = 100;

const throttled = (Reason: string) =>
  new ServiceError('TooManyRequestsException', 'Rate Exceeded.', 429, { Reason, retryAfterSeconds: '1' });

/**
 * Counts running calls. A function with reserved concurrency gets exactly that; the others share the rest of
 * the account's. As in Lambda, a call over the limit fails immediately and does not wait.
 */
export class Concurrency {
  #unreserved: number;
  readonly #running = new Map<string, number>();
  #shared = 0;

  constructor(functions: readonly FunctionDescription[], account: number) {
    const reserved = functions.reduce((sum, each) => sum + (each.reserved ?? 0), 0);
    this.#unreserved = account - reserved;
    if (reserved > 0 && this.#unreserved < unreservedMinimum)
      throw new LocalCloudError(
        `The functions reserve ${reserved} of ${account} concurrent executions; AWS refuses to leave fewer than ${unreservedMinimum} unreserved.`,
      );
  }

  /**
   * Limits the account's concurrency for functions without reserved concurrency, until the returned function
   * is called.
   */
  limit(unreserved: number): () => void {
    const before = this.#unreserved;
    this.#unreserved = unreserved;
    return () => {
      this.#unreserved = before;
    };
  }

  /** Counts a call until the returned function is called. Throws if the call is over the limit. */
  enter({ arn, reserved }: FunctionDescription): () => void {
    const running = this.#running.get(arn) ?? 0;
    if (reserved !== undefined && running >= reserved)
      throw throttled('ReservedFunctionConcurrentInvocationLimitExceeded');
    if (reserved === undefined && this.#shared >= this.#unreserved)
      throw throttled('ConcurrentInvocationLimitExceeded');
    this.#count(arn, reserved, 1);
    return () => this.#count(arn, reserved, -1);
  }

  #count(arn: string, reserved: number | undefined, step: number) {
    this.#running.set(arn, (this.#running.get(arn) ?? 0) + step);
    if (reserved === undefined) this.#shared += step;
  }
}
