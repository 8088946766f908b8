import { canadianProvinces, usStates } from '../options/regions.ts';
import { formatRecord, type LookupRecord, recordTitle } from './record.ts';
import { joinSections, type Numbers } from './sections.ts';
import { aliasesOf, tokenize } from './tokenize.ts';

const regionNames = new Map<string, string>([...usStates, ...canadianProvinces]);

interface Document {
  readonly line: string;
  readonly titleWords: readonly string[];
  readonly otherWords: readonly string[];
}

function documentOf(place: LookupRecord): Document {
  const titleWords = tokenize(recordTitle(place));
  const whereabouts = tokenize(`${place.city} ${place.state} ${regionNames.get(place.state) ?? ''}`);
  return {
    line: formatRecord(place),
    titleWords,
    otherWords: [...whereabouts, ...aliasesOf([...titleWords, ...whereabouts])],
  };
}

const encoder = new TextEncoder();

/** The order of bytes is the order in which the search compares. */
function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

const narrow = (numbers: readonly number[], below: number): Numbers =>
  below <= 0x100
    ? Uint8Array.from(numbers)
    : below <= 0x1_0000
      ? Uint16Array.from(numbers)
      : Uint32Array.from(numbers);

/** Pieces end to end, and where each begins; the last number is the end. */
function laid(pieces: readonly Uint8Array[]): {
  bytes: Uint8Array<ArrayBuffer>;
  at: Uint32Array<ArrayBuffer>;
} {
  const at = starts(pieces.map(({ length }) => length));
  const bytes = new Uint8Array(at.at(-1) ?? 0);
  for (const [index, piece] of pieces.entries()) bytes.set(piece, at[index]);
  return { bytes, at };
}

function starts(lengths: readonly number[]): Uint32Array<ArrayBuffer> {
  const at = new Uint32Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) at[index + 1] = (at[index] ?? 0) + length;
  return at;
}

interface Numbered {
  readonly line: string;
  readonly title: readonly number[];
  readonly words: readonly number[];
}

/** Titles word by word, then lines: the same list always makes the same pack, in whatever order it came. */
function compareNumbered(one: Numbered, other: Numbered): number {
  const differing = one.title.findIndex((word, index) => word !== other.title[index]);
  if (differing !== -1) return (one.title[differing] ?? 0) - (other.title[differing] ?? -1);
  if (one.title.length !== other.title.length) return -1;
  return one.line < other.line ? -1 : 1;
}

function vocabularyOf(documents: readonly Document[]) {
  const words = new Set(documents.flatMap(({ titleWords, otherWords }) => [...titleWords, ...otherWords]));
  return [...words]
    .map((word) => ({ word, bytes: encoder.encode(word) }))
    .sort((one, other) => compareBytes(one.bytes, other.bytes));
}

function numbered(documents: readonly Document[], words: readonly { readonly word: string }[]): Numbered[] {
  const numberOf = new Map(words.map(({ word }, index) => [word, index]));
  const numbersOf = (some: readonly string[]) => some.map((word) => numberOf.get(word) ?? 0);
  return documents
    .map(({ line, titleWords, otherWords }) => {
      const title = numbersOf(titleWords);
      return { line, title, words: [...title, ...numbersOf(otherWords)] };
    })
    .sort(compareNumbered);
}

function documentsByWord(documents: readonly Numbered[], vocabulary: number): readonly (readonly number[])[] {
  const found: number[][] = Array.from({ length: vocabulary }, () => []);
  for (const [document, { words }] of documents.entries())
    for (const word of new Set(words)) found[word]?.push(document);
  return found;
}

/** The look-up list as the function reads it: sorted, indexed by word, ready to be used as it lies in memory. */
export function buildLookupIndex(places: readonly LookupRecord[]): Uint8Array<ArrayBuffer> {
  const described = places.map(documentOf);
  const vocabulary = vocabularyOf(described);
  const documents = numbered(described, vocabulary);
  const text = laid(documents.map(({ line }) => encoder.encode(`${line}\n`)));
  const words = laid(vocabulary.map(({ bytes }) => bytes));
  const byWord = documentsByWord(documents, vocabulary.length);
  return joinSections({
    lines: text.at,
    text: text.bytes,
    wordsAt: words.at,
    words: words.bytes,
    documentsAt: starts(byWord.map(({ length }) => length)),
    documents: narrow(byWord.flat(), documents.length),
    ownWordsAt: starts(documents.map((each) => each.words.length)),
    ownWords: narrow(
      documents.flatMap((each) => each.words),
      vocabulary.length,
    ),
    titleWords: Uint8Array.from(documents.map(({ title }) => title.length)),
  });
}
