/** Accents, and apostrophes inside a word: "st marys" finds "St. Mary's". */
const ignoredMarks = /[\p{M}'’]/gu;
const word = /[\p{L}\p{N}]+/gu;

/** The words of a text as the search compares them: lowercase letters and digits, without accents. */
export const tokenize = (text: string): readonly string[] =>
  text.normalize('NFKD').replace(ignoredMarks, '').toLowerCase().replaceAll('&', ' and ').match(word) ?? [];

/** Words that people write in two ways. */
const aliases: Readonly<Record<string, string>> = {
  st: 'saint',
  saint: 'st',
  mt: 'mount',
  mount: 'mt',
  ft: 'fort',
  fort: 'ft',
};

/** The other spellings of the words that have one. */
export const aliasesOf = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => aliases[word] ?? []);
