import {
  allWords,
  type Bytes,
  firstIndexWhere,
  type Pack,
  type WordRange,
  withLength,
  withPrefix,
} from './pack.ts';

/** One typed word: the words of the pack that it may stand for, and the word that equals it (-1 for none). */
export interface Term {
  readonly ranges: readonly WordRange[];
  readonly whole: number;
  /** A document may lack this word. */
  readonly isOptional: boolean;
  /** A number, such as that of a house, which identifies no name by itself. */
  readonly isNumber: boolean;
}

const [zero, nine] = [0x30, 0x39];

/** A typed word may also be the beginning of longer words. */
export function toTerm(pack: Pack, word: Bytes, isOptional = false): Term {
  const range = withPrefix(pack, allWords(pack), 0, word);
  const [whole, end] = withLength(pack, range, word.length);
  return {
    ranges: range[0] < range[1] ? [range] : [],
    whole: whole < end ? whole : -1,
    isOptional,
    isNumber: word.every((digit) => digit >= zero && digit <= nine),
  };
}

export const isUnknown = ({ ranges, isOptional }: Term): boolean => ranges.length === 0 && !isOptional;

const documentsIn = ({ documentsAt }: Pack, { ranges }: Term): number =>
  ranges.reduce((sum, [from, to]) => sum + (documentsAt[to] ?? 0) - (documentsAt[from] ?? 0), 0);

const isIn = (ranges: readonly WordRange[], word: number): boolean => {
  for (const [from, to] of ranges) if (word >= from && word < to) return true;
  return false;
};

/** True for a word that must be in the name of at least one match, if the text has such a word. */
const isOfName = ({ isNumber, isOptional }: Term): boolean => !isNumber && !isOptional;

/** A document whose whole name is typed has none of these. Lower is better. */
const penalties = {
  nameBegins: 1,
  anyOrder: 2,
  nameBeginsHalfTyped: 3,
  missingSmallWord: 3,
  elsewhere: 4,
  halfTyped: 8,
} as const;
const maxUntyped = 3;

/**
 * The position of a term among those words of a document that no other term has taken; -1 when it is not
 * there.
 */
function positionOf(
  { ownWords }: Pack,
  { ranges, whole }: Term,
  [from, to]: WordRange,
  taken: number,
): number {
  let found = -1;
  for (let at = from; at < to; at += 1) {
    if ((taken >> (at - from)) & 1) continue;
    const word = ownWords[at] ?? 0;
    if (word === whole) return at;
    if (found === -1 && isIn(ranges, word)) found = at;
  }
  return found;
}

/**
 * Distance of a document from the typed text; undefined when it lacks one of the words, or has them only in
 * its location. Whole words come before beginnings, words of the name and its short forms before words of the
 * location, short names before long ones.
 */
function penaltyOf(pack: Pack, document: number, terms: readonly Term[]): number | undefined {
  const { ownWords, ownWordsAt, titleWords, shortForms, spellings } = pack;
  const [from = 0, to = 0] = [ownWordsAt[document], ownWordsAt[document + 1]];
  const titleEnd = from + (titleWords[document] ?? 0);
  const shortFormsEnd = titleEnd + (shortForms[document] ?? 0);
  const nameEnd = shortFormsEnd + (spellings[document] ?? 0);
  let isNamed = !terms.some(isOfName);
  let [penalty, untyped, taken] = [penalties.anyOrder as number, titleEnd - from, 0];
  for (const term of terms) {
    const found = positionOf(pack, term, [from, to], taken);
    if (found === -1 && !term.isOptional) return undefined;
    if (found === -1) {
      penalty += penalties.missingSmallWord;
      continue;
    }
    taken |= 1 << (found - from);
    isNamed ||= isOfName(term) && found < nameEnd;
    if (ownWords[found] !== term.whole) penalty += penalties.halfTyped;
    if (found < titleEnd) untyped -= 1;
    else if (found >= shortFormsEnd) penalty += penalties.elsewhere;
    else if (ownWords[found] === term.whole) untyped = 0;
  }
  return isNamed ? penalty + Math.max(0, Math.min(maxUntyped, untyped)) : undefined;
}

/**
 * A text that matches thousands of documents says too little to rank them, so only the first ones are
 * compared.
 */
const maxCompared = 4096;

/** Adds every document that contains all terms. It looks only at documents that contain the rarest term. */
export function addMatches(
  pack: Pack,
  terms: readonly Term[],
  { best, more }: { best: TopMatches; more: number },
): void {
  const needed = terms.filter(({ isOptional }) => !isOptional);
  const rarest = (needed.length > 0 ? needed : terms).reduce((least, term) =>
    documentsIn(pack, term) < documentsIn(pack, least) ? term : least,
  );
  const { documents, documentsAt } = pack;
  let left = maxCompared;
  for (const [from, to] of rarest.ranges)
    for (let at = documentsAt[from] ?? 0; at < (documentsAt[to] ?? 0) && left > 0; at += 1, left -= 1) {
      const document = documents[at] ?? 0;
      const penalty = penaltyOf(pack, document, terms);
      if (penalty !== undefined) best.add(document, penalty + more);
    }
}

/**
 * Compares a document's title with the terms: below zero before them, above zero after them, zero when it
 * begins with them.
 */
function compareTitle(
  { ownWords, ownWordsAt, titleWords }: Pack,
  document: number,
  terms: readonly Term[],
): number {
  const from = ownWordsAt[document] ?? 0;
  for (const [index, { whole, ranges }] of terms.entries()) {
    if (index >= (titleWords[document] ?? 0)) return -1;
    const word = ownWords[from + index] ?? 0;
    const [first = 0, end = 0] = index === terms.length - 1 ? (ranges[0] ?? []) : [whole, whole + 1];
    if (word < first) return -1;
    if (word >= end) return 1;
  }
  return 0;
}

/** Adds the documents whose names begin with the terms, of which the last may be incomplete. */
export function addNamesStartingWith(pack: Pack, terms: readonly Term[], best: TopMatches): void {
  const from = firstIndexWhere(pack.size, (document) => compareTitle(pack, document, terms) >= 0);
  const to = from + firstIndexWhere(pack.size - from, (more) => compareTitle(pack, from + more, terms) > 0);
  const last = terms.at(-1)?.whole ?? -1;
  const { ownWords, ownWordsAt, titleWords } = pack;
  for (let document = from; document < Math.min(to, from + maxCompared); document += 1) {
    const isWhole = ownWords[(ownWordsAt[document] ?? 0) + terms.length - 1] === last;
    const untyped = (titleWords[document] ?? 0) - terms.length;
    if (!isWhole) best.add(document, penalties.nameBeginsHalfTyped);
    else best.add(document, untyped === 0 ? 0 : penalties.nameBegins);
  }
}

/** A rank combines the penalty, the size rank and the document's number, each in its own digits. */
const documents = 2 ** 24;
const sizes = 8;

const documentOf = (rank: number): number => rank % documents;
const penaltyIn = (rank: number): number => Math.floor(rank / (documents * sizes));

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
    const difference = penaltyIn(rank) - penaltyIn(than);
    if (difference !== 0) return difference < 0;
    const { aliasOf } = this.#pack;
    return (aliasOf[documentOf(rank)] ?? 0) < (aliasOf[documentOf(than)] ?? 0);
  }
}
