/** Marks that belong to a letter, and apostrophes inside a word: "St. Mary's" is found by "st marys". */
const dropped = /[\p{M}'’]/gu;
const word = /[\p{L}\p{N}]+/gu;

/** The words of a text as they are compared: small letters and digits, without accents. */
export const tokenize = (text: string): readonly string[] =>
  text.normalize('NFKD').replace(dropped, '').toLowerCase().replaceAll('&', ' and ').match(word) ?? [];

/** What people write either way. */
const twins: Readonly<Record<string, string>> = {
  st: 'saint',
  saint: 'st',
  mt: 'mount',
  mount: 'mt',
  ft: 'fort',
  fort: 'ft',
};

/** The other spellings of those words that have one. */
export const aliasesOf = (words: readonly string[]): readonly string[] =>
  words.flatMap((each) => twins[each] ?? []);
