import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import { ApiClient, codeFor, goodPassword, newAddress, newApplicant } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { asks, holdCalls } from '../support/held-calls.ts';

// A stranger may sign up with an applicant's address before the applicant has confirmed it. Only the owner of
// the mailbox can confirm the account, and a password stays only if it was chosen in the browser that
// confirms.

const cloud = withCloud();
const strangersPassword = 'Stranger-Horse-7!';
const browser = () => new ApiClient(cloud());

const signUp = (client: ApiClient, username: string, password: string) =>
  client.call('POST', '/public/signup', { username, password });
const confirm = (client: ApiClient, username: string, code = codeFor(cloud(), username)) =>
  client.call('POST', '/public/confirm', { username, code });
const logIn = async (username: string, password: string) =>
  (await browser().call('POST', '/public/login', { username, password })).status;

const pleaseLogIn = 'Your account is confirmed. Please log in.';
const pleaseChoose = (username: string) =>
  `Your account is confirmed. To choose your password, use the link we sent to ${username}.`;

const linkFor = (username: string) =>
  new URL(/https?:\S+\/reset\?\S+/.exec(cloud().mail(username)[0]?.text ?? '')?.[0] ?? 'http://none');

/** Follows the newest link in the mails to an address. */
const choosePassword = (username: string, password: string) =>
  browser().call('POST', '/public/reset-password', {
    username,
    password,
    confirm_password: password,
    id: linkFor(username).searchParams.get('id'),
  });

/**
 * The account belongs to its owner: a link in the mail sets a password, and no password typed before it
 * works.
 */
async function expectOwnersChoice(username: string) {
  const typedBefore = [strangersPassword, goodPassword].map((password) => logIn(username, password));
  expect(await Promise.all(typedBefore)).toEqual([400, 400]);
  expect(cloud().mail(username)[0]).toMatchObject({
    subject: expect.stringContaining('choose your password'),
    text: expect.stringContaining('more than once'),
  });
  expect((await choosePassword(username, 'Chosen-Horse-11!')).status).toBe(200);
  expect(await logIn(username, 'Chosen-Horse-11!')).toBe(200);
}

const hold = (matches: Fault['matches']) => holdCalls(cloud(), matches);

/** A stranger and the owner sign up with the same address, each in their own browser. */
async function signedUpBy(first: 'owner' | 'stranger', username = newAddress()) {
  const [owner, stranger] = [browser(), browser()];
  const signUps = {
    owner: () => signUp(owner, username, goodPassword),
    stranger: () => signUp(stranger, username, strangersPassword),
  };
  const second = first === 'owner' ? 'stranger' : 'owner';
  for (const who of [first, second] as const) {
    expect(await signUps[who]()).toMatchObject({
      status: 200,
      body: { message: `We sent a confirmation code to ${username}.` },
    });
  }
  expect(cloud().mail(username)).toHaveLength(2);
  return { username, owner, stranger };
}

