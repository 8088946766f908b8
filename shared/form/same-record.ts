import type { AutocompleteQuestion } from './question.ts';

/** Short forms in street names, following the abbreviations of the United States Postal Service. */
const abbreviations: Readonly<Record<string, string>> = {
  aly: 'alley',
  av: 'avenue',
  ave: 'avenue',
  blvd: 'boulevard',
  cir: 'circle',
  ct: 'court',
  dr: 'drive',
  e: 'east',
  ft: 'fort',
  hwy: 'highway',
  ln: 'lane',
  mt: 'mount',
  n: 'north',
  ne: 'northeast',
  nw: 'northwest',
  pkwy: 'parkway',
  pl: 'place',
  rd: 'road',
  rte: 'route',
  s: 'south',
  se: 'southeast',
  sq: 'square',
  st: 'street',
  sw: 'southwest',
  ter: 'terrace',
  trl: 'trail',
  w: 'west',
};

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu)
    ?.map((word) => abbreviations[word] ?? word) ?? [];

const isHouseNumber = (word: string): boolean => /^\d+\p{L}?$/u.test(word);

const isSubsequence = (expected: readonly string[], words: readonly string[]): boolean => {
  let matched = 0;
  for (const word of words) if (word === expected[matched]) matched += 1;
  return matched === expected.length;
};

/** True for the same street with another number, with an apartment, or abbreviated. */
function isSameStreet(found: string, typed: string): boolean {
  const words = wordsOf(found);
  const street = words.filter((word) => !isHouseNumber(word));
  return isSubsequence(street.length > 0 ? street : words, wordsOf(typed));
}

const isSameName = (found: string, typed: string): boolean =>
  wordsOf(found).join(' ') === wordsOf(typed).join(' ');

/** Returns true if text that the user typed over a found record still names that record. */
export const namesSameRecord = (
  category: AutocompleteQuestion['category'],
  found: string,
  typed: string,
): boolean =>
  wordsOf(found).length > 0 &&
  (category === 'address' ? isSameStreet(found, typed) : isSameName(found, typed));
