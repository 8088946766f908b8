import { ServiceError } from '../http.ts';
import type { FunctionDescription } from './read-functions.ts';

const throttled = (Reason: string) =>
  new ServiceError('TooManyRequestsException', 'Rate Exceeded.', 429, { Reason, retryAfterSeconds: '1' });

/**
 * Counts running calls. A function with reserved concurrency gets exactly that; the others share the rest of
 * the account's. As in Lambda, a call over the limit fails immediately and does not wait.
 */
export class Concurrency {
  readonly #unreserved: number;
  readonly #running = new Map<string, number>();
  #shared = 0;

  constructor(functions: readonly FunctionDescription[], account: number) {
    const reserved = functions.reduce((sum, each) => sum + (each.reserved ?? 0), 0);
    this.#unreserved = account - reserved;
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
