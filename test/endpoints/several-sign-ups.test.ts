import { describe, expect, it } from 'vitest';
import { ApiClient, type ApiReply, codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { asks } from '../support/held-calls.ts';
import { accountsIn, signedUp } from '../support/person.ts';

// A stranger may sign up with an applicant's address before the applicant has confirmed it. The code in the
// mailbox creates the account, with the password of the browser that enters it
// (test/use-cases/account-attacks.test.ts has every order).

const cloud = withCloud();
const strangersPassword = 'Stranger-Horse-7!';
const browser = () => new ApiClient(cloud());

const signUp = (client: ApiClient, username: string, password = goodPassword) =>
  client.call('POST', '/public/signup', { username, password });
const confirm = (client: ApiClient, username: string) =>
  client.call('POST', '/public/confirm', { username, code: codeFor(cloud(), username) });
const logIn = async (username: string, password: string) =>
  (await browser().call('POST', '/public/login', { username, password })).status;

const pleaseLogIn = 'Your account is confirmed. Please log in.';

/** Expects that no password that was typed works, and that a mailed link sets one. */
async function expectOwnersChoice(username: string, { body }: ApiReply) {
  expect(body.message).toBe(
    `Your account is confirmed. To choose your password, use the link we sent to ${username}.`,
  );
  expect([await logIn(username, strangersPassword), await logIn(username, goodPassword)]).toEqual([400, 400]);
  const [mail] = cloud().mail(username);
  expect(mail?.subject).toContain('choose your password');
  const id = /[?&]id=(\S+)/.exec(mail?.text ?? '')?.[1];
  const passwords = { password: 'Chosen-Horse-11!', confirm_password: 'Chosen-Horse-11!' };
  await browser().call('POST', '/public/reset-password', { username, ...passwords, id });
  expect(await logIn(username, 'Chosen-Horse-11!')).toBe(200);
}

describe('a sign-up', () => {
  it.concurrent('creates no account until its code is entered [CA-02]', async () => {
    const [username, owner] = [newAddress(), browser()];
    await signUp(owner, username);
    expect(await accountsIn(cloud())).not.toContain(username);
    expect((await confirm(owner, username)).body.message).toBe(pleaseLogIn);
    expect(await accountsIn(cloud())).toContain(username);
    expect(owner.cookies.has('__Host-sign-up')).toBe(false);
  });

  it.concurrent('of a stranger leaves no password behind', async () => {
    const [username, owner, stranger] = [newAddress(), browser(), browser()];
    await signUp(stranger, username, strangersPassword);
    await signUp(owner, username);
    await signUp(stranger, username, strangersPassword);
    expect((await confirm(owner, username)).body.message).toBe(pleaseLogIn);
    expect(await logIn(username, goodPassword)).toBe(200);
    expect(await logIn(username, strangersPassword)).toBe(400);
    expect((await confirm(stranger, username)).status).toBe(400);
  });

  it.concurrent('that is confirmed on another device gets its password by a mailed link', async () => {
    const username = newAddress();
    await signUp(browser(), username);
    await expectOwnersChoice(username, await confirm(browser(), username));
  });

  it.concurrent('keeps its code when others ask for more', async () => {
    const username = newAddress();
    await signUp(browser(), username);
    const code = codeFor(cloud(), username);
    await browser().call('POST', '/public/resend-confirm', { username });
    expect(codeFor(cloud(), username)).toBe(code);
  });

  it('that broke off before the password was set is completed when it is repeated', async () => {
    const [username, owner] = [newAddress(), browser()];
    await signUp(owner, username);
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
    await signUp(owner, username);
    const effect = { errorName: 'InvalidPasswordException' };
    const restore = cloud().injectFault({ effect, matches: asks('AdminSetUserPassword', goodPassword) });
    const reply = await confirm(owner, username);
    restore();
    await expectOwnersChoice(username, reply);
  });
});

describe('the sign-up cookie', () => {
  it.concurrent('looks the same for new and confirmed addresses, and does not contain the password', async () => {
    const [fresh, { username: confirmed }] = [newAddress(), await signedUp(cloud())];
    const cookies = [];
    for (const username of [fresh, fresh, confirmed])
      cookies.push((await signUp(browser(), username)).headers.getSetCookie().join('\n'));
    const shape = /^__Host-sign-up=[\w-]{59}; HttpOnly; Max-Age=86400; Path=\/; Secure; SameSite=Strict$/;
    for (const cookie of cookies) expect(cookie).toMatch(shape);
    expect(new Set(cookies).size).toBe(3);
  });

  it.concurrent.each(['address', 'cookie'])(
    'of another address, or one that was changed, carries no password (%s)',
    async (changed) => {
      const [username, owner] = [newAddress(), browser()];
      await signUp(owner, changed === 'address' ? newAddress() : username);
      if (changed === 'address') await signUp(browser(), username, strangersPassword);
      const value = owner.cookies.get('__Host-sign-up') ?? '';
      if (changed === 'cookie') owner.cookies.set('__Host-sign-up', `${value.slice(0, -6)}AAAAAA`);
      await expectOwnersChoice(username, await confirm(owner, username));
    },
  );
});
