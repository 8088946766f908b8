import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { staffTokenFor } from '../support/operator.ts';
import { Person, person } from '../support/person.ts';

const cloud = withCloud();
const path = '/api/account/address';
const wrongCodes = {
  status: 400,
  body: { message: 'At least one code is wrong or has expired. Check both, or start over.' },
};
const codeSubject = 'your code to change your email address';

const ask = (client: Person, username: string, current_password = goodPassword) =>
  client.post(path, { username, current_password });
const enter = (client: Person, code: string, current_code: string) =>
  client.post(`${path}/confirm`, { code, current_code });
const logIn = async (username: string) => (await new Person(cloud(), username).logIn()).status;
const nameOf = async (client: Person) => (await client.get('/api/profile')).body.username;

const textsTo = (address: string, subject: string) =>
  new Person(cloud(), address).mails(subject).map(({ text }) => text);
/** The code in the newest mail about a change of address. */
const codeAt = (address: string) =>
  /The code is (\d{6})/.exec(textsTo(address, codeSubject)[0] ?? '')?.[1] ?? expect.unreachable();
const other = (code: string) => (code === '000000' ? '000001' : '000000');

async function asked() {
  const [client, after] = [await person(cloud()), newAddress()];
  const before = client.username;
  expect(await ask(client, after)).toMatchObject({
    status: 200,
    body: { message: `We sent a code to ${before} and another one to ${after}.` },
  });
  return { before, after, client };
}

describe('change of address', () => {
  it.concurrent('needs a code from both mailboxes; the application, the password and this session stay', async () => {
    const { before, after, client } = await asked();
    const elsewhere = await client.inAnotherBrowser();
    await client.save({ first_name: 'Ada' });
    expect(await enter(client, codeAt(after), codeAt(before))).toMatchObject({
      status: 200,
      body: {
        message: `Your email address is now ${after}. You're logged out everywhere else.`,
        username: after,
      },
    });
    expect(await nameOf(client)).toBe(after);
    expect(await elsewhere.isLoggedIn()).toBe(false);
    expect(await logIn(before)).toBe(400);
    const again = new Person(cloud(), after);
    await again.logIn();
    expect((await again.get('/api/profile')).body).toMatchObject({
      ...{ username: after, answer: { first_name: 'Ada' } },
    });
    expect(await again.events()).toEqual(
      expect.arrayContaining(['address-change-asked', 'address-changed', 'save', 'sessions-ended']),
    );
    const { token } = await staffTokenFor(cloud(), client);
    const staff = await new ApiClient(cloud()).call('GET', `/service/tmp-pdf?service_token=${token}`);
    expect(staff.body.username).toBe(after);
    const changed = ': your email address was changed';
    expect([textsTo(before, changed), textsTo(after, changed)]).toEqual([
      [
        expect.stringMatching(
          /now has a different email address\.[\s\S]*If this wasn't you, write to \S+@\S+ now\.$/,
        ),
      ],
      [expect.stringContaining('This is now the email address of your account')],
    ]);
  });

  it.concurrent('does not happen when one code is wrong, whichever, and after five tries no code works', async () => {
    const { before, after, client } = await asked();
    const [code, current] = [codeAt(after), codeAt(before)];
    for (const [first, second] of [
      [other(code), current],
      [code, other(current)],
      [current, code],
      [other(code), other(current)],
      [other(code), other(current)],
      [code, current],
    ] as const)
      expect(await enter(client, first, second)).toMatchObject(wrongCodes);
    expect(await logIn(before)).toBe(200);
    const refused = (await client.events()).filter((event) => event === 'address-change-refused');
    expect(refused).toHaveLength(6);
  });

  it.concurrent('works with the newest codes only, once, not for another applicant, and not after a new password', async () => {
    const { before, after, client } = await asked();
    const first = codeAt(after);
    await ask(client, after);
    if (first !== codeAt(after)) expect(await enter(client, first, codeAt(before))).toMatchObject(wrongCodes);
    const password = 'Another-Horse-10!';
    await client.post('/api/account/password', {
      ...{ current_password: goodPassword, password, confirm_password: password },
    });
    expect(await enter(client, codeAt(after), codeAt(before))).toMatchObject(wrongCodes);
    await ask(client, after, password);
    const codes = [codeAt(after), codeAt(before)] as const;
    expect(await enter(await person(cloud()), ...codes)).toMatchObject(wrongCodes);
    expect((await enter(client, ...codes)).status).toBe(200);
    expect(await enter(client, ...codes)).toMatchObject(wrongCodes);
  });
});

describe('asking for another address', () => {
  it.concurrent('that has an account says the same as any other, and tells only its owner', async () => {
    const [client, owner] = [await person(cloud()), await person(cloud())];
    expect(await ask(client, owner.username)).toMatchObject({
      status: 200,
      body: { message: `We sent a code to ${client.username} and another one to ${owner.username}.` },
    });
    expect(textsTo(owner.username, codeSubject)).toEqual([]);
    expect(textsTo(owner.username, 'you already have an account')).toEqual([
      expect.stringContaining('nothing was changed'),
    ]);
    expect(await enter(client, '123456', codeAt(client.username))).toMatchObject(wrongCodes);
    expect(await nameOf(owner)).toBe(owner.username);
  });

  it.concurrent('fails in the end when that address got a confirmed account in the meantime', async () => {
    const { before, after, client } = await asked();
    await person(cloud(), after);
    expect(await enter(client, codeAt(after), codeAt(before))).toMatchObject(wrongCodes);
    expect(await nameOf(client)).toBe(before);
  });

  it.concurrent('succeeds although a stranger signed up with that address and never confirmed it', async () => {
    const [client, stranger] = [await person(cloud()), new Person(cloud(), newAddress())];
    const after = stranger.username;
    await stranger.post('/public/signup', { username: after, password: 'Stranger-Horse-7!' });
    await ask(client, after);
    expect((await enter(client, codeAt(after), codeAt(client.username))).status).toBe(200);
    expect(await nameOf(client)).toBe(after);
    expect(await logIn(after)).toBe(200);
  });

  it.concurrent('is refused with a wrong password, for the own address, for text that is none, and without a session', async () => {
    const [client, after] = [await person(cloud()), newAddress()];
    expect(await ask(client, after, 'Wrong-Horse-99!')).toMatchObject({
      status: 400,
      body: { message: 'The current password is incorrect.', field: 'current_password' },
    });
    expect(cloud().mail(after)).toEqual([]);
    expect(await ask(client, client.username.toUpperCase())).toMatchObject({
      status: 400,
      body: { message: 'This is already your email address.', field: 'username' },
    });
    expect((await ask(client, 'a@b')).status).toBe(400);
    expect((await enter(client, '12345', '123456')).body.message).toBe(
      'The confirmation code must be exactly 6 numbers.',
    );
    expect((await ask(new Person(cloud(), after), after)).status).toBe(401);
  });

  it.concurrent('mails one address five times a day for an account, and still for another account', async () => {
    const after = newAddress();
    const [stranger, owner] = await Promise.all([person(cloud()), person(cloud())]);
    expect((await ask(stranger, after, 'Wrong-Horse-99!')).status).toBe(400); // mails nothing, so it is not counted
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) statuses.push((await ask(stranger, after)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await ask(owner, after)).status).toBe(200);
  });
});
