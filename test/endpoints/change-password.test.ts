import { describe, expect, it } from 'vitest';
import { goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { asks, holdCalls } from '../support/held-calls.ts';
import { Person, person } from '../support/person.ts';

const cloud = withCloud();
const newPassword = 'Another-Horse-10!';

const change = (client: Person, more: object = {}) =>
  client.post('/api/account/password', {
    current_password: goodPassword,
    password: newPassword,
    confirm_password: newPassword,
    ...more,
  });

describe('change of password', () => {
  it.concurrent('replaces the password, ends every other session and goes on with this one, with another cookie', async () => {
    const client = await person(cloud());
    const elsewhere = await client.inAnotherBrowser();
    const thief = new Person(cloud(), client.username);
    for (const [name, value] of client.cookies) thief.cookies.set(name, value);
    const changed = await change(client);
    expect(changed).toMatchObject({
      status: 200,
      body: { message: "Your password was changed. You're logged out everywhere else." },
    });
    const [session = '', marker = ''] = changed.headers.getSetCookie();
    const seconds = Number(/Max-Age=(\d+)/.exec(session)?.[1]);
    expect(seconds).toBeGreaterThan(43_000);
    expect(seconds).toBeLessThanOrEqual(43_200);
    expect(marker).toContain(thief.cookies.get('CognitoIdentityServiceProvider.matricula.LastAuthUser'));
    expect(await client.isLoggedIn()).toBe(true);
    expect([await elsewhere.isLoggedIn(), await thief.isLoggedIn()]).toEqual([false, false]);
    expect((await elsewhere.logIn(goodPassword)).status).toBe(400);
    expect((await elsewhere.logIn(newPassword)).status).toBe(200);
    expect((await client.events()).filter((event) => /changed|ended/.test(event))).toEqual([
      'password-changed',
      'sessions-ended',
    ]);
  });

  it.concurrent('is refused with a wrong current password, which counts with those of log-in: after five, both wait', async () => {
    const client = await person(cloud());
    for (let guess = 0; guess < 5; guess++)
      expect(await change(client, { current_password: 'Wrong-Horse-99!' })).toMatchObject({
        status: 400,
        body: { message: 'The current password is incorrect.', field: 'current_password' },
      });
    const response = await change(client);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await client.logIn()).status).toBe(429);
    expect(await client.isLoggedIn()).toBe(true);
    expect(await client.events()).toContain('password-change-refused');
  });

  it.concurrent('is refused when the new password is too weak, not the same twice, or the current one', async () => {
    const client = await person(cloud());
    for (const [more, message] of [
      [{ password: 'short', confirm_password: 'short' }, /^Use a password that: /],
      [{ confirm_password: 'x' }, /^The passwords must match\.$/],
      [{ password: goodPassword, confirm_password: goodPassword }, /^Please choose a different password\.$/],
    ] as const)
      expect(await change(client, more)).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(message) },
      });
    expect((await client.logIn()).status).toBe(200);
  });

  it.concurrent('needs a session', async () => {
    expect((await change(new Person(cloud(), newAddress()))).status).toBe(401);
  });

  it('ends all sessions and is mailed, also when its own session ends during the change', async () => {
    const client = await person(cloud());
    const elsewhere = await client.inAnotherBrowser();
    using setting = holdCalls(cloud(), asks('AdminSetUserPassword', client.username));
    const changing = change(client);
    await setting.arrived();
    expect((await elsewhere.call('DELETE', '/api/account/sessions')).status).toBe(200);
    setting.goOn();
    expect((await changing).status).toBe(401);
    expect(await elsewhere.isLoggedIn()).toBe(false);
    expect((await client.logIn(newPassword)).status).toBe(200);
    expect(client.mails(': your password was changed')).toHaveLength(1);
  });

  it.concurrent("ends all other sessions when Cognito's result is unknown", async () => {
    const client = await person(cloud());
    const elsewhere = await client.inAnotherBrowser();
    const restore = cloud().injectFault({
      effect: { errorName: 'InternalErrorException' },
      matches: asks('AdminSetUserPassword', client.username),
    });
    expect((await change(client)).status).toBe(500);
    restore();
    expect([await elsewhere.isLoggedIn(), await client.isLoggedIn()]).toEqual([false, true]);
    expect((await change(client)).status).toBe(200);
  });

  it.concurrent('is limited to 20 tries an hour for an account', async () => {
    const client = await person(cloud());
    const same = { password: goodPassword, confirm_password: goodPassword };
    const statuses = [];
    for (let count = 0; count < 21; count++) statuses.push((await change(client, same)).status);
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
  });
});
