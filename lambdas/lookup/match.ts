import { firstIndexWhere, type Pack } from './pack.ts';
import type { TopMatches } from './top-matches.ts';
import { allWords, type Bytes, type WordRange, withLength, withPrefix } from './word-ranges.ts';

/** One typed word: the words of the pack that it may stand for, and the word that equals it (-1 for none). */
export interface Term {
  readonly ranges: readonly WordRange[];
  readonly whole: number;
}

/** A typed word may also be the beginning of longer words. */
export function toTerm(pack: Pack, word: Bytes): Term {
  const range = withPrefix(pack, allWords(pack), 0, word);
  const [whole, end] = withLength(pack, range, word.length);
  return { ranges: range[0] < range[1] ? [range] : [], whole: whole < end ? whole : -1 };
}

export const isUnknown = ({ ranges }: Term): boolean => ranges.length === 0;

const documentsIn = ({ documentsAt }: Pack, { ranges }: Term): number =>
  ranges.reduce((sum, [from, to]) => sum + (documentsAt[to] ?? 0) - (documentsAt[from] ?? 0), 0);

const isIn = (ranges: readonly WordRange[], word: number): boolean => {
  for (const [from, to] of ranges) if (word >= from && word < to) return true;
  return false;
};

const penalties = { beginning: 8, elsewhere: 4 } as const;
const maxMissing = 3;

/** The position of a term among those words of a document that no other term has taken; -1 when it is not there. */
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
 * How far a document is from the typed text; undefined when it lacks one of the words. Whole words come before
 * beginnings, words of the title before words of the location, short titles before long ones.
 */
function penaltyOf(pack: Pack, document: number, terms: readonly Term[]): number | undefined {
  const { ownWords, ownWordsAt, titleWords } = pack;
  const [from = 0, to = 0] = [ownWordsAt[document], ownWordsAt[document + 1]];
  const titleEnd = from + (titleWords[document] ?? 0);
  let [penalty, inTitle, taken] = [1, 0, 0];
  for (const term of terms) {
    const found = positionOf(pack, term, [from, to], taken);
    if (found === -1) return undefined;
    taken |= 1 << (found - from);
    if (ownWords[found] !== term.whole) penalty += penalties.beginning;
    if (found < titleEnd) inTitle += 1;
    else penalty += penalties.elsewhere;
  }
  return penalty + Math.min(maxMissing, titleEnd - from - inTitle);
}

/** A text that matches thousands of documents says too little to rank them, so only the first ones are compared. */
const maxCompared = 4096;

/** Adds every document that contains all terms. It looks only at documents that contain the rarest term. */
export function addMatches(
  pack: Pack,
  terms: readonly Term[],
  { best, more }: { best: TopMatches; more: number },
): void {
  const rarest = terms.reduce((least, term) =>
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
 * Compares a document's title with the terms: below zero before them, above zero after them, zero when it begins with
 * them.
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

/** The documents whose titles begin with the terms, of which the last may be incomplete: [from, to). */
export function titlesStartingWith(pack: Pack, terms: readonly Term[]): WordRange {
  const from = firstIndexWhere(pack.size, (document) => compareTitle(pack, document, terms) >= 0);
  return [
    from,
    from + firstIndexWhere(pack.size - from, (more) => compareTitle(pack, from + more, terms) > 0),
  ];
}
