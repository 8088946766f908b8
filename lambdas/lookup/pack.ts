import { type LookupRecord, parseRecord } from '../../shared/lookup/record.ts';
import { type Sections, splitSections } from '../../shared/lookup/sections.ts';

/** A lookup list in memory: the sections of its file, and how many documents, records and words it has. */
export interface Pack extends Sections {
  readonly size: number;
  readonly records: number;
  readonly vocabulary: number;
}

export function openPack(file: Uint8Array<ArrayBuffer>): Pack {
  const sections = splitSections(file);
  return {
    ...sections,
    size: sections.recordOf.length,
    records: sections.lines.length - 1,
    vocabulary: sections.wordsAt.length - 1,
  };
}

/** The lines as a buffer that shares their memory. */
const bytesOf = ({ text }: Pack): Buffer => Buffer.from(text.buffer, text.byteOffset, text.byteLength);

export function recordAt(pack: Pack, record: number): LookupRecord {
  const [from = 0, to = 0] = [pack.lines[record], pack.lines[record + 1]];
  return parseRecord(bytesOf(pack).toString('utf8', from, to - 1));
}

function lineAround({ lines, records }: Pack, position: number): number {
  let [low, high] = [0, records - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The record with an id. Searching the bytes of all lines takes less than a millisecond. */
export function recordById(pack: Pack, id: string): LookupRecord | undefined {
  if (/[\t\n]/.test(id) || id === '') return undefined;
  const first = pack.records > 0 ? recordAt(pack, 0) : undefined;
  if (first?.id === id) return first;
  const found = bytesOf(pack).indexOf(`\n${id}\t`);
  return found === -1 ? undefined : recordAt(pack, lineAround(pack, found + 1));
}

/** The record with a code, which is the last column. */
export function recordByCode(pack: Pack, code: string): LookupRecord | undefined {
  if (!/^X?\d{3,6}$/i.test(code)) return undefined;
  const found = bytesOf(pack).indexOf(`\t${code.toUpperCase()}\n`);
  return found === -1 ? undefined : recordAt(pack, lineAround(pack, found));
}

/** The first index for which a condition holds, when it holds for all later ones. */
export function firstIndexWhere(size: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Words of a pack, which are sorted: [from, to). */
export type WordRange = readonly [from: number, to: number];
export type Bytes = Readonly<Uint8Array>;

const isEmptyRange = ([from, to]: WordRange): boolean => from >= to;
export const allWords = ({ vocabulary }: Pack): WordRange => [0, vocabulary];

const lengthOf = ({ wordsAt }: Pack, word: number): number => (wordsAt[word + 1] ?? 0) - (wordsAt[word] ?? 0);

/** The byte of a word at a position; -1 after its end. */
function byteAt({ words, wordsAt }: Pack, word: number, depth: number): number {
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
