import { describe, expect, it } from 'vitest';
import { ApiClient, codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { person, signedUp } from '../support/person.ts';

const cloud = withCloud();
const post = (path: string, body: object) => new ApiClient(cloud()).call('POST', path, body);

describe('account form', () => {
  const username = newAddress();
  it.each<[name: string, path: string, members: Record<string, string>]>([
    ['log-in [EN-10]', '/public/login', { username, password: goodPassword }],
    ['sign-up [EN-11]', '/public/signup', { username, password: goodPassword }],
    ['confirm [EN-12]', '/public/confirm', { username, code: '123456' }],
    [
      'reset [EN-13]',
      '/public/reset-password',
      { username, password: goodPassword, confirm_password: goodPassword, id: '123456' },
    ],
  ])('of %s has exactly these members', async (_name, path, members) => {
    expect(await post(path, { ...members, nickname: 'Ada' })).toMatchObject({
      status: 400,
      body: { message: 'Unknown member: nickname.' },
    });
    for (const member of Object.keys(members)) {
      const { [member]: _left, ...rest } = members;
      const response = await post(path, rest);
      expect([member, response.status]).toEqual([member, 400]);
      expect(response.body.message).toContain(member);
    }
  });
});

/** Every call with an email address, with the other fields that it needs. */
const calls: readonly (readonly [string, object])[] = [
  ['/public/signup', { password: goodPassword }],
  ['/public/confirm', { code: '123456' }],
  ['/public/login', { password: goodPassword }],
  ['/public/resend-confirm', {}],
  ['/public/forgot-password', {}],
  ['/public/reset-password', { password: goodPassword, confirm_password: goodPassword, id: '123456' }],
];

describe.each(calls)('%s', (path, more) => {
  it.concurrent.each([
    ['a line break', 'ada@example.org\nbcc: eve@example.org'],
    ['a letter of another script that looks the same', 'ada@ex\u0430mple.org'],
    ['two addresses', 'ada@example.org,eve@example.org'],
  ])('refuses an address with %s', async (_what, username) => {
    const { status, body } = await post(path, { username, ...more });
    expect(status).toBe(400);
    expect(body.message).toMatch(/email address|username/);
  });

  it.concurrent('refuses a body of 245 KB, and reads nothing of a longer one', async () => {
    const username = newAddress();
    expect((await post(path, { ...more, username: 'x'.repeat(245_000) })).status).toBe(400);
    expect((await post(path, { username, ...more, extra: 'x'.repeat(270_000) })).status).toBe(413);
    expect(cloud().mail(username)).toEqual([]);
  });
});

describe('a password', () => {
  it.concurrent.each([
    ['a NUL', 'Zebra-Pancake-77\0'],
    ['half a character', 'Zebra-Pancake-77\udc00'],
  ])('with %s is refused, at sign-up and at log-in', async (_what, password) => {
    for (const path of ['/public/signup', '/public/login'])
      expect(await post(path, { username: newAddress(), password })).toMatchObject({
        status: 400,
        body: { message: 'password: contains characters that cannot be stored.' },
      });
  });

  it.concurrent('works on a keyboard that writes accents in another way', async () => {
    const username = newAddress();
    const client = new ApiClient(cloud());
    await client.call('POST', '/public/signup', { username, password: 'Z\u00e9bra-Cr\u00eape-77' });
    await client.call('POST', '/public/confirm', { username, code: codeFor(cloud(), username) });
    const logIn = (password: string) => post('/public/login', { username, password });
    expect((await logIn('Ze\u0301bra-Cre\u0302pe-77')).status).toBe(200);
    expect((await logIn('Zebra-Crepe-77')).status).toBe(400);
  });
});

describe('an address', () => {
  it.concurrent('is the same in capitals and with invisible characters, and another one with a plus', async () => {
    const { username } = await person(cloud());
    const unseen = ['\0', '\ud800', '\u200b'].map((each) => username.replace('@', `${each}@`));
    const logIn = (address: string) => post('/public/login', { username: address, password: goodPassword });
    for (const same of [username.toUpperCase(), ` ${username}  `, ...unseen])
      expect((await logIn(same)).status, same).toBe(200);
    const tagged = username.replace('@', '+nlu@');
    expect((await logIn(tagged)).status).toBe(400);
    const other = await signedUp(cloud(), tagged);
    expect((await other.get('/api/profile')).body.username).toBe(tagged);
  });

  it.concurrent('in capitals shares the count of wrong passwords', async () => {
    const { username } = await person(cloud());
    const guesses = [username, username.toUpperCase(), ` ${username}`].flatMap((each) => [each, each]);
    const wrong = guesses.map((each) =>
      post('/public/login', { username: each, password: 'Wrong-Horse-99!' }),
    );
    const statuses = (await Promise.all(wrong)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe('a new password that is easy to guess', () => {
  const strict = withCloud({ variables: { REJECT_COMMON_PASSWORDS: 'true' } });
  const [password, confirm_password] = ['Password123!', 'Password123!'];
  const refusal = {
    status: 400,
    body: { message: expect.stringMatching(/^This password is too easy to guess\. /), field: 'password' },
  };

  it('is refused with the setting rejectCommonPasswords, at sign-up, at a change and at a reset', async () => {
    const client = await person(strict());
    const post = (path: string, body: object) => client.post(path, { password, confirm_password, ...body });
    const ada = 'wilhelmina.quisenberry@example.org';
    expect(await client.post('/public/signup', { username: newAddress(), password })).toMatchObject(refusal);
    const ownName = { username: ada, password: 'Quisenberry.2027!' };
    expect(await client.post('/public/signup', ownName)).toMatchObject(refusal);
    const change = { current_password: goodPassword };
    expect(await post('/api/account/password', change)).toMatchObject(refusal);
    const reset = { username: newAddress(), id: '000000' };
    expect(await post('/public/reset-password', reset)).toMatchObject(refusal);
    const logIn = await client.post('/public/login', { username: newAddress(), password });
    expect(logIn.body).toEqual({ message: 'The email address or password is incorrect.' });
  });

  it('is accepted without the setting, and the page does not check it', async () => {
    expect((await post('/public/signup', { username: newAddress(), password })).status).toBe(200);
    const config = await (await fetch(`${cloud().url}/config.json`)).json();
    expect(config).toMatchObject({ rejectCommonPasswords: false });
  });
});
