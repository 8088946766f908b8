import * as z from 'zod/mini';
import { number } from '../assembly/assembly.ts';

export const routeSettings = z.strictObject({
  DetailedMetricsEnabled: z.optional(z.unknown()), // metrics alone
  ThrottlingBurstLimit: z.optional(number),
  ThrottlingRateLimit: z.optional(number),
});

type Settings = z.infer<typeof routeSettings>;

interface Rate {
  /** Sustained calls per second. */
  readonly rate: number;
  /** Maximum burst of calls. */
  readonly burst: number;
}

/**
 * AWS's token bucket algorithm:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
class TokenBucket {
  readonly #rate: Rate;
  readonly #now: () => number;
  #tokens: number;
  #filled: number;

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
    this.#tokens = rate.burst;
    this.#filled = now();
  }

  /** Takes a token for a call. False if the call is throttled. */
  take(): boolean {
    const time = this.#now();
    const { rate, burst } = this.#rate;
    this.#tokens = Math.min(burst, this.#tokens + ((time - this.#filled) / 1000) * rate);
    this.#filled = time;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/**
 * Default throttle of an account, if a stage sets none:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
 */
const account: Rate = { rate: 10_000, burst: 5_000 };

const rateOf = ({ ThrottlingRateLimit, ThrottlingBurstLimit }: Settings): Rate => ({
  rate: ThrottlingRateLimit ?? account.rate,
  burst: ThrottlingBurstLimit ?? account.burst,
});

/**
 * The throttles of a stage: one for each route with its own settings, and one for all other routes together.
 */
export class StageThrottles {
  readonly #routes: ReadonlyMap<string, TokenBucket>;
  readonly #rest: TokenBucket;

  constructor(rest: Settings, routes: Readonly<Record<string, Settings>>, now: () => number) {
    this.#rest = new TokenBucket(rateOf(rest), now);
    this.#routes = new Map(
      Object.entries(routes).map(([key, own]) => [key, new TokenBucket(rateOf({ ...rest, ...own }), now)]),
    );
  }

  letsIn(routeKey: string): boolean {
    return (this.#routes.get(routeKey) ?? this.#rest).take();
  }
}
