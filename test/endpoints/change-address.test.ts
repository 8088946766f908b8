import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { auditLogOf, staffTokenFor } from '../support/operator.ts';
import { person } from '../support/person.ts';

const cloud = withCloud();
const path = '/api/account/address';
const wrongCodes = {
  status: 400,
  body: { message: 'At least one code is wrong or has expired. Check both, or start over.' },
};

const ask = (client: ApiClient, username: string, current_password = goodPassword) =>
  client.call('POST', path, { username, current_password });
const enter = (client: ApiClient, code: string, current_code: string) =>
  client.call('POST', `${path}/confirm`, { code, current_code });
const logIn = (username: string, client = new ApiClient(cloud())) =>
  client.call('POST', '/public/login', { username, password: goodPassword });
const profile = (client: ApiClient) => client.call('GET', '/api/profile');

const mailsTo = (address: string, subject: string) =>
  cloud()
    .mail(address)
    .filter((mail) => mail.subject.endsWith(subject));
/** The code in the newest mail about a change of address. */
const codeAt = (address: string) =>
  /The code is (\d{6})/.exec(
    mailsTo(address, 'your code to change your email address')[0]?.text ?? '',
  )?.[1] ?? expect.unreachable();
const other = (code: string) => (code === '000000' ? '000001' : '000000');
const eventsOf = async (user: string) => (await auditLogOf(cloud(), user)).map(({ event }) => event);

async function asked() {
  const [before, after] = [newAddress(), newAddress()];
  const client = await person(cloud(), before);
  expect(await ask(client, after)).toMatchObject({
    status: 200,
    body: { message: `We sent a code to ${before} and another one to ${after}.` },
  });
  return { before, after, client };
}

describe('change of address', () => {
  it.concurrent('needs a code from both mailboxes; the application, the password and this session stay', async () => {
    const { before, after, client } = await asked();
    const elsewhere = new ApiClient(cloud());
    await logIn(before, elsewhere);
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    expect(await enter(client, codeAt(after), codeAt(before))).toMatchObject({
      status: 200,
      body: {
        message: `Your email address is now ${after}. You're logged out everywhere else.`,
        username: after,
      },
    });
    expect((await profile(client)).body).toMatchObject({ username: after, answer: { first_name: 'Ada' } });
    expect((await profile(elsewhere)).status).toBe(401);
    expect((await logIn(before)).status).toBe(400);
    const again = new ApiClient(cloud());
    expect((await logIn(after, again)).status).toBe(200);
    expect((await profile(again)).body).toMatchObject({ username: after, answer: { first_name: 'Ada' } });
    expect(await eventsOf(after)).toEqual(
      expect.arrayContaining(['address-change-asked', 'address-changed', 'save', 'sessions-ended']),
    );
  });

  it.concurrent('updates the staff view immediately, and both mailboxes get a mail', async () => {
    const { before, after, client } = await asked();
    await enter(client, codeAt(after), codeAt(before));
    const { token } = await staffTokenFor(cloud(), client);
    const staff = await new ApiClient(cloud()).call('GET', `/service/tmp-pdf?service_token=${token}`);
    expect(staff.body.username).toBe(after);
    expect(mailsTo(before, ': your email address was changed').map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /now has a different email address\.[\s\S]*If this wasn't you, write to \S+@\S+ now\.$/,
      ),
    ]);
    expect(mailsTo(after, ': your email address was changed').map(({ text }) => text)).toEqual([
      expect.stringContaining('This is now the email address of your account'),
    ]);
  });

  it.concurrent('does not happen when one code is wrong, whichever, and after five tries no code works', async () => {
    const { before, after, client } = await asked();
    const [code, current] = [codeAt(after), codeAt(before)];
    expect(await enter(client, other(code), current)).toMatchObject(wrongCodes);
    expect(await enter(client, code, other(current))).toMatchObject(wrongCodes);
    expect(await enter(client, current, code)).toMatchObject(wrongCodes);
    for (let tries = 3; tries < 5; tries++)
      expect(await enter(client, other(code), other(current))).toMatchObject(wrongCodes);
    expect(await enter(client, code, current)).toMatchObject(wrongCodes);
    expect((await logIn(before)).status).toBe(200);
    expect((await eventsOf(before)).filter((event) => event === 'address-change-refused')).toHaveLength(6);
  });

  it.concurrent('works with the newest codes only, once, and not after a new password', async () => {
    const { before, after, client } = await asked();
    const first = codeAt(after);
    await ask(client, after);
    if (first !== codeAt(after)) expect(await enter(client, first, codeAt(before))).toMatchObject(wrongCodes);
    await client.call('POST', '/api/account/password', {
      current_password: goodPassword,
      password: 'Another-Horse-10!',
      confirm_password: 'Another-Horse-10!',
    });
    expect(await enter(client, codeAt(after), codeAt(before))).toMatchObject(wrongCodes);
    await ask(client, after, 'Another-Horse-10!');
    const codes = [codeAt(after), codeAt(before)] as const;
    expect((await enter(client, ...codes)).status).toBe(200);
    expect(await enter(client, ...codes)).toMatchObject(wrongCodes);
  });

  it.concurrent('belongs to one account: another applicant cannot enter its codes', async () => {
    const { before, after } = await asked();
    const stranger = await person(cloud());
    expect(await enter(stranger, codeAt(after), codeAt(before))).toMatchObject(wrongCodes);
  });
});