describe('a stranger signs up with the same address', () => {
  it.concurrent('after its owner, who confirms in the same browser: the password of the owner stays', async () => {
    const { username, owner } = await signedUpBy('owner');
    expect((await confirm(owner, username)).body.message).toBe(pleaseLogIn);
    expect(await logIn(username, goodPassword)).toBe(200);
    expect(await logIn(username, strangersPassword)).toBe(400);
    expect(owner.cookies.has('__Host-sign-up')).toBe(false);
  });

  it.concurrent('after its owner, who confirms in the same browser by another code', async () => {
    const { username, owner } = await signedUpBy('owner');
    await browser().call('POST', '/public/resend-confirm', { username });
    expect((await confirm(owner, username)).body.message).toBe(pleaseLogIn);
    expect(await logIn(username, goodPassword)).toBe(200);
  });

  it.concurrent('after its owner, who confirms on another device: only the mail leads to a password', async () => {
    const { username } = await signedUpBy('owner');
    const response = await confirm(browser(), username);
    expect(response).toMatchObject({ status: 200, body: { message: pleaseChoose(username) } });
    await expectOwnersChoice(username);
  });

  it.concurrent.each(['the same browser', 'another device'])(
    'before its owner, who confirms in or on %s: only the mail leads to a password',
    async (where) => {
      const { username, owner } = await signedUpBy('stranger');
      const response = await confirm(where === 'the same browser' ? owner : browser(), username);
      expect(response).toMatchObject({ status: 200, body: { message: pleaseChoose(username) } });
      await expectOwnersChoice(username);
    },
  );

  it.concurrent('before and after its owner: only the mail leads to a password', async () => {
    const { username, owner, stranger } = await signedUpBy('stranger');
    await signUp(stranger, username, strangersPassword);
    expect((await confirm(owner, username)).body.message).toBe(pleaseChoose(username));
    await expectOwnersChoice(username);
  });

  it('at the same moment, with a new address: only the mail leads to a password elsewhere', async () => {
    const username = newAddress();
    using held = hold(asks('SignUp'));
    const both = Promise.all([
      signUp(browser(), username, goodPassword),
      signUp(browser(), username, strangersPassword),
    ]);
    await held.arrived(2);
    held.goOn();
    expect((await both).map(({ status }) => status)).toEqual([200, 200]);
    expect((await confirm(browser(), username)).body.message).toBe(pleaseChoose(username));
    await expectOwnersChoice(username);
  });

  it('at the same moment, with an unconfirmed address: both get the same response', async () => {
    const username = newAddress();
    await signUp(browser(), username, goodPassword);
    using held = hold(asks('ResendConfirmationCode'));
    const both = Promise.all([1, 2].map(() => signUp(browser(), username, strangersPassword)));
    await held.arrived(2);
    held.goOn();
    expect((await both).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('and cannot log in with the password while the owner confirms', async () => {
    const { username, owner } = await signedUpBy('stranger');
    using replacing = hold(asks('AdminSetUserPassword'));
    const confirming = confirm(owner, username);
    await replacing.arrived();
    using looking = hold(asks('GetItem', `SIGNUP#`));
    const early = browser();
    const response = early.call('POST', '/public/login', { username, password: strangersPassword });
    await looking.arrived();
    replacing.goOn();
    expect((await confirming).body.message).toBe(pleaseChoose(username));
    looking.goOn();
    expect(await response).toMatchObject({ status: 400 });
    expect(early.cookies.size).toBe(0);
    await expectOwnersChoice(username);
  });
});

describe('a confirmation that broke off before the password was replaced', () => {
  const broken = async () => {
    const { username, owner, stranger } = await signedUpBy('stranger');
    const code = codeFor(cloud(), username);
    const errorName = 'InternalErrorException';
    const restore = cloud().injectFault({ effect: { errorName }, matches: asks('AdminSetUserPassword') });
    expect((await confirm(owner, username, code)).status).toBe(500);
    restore();
    return { username, owner, stranger, code };
  };

  it('is completed by trying again', async () => {
    const { username, owner, code } = await broken();
    expect((await confirm(owner, username, code)).body.message).toBe(pleaseChoose(username));
    await expectOwnersChoice(username);
  });

  it('is completed by a log-in, for which the password does not work', async () => {
    const { username } = await broken();
    expect(await logIn(username, strangersPassword)).toBe(400);
    await expectOwnersChoice(username);
  });

  it('is completed for the only sign-up too, whose password stays', async () => {
    const [username, owner] = [newAddress(), browser()];
    await signUp(owner, username, goodPassword);
    const code = codeFor(cloud(), username);
    const errorName = 'InternalServerError';
    const restore = cloud().injectFault({ effect: { errorName }, matches: asks('UpdateItem', 'SIGNUP#') });
    expect((await confirm(owner, username, code)).status).toBe(500);
    restore();
    expect((await confirm(owner, username, code)).body.message).toBe(pleaseLogIn);
    expect(await logIn(username, goodPassword)).toBe(200);
  });

  it('does not let the browser that chose the password keep it with any code', async () => {
    const { username, stranger } = await broken();
    await confirm(stranger, username, '000000');
    await expectOwnersChoice(username);
  });

  it('is completed by a password reset', async () => {
    const { username } = await broken();
    await browser().call('POST', '/public/forgot-password', { username });
    expect((await choosePassword(username, 'Chosen-Horse-11!')).status).toBe(200);
    expect(await logIn(username, 'Chosen-Horse-11!')).toBe(200);
    expect(await logIn(username, strangersPassword)).toBe(400);
  });
});

describe('a confirmed account', () => {
  it('is deleted by no function but the one that erases', () => {
    const allowed = cloud()
      .statements()
      .flatMap(({ role, statement }) => [statement.Action ?? []].flat().map((action) => ({ role, action })));
    const mayDelete = allowed.filter(({ action }) => action === 'cognito-idp:AdminDeleteUser');
    expect(mayDelete.map(({ role }) => role)).toEqual([expect.stringContaining('/Retention/')]);
    expect(allowed.filter(({ action }) => /cognito-idp:.*\*/.test(action))).toEqual([]);
  });

  it.each([
    ['looked for it', asks('UpdateItem', 'SET #several')],
    ['was to be mailed a code', asks('ResendConfirmationCode')],
  ])(
    'keeps its owner’s password when it was confirmed just after another sign-up %s',
    async (_when, matches) => {
      const [username, owner] = [newAddress(), browser()];
      await signUp(owner, username, goodPassword);
      const code = codeFor(cloud(), username);
      using held = hold(matches);
      const another = signUp(browser(), username, strangersPassword);
      await held.arrived();
      expect((await confirm(owner, username, code)).body.message).toBe(pleaseLogIn);
      await owner.call('POST', '/public/login', { username, password: goodPassword });
      await owner.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
      held.goOn();
      expect((await another).status).toBe(200);
      expect(await logIn(username, goodPassword)).toBe(200);
      expect(await logIn(username, strangersPassword)).toBe(400);
      expect((await owner.call('GET', '/api/profile')).body.answer).toEqual({ first_name: 'Ada' });
    },
  );
});

describe('the sign-up cookie', () => {
  const cookieOf = (response: { readonly headers: Headers }) => response.headers.getSetCookie().join('\n');

  it.concurrent('looks the same for new, unconfirmed and confirmed addresses', async () => {
    const [fresh, confirmed] = [newAddress(), newAddress()];
    await newApplicant(cloud(), confirmed);
    const shape =
      /^__Host-sign-up=[\w-]{22}\.[\da-f]{32}; HttpOnly; Max-Age=86400; Path=\/; Secure; SameSite=Strict$/;
    const cookies = [];
    for (const username of [fresh, fresh, confirmed])
      cookies.push(cookieOf(await signUp(browser(), username, goodPassword)));
    for (const cookie of cookies) expect(cookie).toMatch(shape);
    expect(new Set(cookies).size).toBe(3);
  });

  it.concurrent('of another address, or a made-up one, keeps no password', async () => {
    const { username } = await signedUpBy('owner');
    const [other, forger] = [browser(), browser()];
    await signUp(other, newAddress(), goodPassword);
    const [id, proof] = other.cookies.get('__Host-sign-up')?.split('.') ?? [];
    forger.cookies.set('__Host-sign-up', `${'A'.repeat(22)}.${proof}`);
    expect((await confirm(forger, username, '12')).status).toBe(400);
    forger.cookies.set('__Host-sign-up', `${id}`);
    expect((await confirm(forger, username, '12')).status).toBe(400);
    expect((await confirm(other, username)).body.message).toBe(pleaseChoose(username));
    await expectOwnersChoice(username);
  });

  it.concurrent('keeps no password after it was changed', async () => {
    const { username, owner } = await signedUpBy('owner');
    const [id] = owner.cookies.get('__Host-sign-up')?.split('.') ?? [];
    owner.cookies.set('__Host-sign-up', `${id}.${'0'.repeat(32)}`);
    expect((await confirm(owner, username)).body.message).toBe(pleaseChoose(username));
  });
});
