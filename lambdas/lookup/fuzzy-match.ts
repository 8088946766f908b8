import type { Pack } from './pack.ts';
import {
  allWords,
  type Bytes,
  byteAt,
  isEmptyRange,
  type WordRange,
  withLength,
  withPrefix,
} from './word-ranges.ts';

interface Wanted {
  readonly word: Bytes;
  /** The word is still being typed, so longer words match too. */
  readonly isBeginning: boolean;
}

/** The next letters in a range of words that share their first `depth` letters, each with its words. */
function* lettersOf(
  pack: Pack,
  range: WordRange,
  depth: number,
): Generator<readonly [letter: number, words: WordRange]> {
  const [from, to] = range;
  for (let word = from; word < to; ) {
    const letter = byteAt(pack, word, depth);
    const words =
      letter === -1
        ? ([word, word + 1] as const)
        : withPrefix(pack, [word, to], depth, Uint8Array.of(letter));
    if (letter !== -1) yield [letter, words];
    word = words[1];
  }
}

/**
 * The words that match after changing, adding, removing or swapping one letter. It walks the sorted
 * vocabulary like a tree: up to the error by the letters as typed, after it by the rest.
 */
export function fuzzyMatches(pack: Pack, { word, isBeginning }: Wanted): readonly WordRange[] {
  const found: WordRange[] = [];
  const take = (range: WordRange, depth: number, rest: Bytes) => {
    const words = withPrefix(pack, range, depth, rest);
    const fitting = isBeginning ? words : withLength(pack, words, depth + rest.length);
    if (!isEmptyRange(fitting)) found.push(fitting);
  };
  let alike: WordRange = allWords(pack);
  for (let at = 0; at <= word.length && !isEmptyRange(alike); at += 1) {
    const [typed, next] = [word[at], word[at + 1]];
    const [here, behind] = [word.subarray(at), word.subarray(at + 1)];
    for (const [letter, words] of lettersOf(pack, alike, at)) {
      if (letter !== typed) take(words, at + 1, here); // a letter is missing
      if (letter !== typed && typed !== undefined) take(words, at + 1, behind); // another letter
    }
    if (typed === undefined) break;
    take(alike, at, behind); // a letter too many
    if (next !== undefined && next !== typed)
      take(alike, at, Uint8Array.of(next, typed, ...word.subarray(at + 2))); // two letters swapped
    alike = withPrefix(pack, alike, at, Uint8Array.of(typed));
  }
  return found;
}
