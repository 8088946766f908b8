/**
 * Counts the requests per address, or per value of a key, in the window of a rate-based rule. AWS WAF
 * estimates and reacts within a minute; this counter is exact and immediate:
 * https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based-request-limiting.html
 */
export class RateCounter {
  readonly #limit: number;
  readonly #window: number;
  readonly #now: () => number;
  readonly #times = new Map<string, number[]>();

  constructor({ limit, seconds }: { readonly limit: number; readonly seconds: number }, now: () => number) {
    this.#limit = limit;
    this.#window = seconds * 1000;
    this.#now = now;
  }

  /** Counts a request. True if its key has exceeded the limit in the window. */
  isOver(key: string): boolean {
    const since = this.#now() - this.#window;
    const recent = (this.#times.get(key) ?? []).filter((time) => time > since);
    recent.push(this.#now());
    // More entries would not change the result, and a flood must not fill the memory.
    this.#times.set(key, recent.slice(-this.#limit - 1));
    return recent.length > this.#limit;
  }
}