describe('asking for another address', () => {
  it.concurrent('that has an account says the same as any other, and tells only its owner', async () => {
    const [before, taken] = [newAddress(), newAddress()];
    const [client, owner] = [await person(cloud(), before), await person(cloud(), taken)];
    expect(await ask(client, taken)).toMatchObject({
      status: 200,
      body: { message: `We sent a code to ${before} and another one to ${taken}.` },
    });
    expect(mailsTo(taken, 'your code to change your email address')).toEqual([]);
    expect(mailsTo(taken, 'you already have an account').map(({ text }) => text)).toEqual([
      expect.stringContaining('nothing was changed'),
    ]);
    expect(await enter(client, '123456', codeAt(before))).toMatchObject(wrongCodes);
    expect((await profile(owner)).body.username).toBe(taken);
    expect((await logIn(taken)).status).toBe(200);
  });

  it.concurrent('fails in the end when that address got a confirmed account in the meantime', async () => {
    const { before, after, client } = await asked();
    const codes = [codeAt(after), codeAt(before)] as const;
    await person(cloud(), after);
    expect(await enter(client, ...codes)).toMatchObject(wrongCodes);
    expect((await profile(client)).body.username).toBe(before);
  });

  it.concurrent('succeeds although a stranger signed up with that address and never confirmed it', async () => {
    const [before, after] = [newAddress(), newAddress()];
    const client = await person(cloud(), before);
    const stranger = new ApiClient(cloud());
    await stranger.call('POST', '/public/signup', { username: after, password: 'Stranger-Horse-7!' });
    expect((await ask(client, after)).status).toBe(200);
    expect((await enter(client, codeAt(after), codeAt(before))).status).toBe(200);
    expect((await profile(client)).body.username).toBe(after);
    expect((await logIn(after)).status).toBe(200);
    expect((await logIn(before)).status).toBe(400);
  });

  it.concurrent('is refused with a wrong password, at its field, and mails nothing', async () => {
    const [before, after] = [newAddress(), newAddress()];
    const client = await person(cloud(), before);
    expect(await ask(client, after, 'Wrong-Horse-99!')).toMatchObject({
      status: 400,
      body: { message: 'The current password is incorrect.', field: 'current_password' },
    });
    expect(cloud().mail(after)).toEqual([]);
  });

  it.concurrent('is refused for the own address, for text that is none, and without a session', async () => {
    const before = newAddress();
    const client = await person(cloud(), before);
    expect(await ask(client, before.toUpperCase())).toMatchObject({
      status: 400,
      body: { message: 'This is already your email address.', field: 'username' },
    });
    expect((await ask(client, 'a@b')).status).toBe(400);
    expect((await enter(client, '12345', '123456')).body.message).toBe(
      'The confirmation code must be exactly 6 numbers.',
    );
    expect((await ask(new ApiClient(cloud()), newAddress())).status).toBe(401);
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
