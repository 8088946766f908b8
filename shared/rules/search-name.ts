/**
 * Characters that people omit or type in other ways: accents, apostrophes and the okina in all forms, and
 * characters that are not seen.
 */
const ignored =
  /[\p{M}\p{Default_Ignorable_Code_Point}'`´\u02b9-\u02d1\u0384\u055a\u05f3\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018-\u201b\u2032\u2035\u275b\u275c\ua78b\ua78c\uff07\uff40]/gu;

/** Letters that Unicode does not decompose, as people type them on an American keyboard. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', ð: 'd', đ: 'd', ə: 'e', ħ: 'h', ı: 'i', ĸ: 'k', ł: 'l', ŋ: 'n', ø: 'o', œ: 'oe', ß: 'ss' },
  ...{ þ: 'th', ŧ: 't', ɓ: 'b', ɖ: 'd', ɗ: 'd', ɛ: 'e', ɣ: 'g', ɨ: 'i', ƙ: 'k', ɔ: 'o', ʉ: 'u', ƴ: 'y' },
  ς: 'σ', // Greek capitals do not tell a final sigma from another one.
};
const otherLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

const word = /[\p{L}\p{N}]+/gu;

/** The words of a text as searches and sorting compare them: plain lowercase letters and digits. */
export const searchWords = (text: string): readonly string[] =>
  text
    .replaceAll(ignored, '') // before the next line, which makes a space and an accent of some apostrophes
    .normalize('NFKD')
    .replaceAll(ignored, '')
    .toLowerCase()
    .replaceAll(otherLetters, (letter) => plainLetters[letter] ?? letter)
    .match(word) ?? [];

/** A name as searches and sorting compare it: "O’Brien-Müller" becomes "obrien muller". */
export const searchName = (name: string): string => searchWords(name).join(' ');
