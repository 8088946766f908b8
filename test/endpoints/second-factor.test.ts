import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sessionCookieName } from '../../shared/rules/session-cookie.ts';
import { ApiClient, type ApiReply, goodPassword, newAddress } from '../support/applicant.ts';
import { Authenticator } from '../support/authenticator.ts';
import { withCloud } from '../support/cloud.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { addApp, answer, applicantWithApp, logIn } from '../support/second-factor.ts';
import { seededApplicant } from '../support/seeded-applicant.ts';
import { setInItems, tableOf } from '../support/table.ts';

// An authenticator app in addition to the password (docs/decisions/070-applicants-manage-their-account.md).

const cloud = withCloud();
const browser = (network = 0) => new ApiClient(cloud(), `127.0.${network}.1`);
const eventsOf = async (username: string) => (await auditLogOf(cloud(), username)).map(({ event }) => event);
const profile = (client: ApiClient) => client.call('GET', '/api/profile');
const statusOf = async (client: ApiClient) => (await client.call('GET', '/api/second-factor')).body;
const subjectsTo = (username: string) =>
  cloud()
    .mail(username)
    .map(({ subject }) => subject);
/**
 * After five wrong codes, unrecognized browsers wait as long as Cognito may lock the account
 * (docs/decisions/061-failed-attempts-are-counted-per-caller.md).
 */
const lockEnds = () => pause(5_000);

/** Repeats a call that is throttled, when its reply says. */
async function afterItsWait(call: () => Promise<ApiReply>): Promise<ApiReply> {
  for (;;) {
    const reply = await call();
    if (reply.status !== 429) return reply;
    await pause(Number(reply.headers.get('retry-after')) * 1_000);
  }
}
const overMessage = 'That took too long, or there were too many wrong codes. Please log in again.';

