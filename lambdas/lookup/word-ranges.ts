import { firstIndexWhere, type Pack } from './pack.ts';

/** Words of a pack, which are sorted: [from, to). */
export type WordRange = readonly [from: number, to: number];
export type Bytes = Readonly<Uint8Array>;

export const isEmptyRange = ([from, to]: WordRange): boolean => from >= to;
export const allWords = ({ vocabulary }: Pack): WordRange => [0, vocabulary];

export const lengthOf = ({ wordsAt }: Pack, word: number): number =>
  (wordsAt[word + 1] ?? 0) - (wordsAt[word] ?? 0);

/** The byte of a word at a position; -1 after its end. */
export function byteAt({ words, wordsAt }: Pack, word: number, depth: number): number {
  const at = (wordsAt[word] ?? 0) + depth;
  return at < (wordsAt[word + 1] ?? 0) ? (words[at] ?? -1) : -1;
}

/** Compares the bytes of a word from `depth` on with `rest`: zero when they begin with it. */
function compare(pack: Pack, word: number, depth: number, rest: Bytes): number {
  for (let index = 0; index < rest.length; index += 1) {
    const difference = byteAt(pack, word, depth + index) - (rest[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The words of a range that continue with `rest`; all of the range share their first `depth` letters. */
export function withPrefix(pack: Pack, [from, to]: WordRange, depth: number, rest: Bytes): WordRange {
  const start = from + firstIndexWhere(to - from, (more) => compare(pack, from + more, depth, rest) >= 0);
  const end = start + firstIndexWhere(to - start, (more) => compare(pack, start + more, depth, rest) > 0);
  return [start, end];
}

/** The word of exactly this length, or none. Of words that begin alike, the shortest comes first. */
export const withLength = (pack: Pack, [from, to]: WordRange, length: number): WordRange =>
  from < to && lengthOf(pack, from) === length ? [from, from + 1] : [from, from];
