import { describe, expect, it } from 'vitest';
import { university as northernLakes } from '../../shared/partners/index.ts';
import { isGuessable, loadCommonWords } from '../../shared/rules/guessable-password.ts';
import { ApiClient, codeFor, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';

// All of these meet the requirements that the page lists. Attackers try them first all the same.

const lenient = withCloud();
/** The variable that the setting rejectCommonPasswords sets (test/tools/deployment/synth.test.ts). */
const strict = withCloud({ variables: { REJECT_COMMON_PASSWORDS: 'true' } });
const words = loadCommonWords();
const isRefused = async (password: string, username = newAddress()) =>
  isGuessable(password, { username, partner: northernLakes }, await words);

const signUp = (password: string, cloud = strict()) =>
  new ApiClient(cloud).call('POST', '/public/signup', { username: newAddress(), password });

const refusal = {
  status: 400,
  body: { message: expect.stringMatching(/^This password is too easy to guess\. /), field: 'password' },
};

describe('a password is easy to guess', () => {
  it.each([
    ['a common one', ['Password123!', 'Password1234!', 'Welcome12345!', 'Letmein-20261!', 'Dragon1990!!!']],
    ['written with digits and signs for letters', ['P@ssw0rd!2026', 'W3lc0me-2026!!', 'Dr4g0n-1990!!']],
    [
      'a row of keys',
      ['Qwerty123456!', '1qaz2wsx3edC!', '!Q2w3e4r5t6y7u', 'Zxcvbnm-98765!', 'Password!@#$%^&*1'],
    ],
    ['keys of two rows by turns', ['Q1w2e3r4t5y6!', 'A1s2d3f4g5h6!!']],
    ['two of the most common words', ['MonkeyDragon1!', 'Jesus4Ever123!']],
    ['a phrase of a well-known picture', ['Correcthorse1!', 'Correct-Horse-Battery-1']],
    ['a brand or a game', ['Roblox12345!!', 'Fortnite2024!', 'Iphone15pro!!']],
    ['a singer or a band', ['TaylorSwift13!', 'Taylorswift1989!', 'Taylor-Swift-13!', 'BlackPink2024!']],
    ['a team or another university', ['MichiganState1!', 'DetroitLions1!', 'ManchesterUnited1!']],
    ['a season, a month or a year', ['Summer2026!!!', 'September-2026', 'Monday-010190!']],
    ['one word, again and again', ['Dragon-dragon-Dragon-1!', 'Aaaaaaaaaaaa1!', 'Xk7!xk7!Xk7!xk7!']],
    [
      'the name of the university or of the product',
      ['Northernlakes1!', 'NLU-Admissions-2027', 'Matricula2026!'],
    ],
  ])('if it is %s', async (_what, passwords) => {
    for (const password of passwords) expect(await isRefused(password), password).toBe(true);
  });

  it('if it is the applicant’s own address', async () => {
    const username = newAddress().replace('ada.', 'wilhelmina.quisenberry.');
    for (const password of ['Wilhelmina-1815!', 'WilhelminaQuisenberry1!', 'Quisenberry.2027!'])
      expect(await isRefused(password, username), password).toBe(true);
    expect(await isRefused('Wilhelmina-Quisenberry-1!')).toBe(false); // another applicant's
  });
});

describe('a new password that is easy to guess is refused', () => {
  it.concurrent('at sign-up', async () => {
    expect(await signUp('Password123!')).toMatchObject(refusal);
    const username = 'wilhelmina.quisenberry@example.org';
    const body = { username, password: 'Quisenberry.2027!' };
    expect(await new ApiClient(strict()).call('POST', '/public/signup', body)).toMatchObject(refusal);
  });

  it.concurrent('when it replaces the current one', async () => {
    const cloud = strict();
    const [username, current, client] = [newAddress(), 'Zebra-Pancake-77', new ApiClient(cloud)];
    await client.call('POST', '/public/signup', { username, password: current });
    await client.call('POST', '/public/confirm', { username, code: codeFor(cloud, username) });
    expect((await client.call('POST', '/public/login', { username, password: current })).status).toBe(200);
    const [password, confirm_password] = ['Password123!', 'Password123!'];
    const body = { current_password: current, password, confirm_password };
    expect(await client.call('POST', '/api/account/password', body)).toMatchObject(refusal);
  });

  it.concurrent('when it replaces a forgotten one', async () => {
    const [password, username] = ['Password123!', newAddress()];
    const body = { username, password, confirm_password: password, id: '000000' };
    expect(await new ApiClient(strict()).call('POST', '/public/reset-password', body)).toMatchObject(refusal);
  });
});

describe('a password is not easy to guess', () => {
  it.each([
    ['several words', 'Zebra-Pancake-77'],
    ['letters without a word', 'xK9#mQ2$vL7@'],
    ['a word with enough around it', 'Dragon-xvlq-1990!'],
    [
      'a phrase of 100 letters',
      `${'Seven grey geese walked over the frozen lake and '.repeat(2)}X1!`.slice(0, 101).trim(),
    ],
    ['letters of another script', 'Пароль-Ученика-A1a!'],
  ])('if it has %s', async (_what, password) => {
    expect(await isRefused(password)).toBe(false);
  });
});

describe('with the setting rejectCommonPasswords', () => {
  it.concurrent('a log-in accepts a password that a new account could not have', async () => {
    const reply = await new ApiClient(strict()).call('POST', '/public/login', {
      username: newAddress(),
      password: 'Password123!',
    });
    expect(reply.body).toEqual({ message: 'The email address or password is incorrect.' });
  });
});

describe('without the setting rejectCommonPasswords', () => {
  it('a common password that meets every listed rule is accepted, and the page does not check it', async () => {
    expect((await signUp('Password123!', lenient())).status).toBe(200);
    const config = await (await fetch(`${lenient().url}/config.json`)).json();
    expect(config).toMatchObject({ rejectCommonPasswords: false });
  });
});
