import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonWordsFile } from '../../scripts/build/common-words.ts';
import { synth, withBuildLock } from '../../scripts/build/index.ts';
import { root } from '../../scripts/build/root.ts';
import { type LocalCloud, startLocalCloud } from '../../scripts/local-cloud/index.ts';
import { ApiClient, codeFor, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { quickCloud } from '../support/quick-cloud.ts';

// All of these meet the requirements that the page lists. Attackers try them first all the same.

const lenient = withCloud();
const folder = mkdtempSync(join(tmpdir(), 'guessable-'));
const assembly = `.cache/guessable-${process.pid}`;
let cloud: LocalCloud;

beforeAll(async () => {
  const context = { rejectCommonPasswords: 'true' };
  await withBuildLock(() => synth(assembly, { checked: false, context }));
  const data = join(folder, 'data');
  cloud = await startLocalCloud({
    assembly: join(root, assembly),
    data,
    port: 0,
    ...quickCloud,
    log: () => {},
  });
}, 300_000);
afterAll(async () => {
  await cloud?.close();
  for (const made of [folder, join(root, assembly)]) rmSync(made, { recursive: true, force: true });
});

const signUp = (password: string, username = newAddress()) =>
  new ApiClient(cloud).call('POST', '/public/signup', { username, password });

const refusal = {
  status: 400,
  body: { message: expect.stringMatching(/^This password is too easy to guess\. /), field: 'password' },
};

describe('a new password is refused', () => {
  it.concurrent.each([
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
  ])('%s', async (_what, passwords) => {
    for (const password of passwords) expect(await signUp(password), password).toMatchObject(refusal);
  });

  it.concurrent('the applicant’s own address', async () => {
    const username = newAddress().replace('ada.', 'wilhelmina.quisenberry.');
    for (const password of ['Wilhelmina-1815!', 'WilhelminaQuisenberry1!', 'Quisenberry.2027!'])
      expect(await signUp(password, username), password).toMatchObject(refusal);
    expect((await signUp('Wilhelmina-Quisenberry-1!')).status).toBe(200); // somebody else's
  });

  it.concurrent('when it replaces the current one', async () => {
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
    expect(await new ApiClient(cloud).call('POST', '/public/reset-password', body)).toMatchObject(refusal);
  });
});

describe('a new password is accepted', () => {
  it.concurrent.each([
    ['several words', 'Zebra-Pancake-77'],
    ['letters without a word', 'xK9#mQ2$vL7@'],
    ['a word with enough around it', 'Dragon-xvlq-1990!'],
    [
      'a phrase of 100 letters',
      `${'Seven grey geese walked over the frozen lake and '.repeat(2)}X1!`.slice(0, 101).trim(),
    ],
    ['letters of another script', 'Пароль-Ученика-A1a!'],
  ])('%s', async (_what, password) => {
    expect((await signUp(password)).status).toBe(200);
  });

  it.concurrent('and logs in although a rule would refuse it today', async () => {
    const reply = await new ApiClient(cloud).call('POST', '/public/login', {
      username: newAddress(),
      password: 'Password123!',
    });
    expect(reply.body).toEqual({ message: 'The email address or password is incorrect.' });
  });
});

describe('the setting rejectCommonPasswords', () => {
  it('is off in trials: a common password that meets every listed rule is accepted', async () => {
    const body = { username: newAddress(), password: 'Password123!' };
    expect((await new ApiClient(lenient()).call('POST', '/public/signup', body)).status).toBe(200);
  });

  it('is told to the page, which then says so before the password is sent', async () => {
    const config = async ({ url }: LocalCloud) => (await fetch(`${url}/config.json`)).json();
    expect(await config(lenient())).toMatchObject({ rejectCommonPasswords: false });
    expect(await config(cloud)).toMatchObject({ rejectCommonPasswords: true });
  });
});

it('the list of common words is the one that the command writes', () => {
  expect(readFileSync(join(root, 'shared/rules/common-words.json'), 'utf8')).toBe(commonWordsFile());
});
