import { describe, expect, it } from 'vitest';
import { ApiClient, codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { signedUp } from '../support/person.ts';

const cloud = withCloud();
const post = (path: string, body: object) => new ApiClient(cloud()).call('POST', path, body);

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
    ['a letter with a combining accent', 'ada\u0301@example.org'],
    ['wide letters', '\uff41da@example.org'],
    ['a letter of another script that looks the same', 'ada@ex\u0430mple.org'],
    ['two addresses', 'ada@example.org,eve@example.org'],
    ['a name', '"Ada" <ada@example.org>'],
  ])('refuses an address with %s', async (_what, username) => {
    const { status, body } = await post(path, { username, ...more });
    expect(status).toBe(400);
    expect(body.message).toMatch(/email address|username/);
  });

  it.concurrent('refuses a body of 245 KB, and reads nothing of a longer one', async () => {
    const username = newAddress();
    for (const name of ['username', 'password', 'id', 'code', 'extra'])
      expect((await post(path, { username, ...more, [name]: 'x'.repeat(245_000) })).status, name).toBe(400);
    expect((await post(path, { username, ...more, extra: 'x'.repeat(270_000) })).status).toBe(413);
    expect(cloud().mail(username)).toEqual([]);
  });
});

describe('a password', () => {
  it.concurrent.each([
    ['a NUL', 'Zebra-Pancake-77\0'],
    ['a line break', 'Zebra-Pancake\n-77'],
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
    const [typed, elsewhere] = ['Z\u00e9bra-Cr\u00eape-77', 'Ze\u0301bra-Cre\u0302pe-77'];
    const client = new ApiClient(cloud());
    expect((await client.call('POST', '/public/signup', { username, password: typed })).status).toBe(200);
    await client.call('POST', '/public/confirm', { username, code: codeFor(cloud(), username) });
    expect((await post('/public/login', { username, password: elsewhere })).status).toBe(200);
    expect((await post('/public/login', { username, password: 'Zebra-Crepe-77' })).status).toBe(400);
  });
});

describe('an address', () => {
  it.concurrent('is the same in capitals and with invisible characters, and another one with a plus', async () => {
    const username = newAddress();
    await signedUp(cloud(), username);
    const password = goodPassword;
    const unseen = ['\0', '\ud800', '\u200b', '\u202e', '\u00ad'].map((each) =>
      username.replace('@', `${each}@`),
    );
    for (const same of [username.toUpperCase(), ` ${username}  `, ...unseen])
      expect((await post('/public/login', { username: same, password })).status, same).toBe(200);
    const tagged = username.replace('@', '+nlu@');
    expect((await post('/public/login', { username: tagged, password })).status).toBe(400);
    const other = await signedUp(cloud(), tagged);
    expect((await other.call('GET', '/api/profile')).body.username).toBe(tagged);
  });

  it.concurrent('in capitals shares the count of wrong passwords', async () => {
    const username = newAddress();
    await signedUp(cloud(), username);
    const guesses = [username, username.toUpperCase(), ` ${username}`].flatMap((each) => [each, each]);
    const wrong = guesses.map((each) =>
      post('/public/login', { username: each, password: 'Wrong-Horse-99!' }),
    );
    const statuses = (await Promise.all(wrong)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});
