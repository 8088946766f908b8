export interface Rate {
  /** Sustained calls per second. */
  readonly rate: number;
  /** Maximum burst of calls. */
  readonly burst: number;
}

/**
 * AWS's token bucket algorithm:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
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

  /** Takes a token for a call. False if the call is throttled. */
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
