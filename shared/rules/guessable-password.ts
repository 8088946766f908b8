import { withoutLeet } from './leet.ts';

// Attackers first try common words with digits and signs after them. A password is rejected if little is left
// of it without common words, years, keyboard rows, the applicant's address and the names of the university.
// The page runs the same code, so no password is sent for the check.

/** Words that add no cost, even next to another common word. */
const emptyWords = `
  password passwort passwd pass welcome letmein login signin admin administrator iloveyou secret changeme default temporary
  temp test guest user hello qwerty
  matricula admission admissions apply applying application applicant college university student school freshman
  pro max plus mini 4ever 4life 4eva 2gether correcthorse correcthorsebattery batterystaple
  january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday spring summer autumn fall winter
`
  .trim()
  .split(/\s+/);

/** Adjacent keys, and the alphabet. */
const rows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  '!@#$%^&*()_+',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1s2d3f4g5h6j7k8l9',
  'z1x2c3v4b5n6m7',
  'qawsedrftgyhujikolp',
].flatMap((row) => [row, [...row].reverse().join('')]);

/**
 * The minimum that an attacker must have to guess: two common words, or four letters that are not part of
 * one. Two of the 500 most common words are not enough, because attackers try them together.
 */
const enough = 2;
const perWord = 1.1;
const perFirstWord = 0.9;
const perLetter = 0.5;
/** Free of cost: attackers try a date and a few signs after every word. */
const freeDigits = 8;
const freeSigns = 4;
const perFurtherSign = 0.25;

const [shortestRow, shortestWord, longestWord] = [3, 3, 20];

/** The words of common-words.json. */
export interface CommonWords {
  readonly common: ReadonlySet<string>;
  /** The most common words. */
  readonly first: ReadonlySet<string>;
}

interface Words extends CommonWords {
  readonly empty: ReadonlySet<string>;
}

/** One way to read the beginning of a password. */
interface Reading {
  readonly cost: number;
  readonly words: ReadonlySet<string>;
}

const isRow = (text: string): boolean => /^(.)\1+$/.test(text) || rows.some((row) => row.includes(text));

/** The common word that a part of a password spells, and its cost: 0 for words of `emptyWords`. */
function wordIn(part: string, { empty, common, first }: Words): readonly [string, number] | undefined {
  if (!/[a-z].*[a-z]/.test(part)) return undefined;
  for (const word of [part, withoutLeet(part), withoutLeet(part, 'l')]) {
    if (empty.has(word)) return [word, 0];
    if (first.has(word)) return [word, perFirstWord];
    if (common.has(word)) return [word, perWord];
  }
  return undefined;
}

const cheaper = (one: Reading | undefined, other: Reading): Reading =>
  one !== undefined && one.cost <= other.cost ? one : other;

const withWord = ({ cost, words }: Reading, [word, price]: readonly [string, number]): Reading =>
  words.has(word) ? { cost, words } : { cost: cost + price, words: new Set([...words, word]) };

/** The price of each character that is part of no word. */
function pricesOf(text: string): readonly number[] {
  let [digits, signs] = [0, 0];
  return [...text].map((character) => {
    if (/\p{L}/u.test(character)) return perLetter;
    if (/\d/.test(character)) return digits++ < freeDigits ? 0 : perFurtherSign;
    return signs++ < freeSigns ? 0 : perFurtherSign;
  });
}

/** The cheapest way to read a password, from its beginning to its end. */
function costOf(text: string, words: Words): number {
  const prices = pricesOf(text);
  const readings: Reading[] = [{ cost: 0, words: new Set() }];
  const offer = (end: number, reading: Reading) => {
    readings[end] = cheaper(readings[end], reading);
  };
  for (let start = 0; start < text.length; start++) {
    const reading = readings[start];
    if (reading === undefined) continue;
    offer(start + 1, { ...reading, cost: reading.cost + (prices[start] ?? 0) });
    for (let end = start + shortestRow; end <= Math.min(text.length, start + longestWord); end++) {
      const part = text.slice(start, end);
      if (isRow(part)) offer(end, reading);
      const word = part.length >= shortestWord ? wordIn(part, words) : undefined;
      if (word !== undefined) offer(end, withWord(reading, word));
    }
  }
  return readings[text.length]?.cost ?? 0;
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length >= shortestWord);

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Loads the list (270 KB). Callers wait until the user first chooses a password. */
export async function loadCommonWords(): Promise<CommonWords> {
  const { default: list } = await import('./common-words.json', { with: { type: 'json' } });
  return { common: setOf(list.words), first: setOf(list.first) };
}

/** Reduces a text of repeated equal pieces to one piece. */
const onePiece = (text: string): string => text.replace(/^(.+?)\1+$/s, '$1');

/**
 * Joins words across signs and spaces, because names contain them. Text with more signs than are free of cost
 * is unchanged.
 */
function joinedNames(text: string): string {
  const joined = text.replaceAll(/[^\p{L}\d]/gu, '');
  return text.length - joined.length > freeSigns ? text : joined;
}

/** The words that a password must not be made of, because they are about its owner. */
export interface Personal {
  readonly username: string;
  readonly partner: { readonly name: string; readonly shortName: string; readonly id: string };
}

/** Returns true for a password that attackers would try early. */
export function isGuessable(password: string, { username, partner }: Personal, list: CommonWords): boolean {
  const { name, shortName, id } = partner;
  const personal = [username, name, shortName, id].flatMap(wordsOf);
  const joined = [username.split('@')[0] ?? '', name].map((text) => wordsOf(text).join(''));
  const words = { ...list, empty: new Set([...emptyWords, ...personal, ...joined]) };
  const text = onePiece(password.toLowerCase());
  return Math.min(costOf(text, words), costOf(joinedNames(text), words)) < enough;
}
