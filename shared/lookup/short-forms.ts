import { usStates } from '../options/regions.ts';
import { isSmallWord, nameWords } from './tokenize.ts';

/** People do not spell out names in more letters than this. */
const longestInitials = 8;

/** Where the name of a campus begins: "University of Umberdale-Otterglen", "... at Otterglen". */
const campus = /\s*[-–—/,(]|\s(?:at|in)\s/;

const stateCodes = new Map<string, string>(
  usStates.map(([code, name]) => [name.toLowerCase(), code.toLowerCase()]),
);

const withoutSmallWords = (words: readonly string[]) =>
  words.filter((word) => !isSmallWord(word) || word === 'a');

function initialsOf(words: readonly string[]): readonly string[] {
  const initials = words.map(([letter]) => letter).join('');
  return words.length > 1 && initials.length <= longestInitials ? [initials] : [];
}

/** "am" for "A & M", "fq" for "F.Q. Wren": letters that people type as one word. */
function joinedLetters(words: readonly string[]): readonly string[] {
  const letters = words.filter((word) => word !== 'and').join(' ');
  return (letters.match(/(?<!\S)\S(?: \S)+(?!\S)/gu) ?? []).map((found) => found.replaceAll(' ', ''));
}

/** "uoregon" and "uor" for "University of Oregon". */
function universityOf(words: readonly string[]): readonly string[] {
  const [first, ...rest] = words;
  const next = rest.join(' ');
  if (first !== 'university' || rest[0] === undefined) return [];
  const state = stateCodes.get(next);
  return [`u${rest[0]}`, ...(state === undefined ? [] : [`u${state}`])];
}

/**
 * The words that people make of a name: its initials, with and without small words and campus, and "umich".
 */
export function shortFormsOf(name: string): readonly string[] {
  const words = nameWords(name);
  const main = nameWords(name.split(campus)[0] ?? '');
  const forms = [words, main].flatMap((each) => [
    ...initialsOf(each),
    ...initialsOf(withoutSmallWords(each)),
  ]);
  return [...new Set([...forms, ...universityOf(withoutSmallWords(main)), ...joinedLetters(words)])];
}
