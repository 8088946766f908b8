import { searchWords } from '../rules/search-name.ts';

/** The words of a text as the search compares them. "A & M" and "A and M" are the same. */
export const tokenize = (text: string): readonly string[] => searchWords(text.replaceAll(/[&＆]/gu, ' and '));

/** The words of a name, without the article that people leave out: "The University of Umberdale". */
export function nameWords(text: string): readonly string[] {
  const words = tokenize(text);
  return words[0] === 'the' && words.length > 1 ? words.slice(1) : words;
}

/** Words that people write in two ways. */
const spellings: Readonly<Record<string, string>> = {
  st: 'saint',
  saint: 'st',
  mt: 'mount',
  mount: 'mt',
  ft: 'fort',
  fort: 'ft',
};

/** The other spellings of the words that have one. */
export const otherSpellings = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => spellings[word] ?? []);

/** Words that people leave out or swap: "University at Umberdale" is typed as "University of Umberdale". */
const smallWords: ReadonlySet<string> = new Set(['a', 'and', 'at', 'de', 'for', 'in', 'of', 'the']);

export const isSmallWord = (word: string): boolean => smallWords.has(word);
