/** A rank is the penalty times this, plus the document's number, which is smaller. */
const step = 2 ** 24;

/** The few documents with the lowest penalties; equal ones in the order of their titles. */
export class TopMatches {
  readonly #most: number;
  readonly #ranks: number[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#ranks.length >= this.#most;
  }

  get isEmpty(): boolean {
    return this.#ranks.length === 0;
  }

  add(document: number, penalty: number): void {
    const rank = penalty * step + document;
    if (this.isFull && rank >= (this.#ranks.at(-1) ?? 0)) return;
    const same = this.#ranks.findIndex((each) => each % step === document);
    if (same !== -1 && (this.#ranks[same] ?? 0) <= rank) return;
    if (same !== -1) this.#ranks.splice(same, 1);
    const at = this.#ranks.findIndex((each) => each > rank);
    this.#ranks.splice(at === -1 ? this.#ranks.length : at, 0, rank);
    if (this.#ranks.length > this.#most) this.#ranks.pop();
  }

  documents(): readonly number[] {
    return this.#ranks.map((rank) => rank % step);
  }
}
