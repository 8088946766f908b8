export interface Rate {
  /** Calls a second, in the long run. */
  readonly rate: number;
  /** Calls at once. */
  readonly burst: number;
}

/** The token bucket by which AWS throttles: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html */
export class TokenBucket {
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

  /** Whether one more call is allowed now; counts it when it is. */
  take(): boolean {
    const time = this.#now();
    const { rate, burst } = this.#rate;
    if (burst === Number.POSITIVE_INFINITY) return true;
    this.#tokens = Math.min(burst, this.#tokens + ((time - this.#filled) / 1000) * rate);
    this.#filled = time;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
