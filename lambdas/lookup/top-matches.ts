import type { Pack } from './pack.ts';

/** A rank combines the penalty, the size rank and the document's number, each in its own digits. */
const documents = 2 ** 24;
const sizes = 8;

const documentOf = (rank: number): number => rank % documents;
const penaltyOf = (rank: number): number => Math.floor(rank / (documents * sizes));

/**
 * The records with the lowest penalties, each with its best matching name. Ties are ordered by size, largest
 * first, then by name.
 */
export class TopMatches {
  readonly #max: number;
  readonly #pack: Pack;
  readonly #ranks: number[] = [];

  constructor(pack: Pack, max: number) {
    this.#pack = pack;
    this.#max = max;
  }

  get isFull(): boolean {
    return this.#ranks.length >= this.#max;
  }

  get isEmpty(): boolean {
    return this.#ranks.length === 0;
  }

  add(document: number, penalty: number): void {
    const rank = (penalty * sizes + (this.#pack.sizeRank[document] ?? 0)) * documents + document;
    if (this.isFull && rank >= (this.#ranks.at(-1) ?? 0)) return;
    const known = this.#ranks.findIndex((each) => this.#isSameRecord(documentOf(each), document));
    if (known !== -1 && !this.#isBetter(rank, this.#ranks[known] ?? 0)) return;
    if (known !== -1) this.#ranks.splice(known, 1);
    const at = this.#ranks.findIndex((each) => each > rank);
    this.#ranks.splice(at === -1 ? this.#ranks.length : at, 0, rank);
    if (this.#ranks.length > this.#max) this.#ranks.pop();
  }

  documents(): readonly number[] {
    return this.#ranks.map(documentOf);
  }

  #isSameRecord(one: number, other: number): boolean {
    return this.#pack.recordOf[one] === this.#pack.recordOf[other];
  }

  /**
   * True if one name of a record matches better than another of its names. On a tie, the title or the earlier
   * alias wins.
   */
  #isBetter(rank: number, than: number): boolean {
    const difference = penaltyOf(rank) - penaltyOf(than);
    if (difference !== 0) return difference < 0;
    const { aliasOf } = this.#pack;
    return (aliasOf[documentOf(rank)] ?? 0) < (aliasOf[documentOf(than)] ?? 0);
  }
}
