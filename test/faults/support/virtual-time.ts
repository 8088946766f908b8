/** The moment at which every history begins. */
const start = Date.UTC(2026, 10, 20, 15);

/** A clock that moves only when code waits: a history of days takes milliseconds. */
export class VirtualTime {
  #now = start;

  now = (): number => this.#now;

  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** Time never moves backward. */
  advanceTo(moment: number): void {
    this.#now = Math.max(this.#now, moment);
  }

  reset(): void {
    this.#now = start;
  }
}
