import { describe, expect, it } from 'vitest';
import { ApiClient, codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { asks } from '../support/held-calls.ts';
import { accountsIn, signedUp } from '../support/person.ts';

// A stranger may sign up with an applicant's address before the applicant has confirmed it. The code in the
// mailbox creates the account, with the password of the browser that enters it
// (test/use-cases/account-attacks.test.ts has every order).

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

/** Follows the newest link in the mails to an address. */
const choosePassword = (username: string, password: string) =>
  browser().call('POST', '/public/reset-password', {
    ...{ username, password, confirm_password: password },
    id: /[?&]id=(\S+)/.exec(cloud().mail(username)[0]?.text ?? '')?.[1],
  });

/** No password that was typed before works, and a mailed link sets one. */
async function expectOwnersChoice(username: string) {
  expect([await logIn(username, strangersPassword), await logIn(username, goodPassword)]).toEqual([400, 400]);
  expect(cloud().mail(username)[0]?.subject).toContain('choose your password');
  expect((await choosePassword(username, 'Chosen-Horse-11!')).status).toBe(200);
  expect(await logIn(username, 'Chosen-Horse-11!')).toBe(200);
}

describe('a sign-up', () => {
  it.concurrent('creates no account until its code is entered [CA-02]', async () => {
    const [username, owner] = [newAddress(), browser()];
    await signUp(owner, username, goodPassword);
    expect(await accountsIn(cloud())).not.toContain(username);
    expect((await confirm(owner, username)).body.message).toBe(pleaseLogIn);
    expect(await accountsIn(cloud())).toContain(username);
    expect(owner.cookies.has('__Host-sign-up')).toBe(false);
  });

  it.concurrent('of a stranger leaves no password behind', async () => {
    const [username, owner, stranger] = [newAddress(), browser(), browser()];
    await signUp(stranger, username, strangersPassword);
    await signUp(owner, username, goodPassword);
    await signUp(stranger, username, strangersPassword);
    expect((await confirm(owner, username)).body.message).toBe(pleaseLogIn);
    expect(await logIn(username, goodPassword)).toBe(200);
    expect(await logIn(username, strangersPassword)).toBe(400);
    expect((await confirm(stranger, username)).status).toBe(400);
  });

  it.concurrent('that is confirmed on another device gets its password by a mailed link', async () => {
    const username = newAddress();
    await signUp(browser(), username, goodPassword);
    expect(await confirm(browser(), username)).toMatchObject({
      status: 200,
      body: { message: pleaseChoose(username) },
    });
    await expectOwnersChoice(username);
  });

  it.concurrent('keeps its code when others ask for more', async () => {
    const [username, owner] = [newAddress(), browser()];
    await signUp(owner, username, goodPassword);
    const code = codeFor(cloud(), username);
    await browser().call('POST', '/public/resend-confirm', { username });
    expect(codeFor(cloud(), username)).toBe(code);
    expect((await confirm(owner, username, code)).body.message).toBe(pleaseLogIn);
  });

  it('that broke off before the password was set is completed when it is repeated', async () => {
    const [username, owner] = [newAddress(), browser()];
    await signUp(owner, username, goodPassword);
    const effect = { errorName: 'InternalErrorException' };
    const restore = cloud().injectFault({ effect, matches: asks('AdminSetUserPassword') });
    expect((await confirm(owner, username)).status).toBe(500);
    restore();
    expect(await logIn(username, goodPassword)).toBe(400);
    expect((await confirm(owner, username)).body.message).toBe(pleaseLogIn);
    expect(await logIn(username, goodPassword)).toBe(200);
  });

  it('with a password that Cognito rejects gets another one by a mailed link', async () => {
    const [username, owner] = [newAddress(), browser()];
    await signUp(owner, username, goodPassword);
    const effect = { errorName: 'InvalidPasswordException' };
    const matches = asks('AdminSetUserPassword', goodPassword);
    const restore = cloud().injectFault({ effect, matches });
    const response = await confirm(owner, username);
    restore();
    expect(response.body.message).toBe(pleaseChoose(username));
    await expectOwnersChoice(username);
  });
});

it('a confirmed account is deleted by no function but the one that erases', () => {
  const allowed = cloud()
    .statements()
    .flatMap(({ role, statement }) => [statement.Action ?? []].flat().map((action) => ({ role, action })));
  const mayDelete = allowed.filter(({ action }) => action === 'cognito-idp:AdminDeleteUser');
  expect(mayDelete.map(({ role }) => role)).toEqual([expect.stringContaining('/Retention/')]);
  expect(allowed.filter(({ action }) => /cognito-idp:.*\*/.test(action))).toEqual([]);
});

describe('the sign-up cookie', () => {
  const cookieOf = (response: { readonly headers: Headers }) => response.headers.getSetCookie().join('\n');

  it.concurrent('looks the same for new and confirmed addresses, and does not contain the password', async () => {
    const [fresh, confirmed] = [newAddress(), newAddress()];
    await signedUp(cloud(), confirmed);
    const shape = /^__Host-sign-up=[\w-]{59}; HttpOnly; Max-Age=86400; Path=\/; Secure; SameSite=Strict$/;
    const cookies = [];
    for (const username of [fresh, fresh, confirmed])
      cookies.push(cookieOf(await signUp(browser(), username, goodPassword)));
    for (const cookie of cookies) expect(cookie).toMatch(shape);
    expect(new Set(cookies).size).toBe(3);
  });

  it.concurrent('of another address, or one that was changed, carries no password', async () => {
    for (const change of ['address', 'cookie'] as const) {
      const [username, owner] = [newAddress(), browser()];
      await signUp(owner, change === 'address' ? newAddress() : username, goodPassword);
      if (change === 'address') await signUp(browser(), username, strangersPassword);
      const value = owner.cookies.get('__Host-sign-up') ?? '';
      if (change === 'cookie') owner.cookies.set('__Host-sign-up', `${value.slice(0, -6)}AAAAAA`);
      expect((await confirm(owner, username)).body.message).toBe(pleaseChoose(username));
      await expectOwnersChoice(username);
    }
  });
});
