import { aliasesOf, type LookupRecord } from '../../shared/lookup/record.ts';
import { isSmallWord, nameWords } from '../../shared/lookup/tokenize.ts';
import { addMatches, addNamesStartingWith, isUnknown, type Term, TopMatches, toTerm } from './match.ts';
import { fuzzyMatches, type Pack, recordAt, recordByCode } from './pack.ts';

/** Limits of a search text. Names of schools need fewer words and shorter ones. */
const maxWords = 8;
const longestWord = 30;
/** Penalty that ranks documents found by correcting a typing error after all others. */
const errorPenalty = 1000;
/** Minimum length of a word that is corrected. In a shorter one, almost every error produces another word. */
const shortestCorrected = 5;

const encoder = new TextEncoder();
const termsOf = (pack: Pack, words: readonly string[]): readonly Term[] =>
  words.map((word, index) =>
    toTerm(pack, encoder.encode(word), isSmallWord(word) && index < words.length - 1),
  );

/** A record, and the alias that the typed text matched; undefined when its title matched at least as well. */
export interface Match {
  readonly record: LookupRecord;
  readonly alias: string | undefined;
}

function matchAt(pack: Pack, document: number): Match {
  const record = recordAt(pack, pack.recordOf[document] ?? 0);
  return { record, alias: aliasesOf(record)[(pack.aliasOf[document] ?? 0) - 1] };
}

/**
 * Returns the records that match the typed text best. First come names that begin with it, then names that
 * contain all its words or words that begin with them, at least one of them in the name. Only if there are
 * none, it corrects one typing error.
 * The same text always finds the same records in the same order.
 */
export function search(pack: Pack, text: string, max: number): readonly Match[] {
  const words = nameWords(text.slice(0, maxWords * longestWord))
    .slice(0, maxWords)
    .map((word) => word.slice(0, longestWord));
  if (words.length === 0) return [];
  const coded = recordByCode(pack, text.trim());
  if (coded !== undefined) return [{ record: coded, alias: undefined }];
  const best = new TopMatches(pack, max);
  const terms = termsOf(pack, words);
  if (!terms.some(isUnknown)) addExact(pack, terms, best);
  if (best.isEmpty) addCorrected(pack, words, terms, best);
  return best.documents().map((document) => matchAt(pack, document));
}

const toWhole = ({ whole, ...term }: Term): Term => ({
  ...term,
  whole,
  ranges: whole === -1 ? [] : [[whole, whole + 1]],
});

function addExact(pack: Pack, terms: readonly Term[], best: TopMatches): void {
  addNamesStartingWith(pack, terms, best);
  // Whole words, such as the initials of a name, come before names that begin with the text.
  const compared = best.isFull ? terms.map(toWhole) : terms;
  if (!compared.some(isUnknown)) addMatches(pack, compared, { best, more: 0 });
}

/** Corrects one error: in a letter of one word, or else in a space. */
function addCorrected(pack: Pack, words: readonly string[], terms: readonly Term[], best: TopMatches): void {
  const add = (corrected: readonly Term[]) => {
    if (!corrected.some(isUnknown)) addMatches(pack, corrected, { best, more: errorPenalty });
  };
  for (const index of suspects(terms)) {
    const word = words[index] ?? '';
    if (word.length < shortestCorrected) continue;
    const isBeginning = index === words.length - 1;
    const ranges = fuzzyMatches(pack, { word: encoder.encode(word), isBeginning });
    add(terms.with(index, { ranges, whole: -1, isOptional: false, isNumber: false }));
  }
  if (!best.isEmpty) return;
  for (const { at, count, instead } of otherSpaces(words)) {
    if (words.slice(at, at + count).join('').length < shortestCorrected) continue;
    const corrected = termsOf(pack, instead);
    if (instead.length === 1 || isWhole(corrected[0])) add(terms.toSpliced(at, count, ...corrected));
  }
}

const isWhole = (term: Term | undefined) => term !== undefined && term.whole !== -1;

/** The words that may contain the error: the one unknown word, or any word when all are known. */
function suspects(terms: readonly Term[]): readonly number[] {
  const unknown = terms.flatMap((term, index) => (isUnknown(term) ? [index] : []));
  if (unknown.length === 0) return terms.map((_, index) => index);
  return unknown.length === 1 ? unknown : [];
}

interface OtherSpace {
  readonly at: number;
  readonly count: number;
  readonly instead: readonly string[];
}

/**
 * Corrections of a space: missing, replaced by a letter, typed a letter too early or too late, or inside a
 * word.
 */
function* otherSpaces(words: readonly string[]): Generator<OtherSpace> {
  for (const [at, word] of words.entries()) {
    for (let cut = 1; cut < word.length; cut += 1) {
      const before = word.slice(0, cut);
      yield { at, count: 1, instead: [before, word.slice(cut)] };
      if (cut + 1 < word.length) yield { at, count: 1, instead: [before, word.slice(cut + 1)] };
    }
    const next = words[at + 1];
    if (next === undefined) continue;
    yield { at, count: 2, instead: [word + next] };
    if (word.length > 1) yield { at, count: 2, instead: [word.slice(0, -1), word.slice(-1) + next] };
    if (next.length > 1) yield { at, count: 2, instead: [word + next.slice(0, 1), next.slice(1)] };
  }
}
