import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { asks, holdCalls } from '../support/held-calls.ts';
import { auditLogOf } from '../support/operator.ts';
import { person } from '../support/person.ts';

const cloud = withCloud();
const newPassword = 'Another-Horse-10!';

const change = (client: ApiClient, more: object = {}) =>
  client.call('POST', '/api/account/password', {
    current_password: goodPassword,
    password: newPassword,
    confirm_password: newPassword,
    ...more,
  });
const logIn = (username: string, password: string, client = new ApiClient(cloud())) =>
  client.call('POST', '/public/login', { username, password });
const profile = (client: ApiClient) => client.call('GET', '/api/profile');
/** Another browser with the same cookies. */
function copyOf(client: ApiClient): ApiClient {
  const copy = new ApiClient(cloud());
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
}

describe('change of password', () => {
  it.concurrent('replaces the password, ends every other session and goes on with this one', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    const elsewhere = new ApiClient(cloud());
    await logIn(username, goodPassword, elsewhere);
    expect(await change(client)).toMatchObject({
      status: 200,
      body: { message: "Your password was changed. You're logged out everywhere else." },
    });
    expect((await profile(client)).body.username).toBe(username);
    expect((await profile(elsewhere)).status).toBe(401);
    expect((await logIn(username, goodPassword)).status).toBe(400);
    expect((await logIn(username, newPassword)).status).toBe(200);
    expect((await profile(client)).body.successful_login).toHaveLength(3);
    const events = (await auditLogOf(cloud(), username)).map(({ event }) => event);
    expect(events.filter((event) => /changed|ended/.test(event))).toEqual([
      'password-changed',
      'sessions-ended',
    ]);
  });

  it.concurrent('gives this session another cookie, so that a copy of the old one opens nothing', async () => {
    const client = await person(cloud());
    const thief = copyOf(client);
    const { headers } = await change(client);
    const [session = '', marker = ''] = headers.getSetCookie();
    const seconds = Number(/Max-Age=(\d+)/.exec(session)?.[1]);
    expect(seconds).toBeGreaterThan(43_000);
    expect(seconds).toBeLessThanOrEqual(43_200);
    expect(marker).toContain(thief.cookies.get('CognitoIdentityServiceProvider.matricula.LastAuthUser'));
    expect((await profile(thief)).status).toBe(401);
    expect((await profile(client)).status).toBe(200);
  });

  it.concurrent('is refused with a wrong current password, at its field, and everything stays', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    expect(await change(client, { current_password: 'Wrong-Horse-99!' })).toMatchObject({
      status: 400,
      body: { message: 'The current password is incorrect.', field: 'current_password' },
    });
    expect((await profile(client)).status).toBe(200);
    expect((await logIn(username, goodPassword)).status).toBe(200);
    expect((await auditLogOf(cloud(), username)).map(({ event }) => event)).toContain(
      'password-change-refused',
    );
  });

  it.concurrent('counts wrong current passwords with those of log-in: after five, both wait', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    for (let guess = 0; guess < 5; guess++)
      expect((await change(client, { current_password: 'Wrong-Horse-99!' })).status).toBe(400);
    const response = await change(client);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await logIn(username, goodPassword, client)).status).toBe(429);
    expect((await profile(client)).status).toBe(200);
  });

  it.concurrent('is refused when the new password is too weak, not the same twice, or the current one', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    for (const [more, message] of [
      [{ password: 'short', confirm_password: 'short' }, /^Use a password that: /],
      [{ confirm_password: 'x' }, /^The passwords must match\.$/],
      [{ password: goodPassword, confirm_password: goodPassword }, /^Please choose a different password\.$/],
    ] as const) {
      const response = await change(client, more);
      expect(response.status).toBe(400);
      expect(response.body.message).toMatch(message);
    }
    expect((await logIn(username, goodPassword)).status).toBe(200);
  });

  it.concurrent('needs a session, and comes from our own pages only', async () => {
    expect((await change(new ApiClient(cloud()))).status).toBe(401);
    const client = await person(cloud());
    const foreign = await client.send('POST', '/api/account/password', {
      body: JSON.stringify({
        current_password: goodPassword,
        password: newPassword,
        confirm_password: newPassword,
      }),
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
      },
    });
    expect(foreign.status).toBe(403);
  });

  it('ends all sessions and is mailed, also when its own session ends during the change', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    const elsewhere = new ApiClient(cloud());
    await logIn(username, goodPassword, elsewhere);
    using setting = holdCalls(cloud(), asks('AdminSetUserPassword', username));
    const changing = change(client);
    await setting.arrived();
    expect((await elsewhere.call('DELETE', '/api/account/sessions')).status).toBe(200);
    setting.goOn();
    expect((await changing).status).toBe(401);
    expect((await profile(elsewhere)).status).toBe(401);
    expect((await logIn(username, newPassword)).status).toBe(200);
    expect(
      cloud()
        .mail(username)
        .map(({ subject }) => subject),
    ).toContainEqual(expect.stringMatching(/: your password was changed$/));
  });

  it.concurrent("ends all other sessions when Cognito's result is unknown", async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    const elsewhere = new ApiClient(cloud());
    await logIn(username, goodPassword, elsewhere);
    const restore = cloud().injectFault({
      effect: { errorName: 'InternalErrorException' },
      matches: asks('AdminSetUserPassword', username),
    });
    expect((await change(client)).status).toBe(500);
    restore();
    expect((await profile(elsewhere)).status).toBe(401);
    expect((await profile(client)).status).toBe(200);
    expect((await change(client)).status).toBe(200);
  });

  it.concurrent('is limited to 20 tries an hour for an account', async () => {
    const client = await person(cloud());
    const tries = [];
    for (let count = 0; count < 21; count++)
      tries.push(await change(client, { password: goodPassword, confirm_password: goodPassword }));
    expect(tries.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 400), 429]);
  });
});