describe.concurrent('a log-in with a second factor', () => {
  it('opens no session by the password, and one by the code', async () => {
    const { username, app } = await applicantWithApp(cloud());
    const client = browser();
    const asked = await logIn(client, username);
    expect(asked).toMatchObject({
      status: 200,
      body: { message: 'Enter the code from your authenticator app.', needs_code: true },
    });
    expect([...client.cookies.keys()]).toEqual(['__Host-second-step']);
    expect(asked.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-second-step=\S+; HttpOnly; Max-Age=300; Path=\/; Secure; SameSite=Strict$/,
      ),
    ]);
    expect((await profile(client)).status).toBe(401);
    const opened = await answer(client, await app.code());
    expect(opened).toMatchObject({ status: 200, body: { message: 'You are logged in.' } });
    expect((await profile(client)).body.username).toBe(username);
    expect([...client.cookies.keys()]).toEqual(['__Host-session', sessionCookieName, '__Host-device']);
  });

  it('says no more of a wrong password or an unknown address than without one', async () => {
    const { username } = await applicantWithApp(cloud());
    const without = newAddress();
    await seededApplicant(cloud(), without);
    const wrong = await Promise.all(
      [username, without, newAddress()].map((each) => logIn(browser(), each, 'Wrong-Horse-99!')),
    );
    for (const { status, body, headers } of wrong) {
      expect([status, body]).toEqual([400, { message: 'The email address or password is incorrect.' }]);
      expect(headers.getSetCookie()).toEqual([]);
    }
  });

  it('takes no code twice, not even for another log-in', async () => {
    const { username, app } = await applicantWithApp(cloud());
    const [one, other] = [browser(), browser()];
    await logIn(one, username);
    await logIn(other, username);
    const code = await app.code();
    expect((await answer(one, code)).status).toBe(200);
    expect(await answer(other, code)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('already used'), field: 'code' },
    });
    expect((await answer(one, await app.code())).body).toMatchObject({ message: overMessage, again: true });
  });

  it('refuses what is no code without counting it', async () => {
    const { username, app } = await applicantWithApp(cloud());
    const client = browser();
    await logIn(client, username);
    for (const [typed, message] of [
      ['12345', 'The code must be exactly 6 numbers.'],
      ['', 'The code must be exactly 6 numbers.'],
      ['abc', 'A recovery code has 10 letters and numbers.'],
    ] as const) {
      expect(await answer(client, typed)).toMatchObject({ status: 400, body: { message, field: 'code' } });
      expect((await answer(client, typed)).status).toBe(400);
    }
    const code = await app.code();
    expect((await answer(client, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  });

  it('is over after five wrong codes, and needs the password again', async () => {
    const { username, app } = await applicantWithApp(cloud());
    const client = browser(3);
    await logIn(client, username);
    const cookie = client.cookies.get('__Host-second-step') ?? '';
    // Each from another network, so that only the log-in itself counts them.
    const statuses = [];
    for (const network of [3, 4, 5, 6, 7]) {
      const each = browser(network);
      each.cookies.set('__Host-second-step', cookie);
      statuses.push((await answer(each, app.wrongCode())).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    expect((await answer(client, await app.code())).body).toMatchObject({
      message: overMessage,
      again: true,
    });
    await lockEnds();
    await logIn(client, username);
    expect((await answer(client, await app.code())).status).toBe(200);
  });

  it('slows down guessing in one network, however many log-ins it begins, and a recovery code still leads in', async () => {
    const { username, app, recoveryCodes } = await applicantWithApp(cloud());
    const stranger = browser(9);
    for (let count = 0; count < 5; count++) {
      await logIn(stranger, username);
      expect((await answer(stranger, app.wrongCode())).status).toBe(400);
    }
    await lockEnds();
    await logIn(stranger, username);
    const refused = await answer(stranger, app.wrongCode());
    expect(refused).toMatchObject({ status: 429, body: { help: 'A recovery code works right away.' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await answer(stranger, recoveryCodes[0] ?? '')).status).toBe(200);
    const elsewhere = browser(10);
    await logIn(elsewhere, username);
    expect((await answer(elsewhere, await app.code())).status).toBe(200);
  });

  it('begins again when the user pool no longer knows its session', async () => {
    const { username, app } = await applicantWithApp(cloud());
    const client = browser();
    await logIn(client, username);
    const code = await app.code();
    const restore = cloud().injectFault({
      matches: ({ headers, body }) =>
        headers['x-amz-target']?.endsWith('.AdminRespondToAuthChallenge') === true &&
        String(body).includes(code),
      effect: { errorName: 'NotAuthorizedException' },
    });
    const reply = await answer(client, code).finally(restore);
    expect(reply).toMatchObject({ status: 400, body: { message: overMessage, again: true } });
    await logIn(client, username);
    expect((await answer(client, await app.code())).status).toBe(200);
  });

  it('cannot be finished with an invented cookie', async () => {
    for (const value of ['', 'x', `${crypto.randomUUID()}.invented`, '.']) {
      const client = browser();
      client.cookies.set('__Host-second-step', value);
      expect(await answer(client, '123456')).toMatchObject({ status: 400, body: { again: true } });
    }
  });

  it('is recorded: asked for, refused and done', async () => {
    const { username, app } = await applicantWithApp(cloud());
    const client = browser();
    await logIn(client, username);
    await answer(client, app.wrongCode());
    await answer(client, await app.code());
    expect((await eventsOf(username)).filter((event) => /factor|log-in/.test(event))).toEqual([
      'log-in',
      'second-factor-on',
      'second-factor-asked',
      'second-factor-refused',
      'log-in',
    ]);
  });
});

describe.concurrent('Cognito’s own lock after wrong codes', () => {
  it('is not called a wrong code, is not counted, and a recovery code logs in immediately', async () => {
    const { username, app, client, recoveryCodes } = await applicantWithApp(cloud());
    const other = browser(30);
    await logIn(other, username);
    await answer(other, await app.code());
    for (const each of [client, other]) await logIn(each, username);
    const [right, wrong] = [await app.code(), app.wrongCode()];
    const tries = await Promise.all(Array.from({ length: 5 }, () => answer(client, wrong)));
    expect(tries.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    for (const lock of [1_000, 2_000]) {
      await pause(lock);
      expect((await answer(other, wrong)).status).toBe(400);
    }
    // Cognito checks nothing for four seconds now.
    for (const reply of await Promise.all([answer(other, right), answer(other, wrong)]))
      expect(reply).toMatchObject({
        status: 429,
        body: {
          help: 'A recovery code works right away.',
        },
      });
    expect((await answer(other, recoveryCodes[0] ?? '')).status).toBe(200);
    const events = await eventsOf(username);
    expect(events.filter((event) => event === 'second-factor-refused')).toHaveLength(7);
  });
});

describe.concurrent('recovery codes', () => {
  it('work once each, however they are typed, and are stored as hashes only', async () => {
    const { username, client, recoveryCodes } = await applicantWithApp(cloud());
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    const [first = '', second = ''] = recoveryCodes;
    const other = browser();
    await logIn(other, username);
    expect((await answer(other, first.toUpperCase().replace('-', ' ').replaceAll('0', 'O'))).status).toBe(
      200,
    );
    expect(await statusOf(client)).toMatchObject({ is_on: true, recovery_codes: 9 });
    await logIn(other, username);
    expect(await answer(other, first)).toMatchObject({
      status: 400,
      body: { message: 'That recovery code is wrong or was already used.', field: 'code' },
    });
    expect((await answer(other, second)).status).toBe(200);
    expect((await eventsOf(username)).filter((event) => event === 'recovery-code-used')).toHaveLength(2);
  });

  it('open one session, not two, when one is sent twice at the same moment', async () => {
    const { username, recoveryCodes } = await applicantWithApp(cloud());
    const [one, other] = [browser(), browser()];
    await logIn(one, username);
    await logIn(other, username);
    const code = recoveryCodes[0] ?? '';
    const replies = await Promise.all([answer(one, code), answer(other, code)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('of another account are worth nothing', async () => {
    const [one, other] = await Promise.all([applicantWithApp(cloud()), applicantWithApp(cloud())]);
    const client = browser();
    await logIn(client, one.username);
    expect((await answer(client, other.recoveryCodes[0] ?? '')).status).toBe(400);
  });
});

describe.concurrent('the set-up of a second factor', () => {
  it('shows the secret as text and as the content of a QR code, and mails the owner', async () => {
    const username = newAddress();
    const client = await seededApplicant(cloud(), username);
    expect(await statusOf(client)).toEqual({ is_offered: true, is_on: false, recovery_codes: 0 });
    const { body } = await client.call('POST', '/api/second-factor', { current_password: goodPassword });
    expect(body.secret).toMatch(/^[A-Z2-7]{16,}$/);
    const uri = new URL(String(body.uri));
    expect([uri.protocol, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      expect.stringContaining(`:${username}`),
    ]);
    expect([uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
      body.secret,
      expect.stringContaining('University'),
    ]);
    const app = new Authenticator(String(body.secret));
    const done = await client.call('PUT', '/api/second-factor', {
      set_up: body.set_up,
      code: await app.code(),
    });
    expect(done.body.message).toBe('Two-step login is on.');
    expect(await statusOf(client)).toEqual({ is_offered: true, is_on: true, recovery_codes: 10 });
    expect(subjectsTo(username)[0]).toContain('two-step login is on');
  });

  it('changes no log-in before a code of the app was right', async () => {
    const username = newAddress();
    const client = await seededApplicant(cloud(), username);
    const { body } = await client.call('POST', '/api/second-factor', { current_password: goodPassword });
    const app = new Authenticator(String(body.secret));
    const wrong = { set_up: body.set_up, code: app.wrongCode() };
    expect(await client.call('PUT', '/api/second-factor', wrong)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("That code didn't work."), field: 'code' },
    });
    expect((await logIn(browser(), username)).body.needs_code).toBe(false);
    expect((await statusOf(client)).is_on).toBe(false);
  });

  it('needs a session and the password', async () => {
    const client = await seededApplicant(cloud());
    expect(
      (await browser().call('POST', '/api/second-factor', { current_password: goodPassword })).status,
    ).toBe(401);
    expect(
      await client.call('POST', '/api/second-factor', { current_password: 'Wrong-Horse-99!' }),
    ).toMatchObject({
      status: 400,
      body: { message: 'The current password is incorrect.', field: 'current_password' },
    });
  });

  it("cannot be finished with another applicant's set-up or an invented one, and begins again", async () => {
    const [client, other] = [await seededApplicant(cloud()), await seededApplicant(cloud())];
    const { body } = await other.call('POST', '/api/second-factor', { current_password: goodPassword });
    const app = new Authenticator(String(body.secret));
    const code = await app.code();
    for (const set_up of [body.set_up, 'invented', `${String(body.set_up).slice(0, -4)}AAAA`, ''])
      expect(await client.call('PUT', '/api/second-factor', { set_up, code })).toMatchObject({
        status: 400,
        body: { message: 'That took too long. Please start over.', again: true },
      });
    expect((await statusOf(client)).is_on).toBe(false);
    expect(body.set_up).not.toContain('eyJraWQi');
  });

  it('is rejected while there is one: an app can only be replaced by its owner', async () => {
    const username = newAddress();
    const client = await seededApplicant(cloud(), username);
    const { body } = await client.call('POST', '/api/second-factor', { current_password: goodPassword });
    await addApp(client);
    expect((await client.call('POST', '/api/second-factor', { current_password: goodPassword })).status).toBe(
      409,
    );
    const late = { set_up: body.set_up, code: await new Authenticator(String(body.secret)).code() };
    expect((await client.call('PUT', '/api/second-factor', late)).status).toBe(409);
  });

  it('is done although its mail fails', async () => {
    const username = newAddress();
    const client = await seededApplicant(cloud(), username);
    const restore = cloud().injectFault({
      matches: ({ url, body }) =>
        url.pathname === '/v2/email/outbound-emails' && String(body).includes(username),
      effect: { errorName: 'SendingPausedException' },
    });
    await addApp(client).finally(restore);
    expect((await statusOf(client)).is_on).toBe(true);
  });

  it('no longer trusts the browsers that had the password alone', async () => {
    const username = newAddress();
    const early = await seededApplicant(cloud(), username);
    const { app } = await addApp(await loggedIn(username));
    for (let count = 0; count < 5; count++) {
      const stranger = browser();
      await logIn(stranger, username);
      await answer(stranger, app.wrongCode());
    }
    await lockEnds();
    await logIn(early, username);
    expect((await answer(early, app.wrongCode())).status).toBe(429);
  });
});

async function loggedIn(username: string, password = goodPassword): Promise<ApiClient> {
  const client = browser();
  await logIn(client, username, password);
  return client;
}

describe.concurrent('turning the second factor off', () => {
  it('needs the password and a code, mails the owner, and ends the recovery codes', async () => {
    const { username, client, app, recoveryCodes } = await applicantWithApp(cloud());
    const off = (password: string, code: string) =>
      client.call('POST', '/api/second-factor/off', { current_password: password, code });
    expect((await off('Wrong-Horse-99!', await app.code())).body).toMatchObject({
      field: 'current_password',
    });
    expect((await off(goodPassword, app.wrongCode())).body).toMatchObject({ field: 'code' });
    expect((await statusOf(client)).is_on).toBe(true);
    expect((await off(goodPassword, await app.code())).status).toBe(200);
    expect(await statusOf(client)).toEqual({ is_offered: true, is_on: false, recovery_codes: 0 });
    expect((await logIn(browser(), username)).body.needs_code).toBe(false);
    expect(subjectsTo(username)).toContainEqual(expect.stringContaining('two-step login is off'));
    expect(await eventsOf(username)).toContain('second-factor-off');
    expect((await off(goodPassword, recoveryCodes[0] ?? '')).status).toBe(409);
  });

  it('is possible with a recovery code, for who has lost the phone', async () => {
    const { username, recoveryCodes } = await applicantWithApp(cloud());
    const [first = '', second = ''] = recoveryCodes;
    const client = browser();
    await logIn(client, username);
    await answer(client, first);
    const body = { current_password: goodPassword, code: second };
    expect((await client.call('POST', '/api/second-factor/off', body)).status).toBe(200);
    expect((await logIn(browser(), username)).body.needs_code).toBe(false);
  });
});

describe.concurrent('a new password', () => {
  const reset = async (client: ApiClient, username: string, password: string) => {
    await client.call('POST', '/public/forgot-password', { username });
    const id = /[?&]id=(\S+)/.exec(cloud().mail(username)[0]?.text ?? '')?.[1];
    return client.call('POST', '/public/reset-password', {
      username,
      password,
      confirm_password: password,
      id,
    });
  };

  it('leaves the second factor on, and makes the browser a known one for passwords alone', async () => {
    const { username, app } = await applicantWithApp(cloud());
    const thief = browser(30);
    expect((await reset(thief, username, 'Another-Horse-10!')).status).toBe(200);
    expect((await logIn(thief, username, 'Another-Horse-10!')).body.needs_code).toBe(true);
    expect((await profile(thief)).status).toBe(401);
    expect((await answer(thief, await app.code())).status).toBe(200);
    const opened = (await auditLogOf(cloud(), username)).filter(({ event }) => event === 'log-in').at(-1);
    expect(opened?.names).toEqual(['new-browser']);
  });

  it('lets in a new browser with the code of the app while unrecognized browsers guess', async () => {
    const { username, app } = await applicantWithApp(cloud());
    const guess = (network: number) => logIn(browser(network), username, 'Wrong-Horse-99!');
    for (const network of [40, 41, 42, 43, 44]) expect((await guess(network)).status).toBe(400);
    for (const network of [45, 46, 47]) expect((await afterItsWait(() => guess(network))).status).toBe(400);
    const phone = browser(48);
    expect((await logIn(phone, username)).status).toBe(429);
    expect((await reset(phone, username, 'Another-Horse-10!')).status).toBe(200);
    const begun = await afterItsWait(() => logIn(phone, username, 'Another-Horse-10!'));
    expect(begun.body.needs_code).toBe(true);
    expect((await afterItsWait(async () => answer(phone, await app.code()))).status).toBe(200);
    expect((await profile(phone)).status).toBe(200);
  });

  it('ends a log-in that waits for its code', async () => {
    const { username, app } = await applicantWithApp(cloud());
    const waiting = browser(31);
    await logIn(waiting, username);
    await reset(browser(32), username, 'Another-Horse-10!');
    expect((await answer(waiting, await app.code())).body).toMatchObject({ again: true });
  });
});

describe.concurrent('an operator', () => {
  it('removes a lost second factor, which the audit log and a mail say, and ends what waits for it', async () => {
    const { username, client, app } = await applicantWithApp(cloud());
    const waiting = browser();
    await logIn(waiting, username);
    const reply = await runOperatorCommand(cloud(), {
      command: 'remove-second-factor',
      user: username,
      purpose: 'lost phone, passport shown',
    });
    expect(reply).toEqual({ mailed: true });
    expect((await answer(waiting, await app.code())).body).toMatchObject({ again: true });
    expect((await profile(client)).status).toBe(401);
    expect((await logIn(browser(), username)).body.needs_code).toBe(false);
    expect(subjectsTo(username)).toContainEqual(expect.stringContaining('two-step login is off'));
    const again = { command: 'remove-second-factor', user: username, purpose: 'again' } as const;
    expect(await runOperatorCommand(cloud(), again)).toEqual({
      refused: 'Two-step login is off for this account.',
    });
    const entry = (await auditLogOf(cloud(), username)).find(
      ({ event }) => event === 'second-factor-removed',
    );
    expect(entry).toMatchObject({
      purpose: 'lost phone, passport shown',
      by: expect.stringContaining('arn:'),
    });
  });
});

it('all unrecognized browsers together may try 50 codes a day, then one in a quarter of an hour; a browser that had both factors goes on', async () => {
  const { username, app, client } = await applicantWithApp(cloud());
  const first = browser(20);
  await logIn(first, username);
  await answer(first, app.wrongCode());
  await setInItems(cloud(), 'unrecognized-secondFactor#', { attribute: 'count', value: 50 });
  const [late, later] = [browser(21), browser(22)];
  await logIn(late, username);
  expect((await answer(late, app.wrongCode())).status).toBe(400);
  await logIn(later, username);
  expect((await answer(later, app.wrongCode())).status).toBe(429);
  await logIn(client, username);
  expect((await answer(client, await app.code())).status).toBe(200);
});

it('no item of the table has a recovery code, a secret of an app or a token of the user pool', async () => {
  const { username, recoveryCodes } = await applicantWithApp(cloud());
  const { body } = await (await seededApplicant(cloud())).call('POST', '/api/second-factor', {
    current_password: goodPassword,
  });
  await logIn(browser(), username);
  const { documents, TableName } = tableOf(cloud());
  const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
  const { Items } = await documents.send(new ScanCommand({ TableName }));
  const everything = JSON.stringify(Items, (_, value) => (value instanceof Set ? [...value] : value));
  for (const kind of ['RECOVERY#', 'STEP#']) expect(everything).toContain(kind);
  for (const secret of [...recoveryCodes, String(body.secret), 'eyJraWQi'])
    expect(everything).not.toContain(secret);
});

describe.concurrent('an account with a second factor', () => {
  const fresh = { password: 'Another-Horse-10!', confirm_password: 'Another-Horse-10!' };
  const needed = {
    status: 400,
    body: {
      message: 'Enter the 6-digit code from your app, or a 10-character recovery code.',
      field: 'code',
    },
  };

  it.each([
    ['a change of the password', '/api/account/password', () => fresh],
    ['a change of the address', '/api/account/address', () => ({ username: newAddress() })],
    ['the deletion of the application', '/api/account/deletion', () => ({})],
    ['turning the second factor off', '/api/second-factor/off', () => ({ code: '' })],
  ])('needs its code for %s', async (_change, path, more) => {
    const { username, client, app, recoveryCodes } = await applicantWithApp(cloud());
    const ask = (code?: string) =>
      client.call('POST', path, {
        ...{ current_password: goodPassword, ...more() },
        ...(code !== undefined && { code }),
      });
    expect(await ask()).toMatchObject({ status: 400, body: { field: 'code' } });
    if (path !== '/api/second-factor/off') expect(await ask()).toMatchObject(needed);
    expect(await ask('12')).toMatchObject({ status: 400, body: { field: 'code' } });
    expect(await ask(app.wrongCode())).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^That code is wrong/), field: 'code' },
    });
    expect((await profile(client)).body.username).toBe(username);
    expect(await eventsOf(username)).toContain('second-factor-refused');
    expect((await ask(recoveryCodes[0])).status).toBe(200);
  });

  it('accepts the code of the app for a change of the password, and uses up none for the same password', async () => {
    const { username, client, app } = await applicantWithApp(cloud());
    const code = await app.code();
    const change = (password: string) =>
      client.call('POST', '/api/account/password', {
        ...{ current_password: goodPassword, password, confirm_password: password, code },
      });
    expect(await change(goodPassword)).toMatchObject({ status: 400, body: { field: 'password' } });
    expect((await change(fresh.password)).status).toBe(200);
    expect((await logIn(browser(), username, fresh.password)).body.needs_code).toBe(true);
  });

  it('makes a logged-in browser wait after five wrong codes', async () => {
    const { client, app } = await applicantWithApp(cloud());
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++) {
      const body = { current_password: goodPassword, code: app.wrongCode() };
      statuses.push((await client.call('POST', '/api/account/deletion', body)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});
