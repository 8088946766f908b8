import { canadianProvinces, usStates } from '../options/regions.ts';
import { aliasesOf, formatRecord, type LookupRecord, recordTitle } from './record.ts';
import { joinSections, type NumberArray } from './sections.ts';
import { shortFormsOf } from './short-forms.ts';
import { nameWords, otherSpellings, tokenize } from './tokenize.ts';

const regionNames = new Map<string, string>([...usStates, ...canadianProvinces]);

/** A name of a record. */
interface Document {
  readonly line: string;
  readonly alias: number;
  readonly sizeRank: number;
  readonly titleWords: readonly string[];
  readonly shortForms: readonly string[];
  readonly spellings: readonly string[];
  readonly locationWords: readonly string[];
}

const largest = 5;

function documentsOf(record: LookupRecord): readonly Document[] {
  const line = formatRecord(record);
  const sizeRank = largest - Number(record.size);
  const location = tokenize(`${record.city} ${record.state} ${regionNames.get(record.state) ?? ''}`);
  const locationWords = [...location, ...otherSpellings(location)];
  return [recordTitle(record), ...aliasesOf(record)].map((name, alias) => {
    const titleWords = nameWords(name);
    return {
      ...{ line, alias, sizeRank, titleWords },
      shortForms: record.name === '' ? [] : shortFormsOf(name),
      spellings: otherSpellings(titleWords),
      locationWords,
    };
  });
}

const encoder = new TextEncoder();

/** Sorts by bytes, because the search compares bytes. */
function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const length = Math.min(one.length, other.length);
  for (let offsets = 0; offsets < length; offsets += 1) {
    const difference = (one[offsets] ?? 0) - (other[offsets] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

const toNumberArray = (numbers: readonly number[], below: number): NumberArray =>
  below <= 0x100
    ? Uint8Array.from(numbers)
    : below <= 0x1_0000
      ? Uint16Array.from(numbers)
      : Uint32Array.from(numbers);

/** Joins the pieces, and lists the offset of each; the last offset is the end. */
function concatenate(pieces: readonly Uint8Array[]): {
  bytes: Uint8Array<ArrayBuffer>;
  at: Uint32Array<ArrayBuffer>;
} {
  const offsets = offsetsOf(pieces.map(({ length }) => length));
  const bytes = new Uint8Array(offsets.at(-1) ?? 0);
  for (const [index, piece] of pieces.entries()) bytes.set(piece, offsets[index]);
  return { bytes, at: offsets };
}

function offsetsOf(lengths: readonly number[]): Uint32Array<ArrayBuffer> {
  const offsets = new Uint32Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) offsets[index + 1] = (offsets[index] ?? 0) + length;
  return offsets;
}

interface NumberedDocument
  extends Pick<Document, 'line' | 'alias' | 'sizeRank' | 'shortForms' | 'spellings'> {
  readonly title: readonly number[];
  readonly words: readonly number[];
}

/** Sorts by title, word by word, then by line, so that the same records give the same index in any order. */
function compareDocuments(one: NumberedDocument, other: NumberedDocument): number {
  const differing = one.title.findIndex((word, index) => word !== other.title[index]);
  if (differing !== -1) return (one.title[differing] ?? 0) - (other.title[differing] ?? -1);
  if (one.title.length !== other.title.length) return -1;
  if (one.line !== other.line) return one.line < other.line ? -1 : 1;
  return one.alias - other.alias;
}

const wordsOf = ({ titleWords, shortForms, spellings, locationWords }: Document): readonly string[] => [
  ...titleWords,
  ...shortForms,
  ...spellings,
  ...locationWords,
];

function vocabularyOf(documents: readonly Document[]) {
  const words = new Set(documents.flatMap(wordsOf));
  return [...words]
    .map((word) => ({ word, bytes: encoder.encode(word) }))
    .sort((one, other) => compareBytes(one.bytes, other.bytes));
}

function numberDocuments(
  documents: readonly Document[],
  words: readonly { readonly word: string }[],
): NumberedDocument[] {
  const numberOf = new Map(words.map(({ word }, index) => [word, index]));
  const numbersOf = (tokens: readonly string[]) => tokens.map((word) => numberOf.get(word) ?? 0);
  return documents
    .map((document) => ({
      ...document,
      title: numbersOf(document.titleWords),
      words: numbersOf(wordsOf(document)),
    }))
    .sort(compareDocuments);
}

function documentsByWord(
  documents: readonly NumberedDocument[],
  vocabulary: number,
): readonly (readonly number[])[] {
  const documentsOfWord: number[][] = Array.from({ length: vocabulary }, () => []);
  for (const [document, { words }] of documents.entries())
    for (const word of new Set(words)) documentsOfWord[word]?.push(document);
  return documentsOfWord;
}

/** Builds the index of a look-up list: sorted, indexed by word, and searchable without parsing. */
export function buildLookupIndex(records: readonly LookupRecord[]): Uint8Array<ArrayBuffer> {
  const unsorted = records.flatMap(documentsOf);
  const vocabulary = vocabularyOf(unsorted);
  const documents = numberDocuments(unsorted, vocabulary);
  const lines = [...new Set(documents.map(({ line }) => line))];
  const numberOf = new Map(lines.map((line, index) => [line, index]));
  const text = concatenate(lines.map((line) => encoder.encode(`${line}\n`)));
  const words = concatenate(vocabulary.map(({ bytes }) => bytes));
  const byWord = documentsByWord(documents, vocabulary.length);
  return joinSections({
    lines: text.at,
    text: text.bytes,
    wordsAt: words.at,
    words: words.bytes,
    documentsAt: offsetsOf(byWord.map(({ length }) => length)),
    documents: toNumberArray(byWord.flat(), documents.length),
    ownWordsAt: offsetsOf(documents.map((document) => document.words.length)),
    ownWords: toNumberArray(
      documents.flatMap((document) => document.words),
      vocabulary.length,
    ),
    titleWords: Uint8Array.from(documents.map(({ title }) => title.length)),
    shortForms: Uint8Array.from(documents.map(({ shortForms }) => shortForms.length)),
    spellings: Uint8Array.from(documents.map(({ spellings }) => spellings.length)),
    recordOf: toNumberArray(
      documents.map(({ line }) => numberOf.get(line) ?? 0),
      lines.length,
    ),
    aliasOf: Uint8Array.from(documents.map(({ alias }) => alias)),
    sizeRank: Uint8Array.from(documents.map(({ sizeRank }) => sizeRank)),
  });
}
