import { expect, it } from 'vitest';
import { isGuessable, loadCommonWords } from '../../../shared/rules/guessable-password.ts';
import { partner } from '../../support/form.ts';

// All of these meet the requirements that the page lists. Attackers try them first all the same.

const words = await loadCommonWords();
const isRefused = (password: string, username = 'ada@example.org') =>
  isGuessable(password, { username, partner }, words);

it.each([
  ['a common one', 'Password123!', 'Letmein-20261!', 'Dragon1990!!!'],
  ['written with digits and signs for letters', 'P@ssw0rd!2026', 'W3lc0me-2026!!'],
  [
    'a row of keys',
    'Qwerty123456!',
    '1qaz2wsx3edC!',
    '!Q2w3e4r5t6y7u',
    'Zxcvbnm-98765!',
    'Password!@#$%^&*1',
  ],
  ['keys of two rows by turns', 'Q1w2e3r4t5y6!', 'A1s2d3f4g5h6!!'],
  ['two of the most common words', 'MonkeyDragon1!', 'Jesus4Ever123!'],
  ['a phrase of a well-known picture', 'Correcthorse1!', 'Correct-Horse-Battery-1'],
  ['a brand, a game, a singer or a team', 'Roblox12345!!', 'Taylor-Swift-13!', 'DetroitLions1!'],
  ['a season, a month or a year', 'Summer2026!!!', 'September-2026', 'Monday-010190!'],
  ['one word, again and again', 'Dragon-dragon-Dragon-1!', 'Aaaaaaaaaaaa1!', 'Xk7!xk7!Xk7!xk7!'],
  [
    'the name of the university or of the product',
    'Northernlakes1!',
    'NLU-Admissions-2027',
    'Matricula2026!',
  ],
])('a password is easy to guess if it is %s', (_what, ...passwords) => {
  expect(passwords.filter((password) => !isRefused(password))).toEqual([]);
});

it('a password is easy to guess if it is the applicant’s own address', () => {
  const own = 'wilhelmina.quisenberry@example.org';
  for (const password of ['Wilhelmina-1815!', 'WilhelminaQuisenberry1!', 'Quisenberry.2027!'])
    expect(isRefused(password, own), password).toBe(true);
  expect(isRefused('Wilhelmina-Quisenberry-1!')).toBe(false); // another applicant's
});

it.each([
  ['several words', 'Zebra-Pancake-77'],
  ['letters without a word', 'xK9#mQ2$vL7@'],
  ['a word with enough around it', 'Dragon-xvlq-1990!'],
  ['a hundred letters', `${'Seven grey geese walked over the frozen lake and '.repeat(2)}X1`],
  ['letters of another script', 'Пароль-Ученика-A1a!'],
])('a password is not easy to guess if it has %s', (_what, password) => {
  expect(isRefused(password)).toBe(false);
});
