import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import { ApiClient, codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { asks, holdCalls } from '../support/held-calls.ts';
import { Person, person, signedUp } from '../support/person.ts';

const cloud = withCloud();
const post = (path: string, body: unknown) => new ApiClient(cloud()).call('POST', path, body);
const logIn = (username: string, password = goodPassword) => post('/public/login', { username, password });
const signUp = (username: string, password = goodPassword) => post('/public/signup', { username, password });
const logged = () => readFileSync(join(cloud().data, 'logs', 'functions.jsonl'), 'utf8');
/** The errors with which codes were not mailed. */
const codesNotMailed = (): readonly string[] =>
  logged()
    .split('\n')
    .filter((line) => line.includes('"event":"code-mail.failed"'))
    .map((line) => JSON.parse(line).message.error.name);

describe('sign-up', () => {
  it('mails a code that confirms the account, and then the applicant can log in [AU-20, AU-21, CA-02, CA-03, CA-04]', async () => {
    const client = new Person(cloud(), newAddress());
    const { username } = client;
    expect(await client.post('/public/signup', { username, password: goodPassword })).toMatchObject({
      status: 200,
      body: { message: `We sent a confirmation code to ${username}.` },
    });
    const early = await client.logIn();
    expect(early).toMatchObject({ status: 400, body: { message: 'Please confirm your account first.' } });
    expect(early.headers.getSetCookie()).toEqual([]);
    const code = codeFor(cloud(), username);
    expect(await client.post('/public/confirm', { username, code })).toMatchObject({
      status: 200,
      body: { message: 'Your account is confirmed. Please log in.' },
    });
    expect(await client.logIn()).toMatchObject({ status: 200, body: { message: 'You are logged in.' } });
  });

  it('stores the address in lower case', async () => {
    const username = newAddress();
    const client = await signedUp(cloud(), username.toUpperCase().replace('EXAMPLE.ORG', 'example.org'));
    expect((await client.get('/api/profile')).body.username).toBe(username);
  });

  it('responds the same to an address that already has an account, and mails its owner', async () => {
    const owner = await person(cloud());
    expect(await signUp(owner.username)).toMatchObject({
      status: 200,
      body: { message: `We sent a confirmation code to ${owner.username}.` },
    });
    expect(owner.mails('you already have an account')).toHaveLength(1);
  });

  it.each(['/public/signup', '/public/resend-confirm', '/public/forgot-password'])(
    'responds the same when SES rejects the mail of %s, and logs the failure, and not whose',
    async (path) => {
      const before = codesNotMailed();
      for (const username of [(await person(cloud())).username, newAddress()]) {
        const matches: Fault['matches'] = ({ url }) => url.pathname === '/v2/email/outbound-emails';
        const restore = cloud().injectFault({ effect: { errorName: 'MessageRejected' }, matches });
        const body = { username, ...(path === '/public/signup' && { password: goodPassword }) };
        expect((await post(path, body)).status).toBe(200);
        restore();
        expect(logged()).not.toContain(username);
      }
      const failures = path === '/public/forgot-password' ? 1 : 2;
      expect(codesNotMailed()).toEqual([...before, ...Array(failures).fill('MessageRejected')]);
    },
  );

  it('says at the confirmation that Cognito does not accept the address', async () => {
    const username = newAddress();
    await signUp(username);
    const restore = cloud().injectFault({
      effect: { errorName: 'InvalidParameterException' },
      matches: asks('AdminCreateUser', username),
    });
    const response = await post('/public/confirm', { username, code: codeFor(cloud(), username) });
    restore();
    expect(response).toMatchObject({ status: 400, body: { message: 'Your email address must be valid.' } });
  });

  it('rejects a weak password [AU-19]', async () => {
    expect(await signUp(newAddress(), 'Aaaaaaaaaaaaaa!')).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^Use a password that: /) },
    });
  });

  it('accepts an address as long as Cognito allows, and rejects a longer one', async () => {
    const addressOf = (length: number) => newAddress().padStart(length, 'a');
    const longest = addressOf(128);
    expect((await (await signedUp(cloud(), longest)).get('/api/profile')).body.username).toBe(longest);
    expect(await signUp(addressOf(129))).toMatchObject({
      status: 400,
      body: { message: 'username: at most 128 characters.' },
    });
  });

  it('mails another code on request, and it confirms the account [CA-05]', async () => {
    const username = newAddress();
    await signUp(username);
    expect(await post('/public/resend-confirm', { username })).toMatchObject({
      status: 200,
      body: { message: 'If an account needs confirmation, we sent the code again.' },
    });
    expect(cloud().mail(username)).toHaveLength(2);
    const code = codeFor(cloud(), username);
    expect((await post('/public/confirm', { username, code })).status).toBe(200);
  });

  it('rejects a wrong code, and limits guesses to five [CA-03]', async () => {
    const username = newAddress();
    await signUp(username);
    const code = codeFor(cloud(), username) === '000000' ? '000001' : '000000';
    const statuses = [];
    for (let guess = 0; guess < 6; guess++)
      statuses.push((await post('/public/confirm', { username, code })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe('log-in', () => {
  it('responds the same to a wrong password and an unknown address', async () => {
    const { username } = await person(cloud());
    const wrong = { status: 400, body: { message: 'The email address or password is incorrect.' } };
    expect(await logIn(username, 'Wrong-Horse-99!')).toMatchObject(wrong);
    expect(await logIn(newAddress())).toMatchObject(wrong);
  });

  it('rejects guesses beyond the limit, also if all are sent in parallel, and leaves open sessions alone', async () => {
    const client = await person(cloud());
    const guesses = Array.from({ length: 12 }, () => logIn(client.username, 'Wrong-Horse-99!'));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(5).fill(400), ...Array(7).fill(429)]);
    const response = await logIn(client.username);
    expect(response).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Please wait and try again.' },
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await client.isLoggedIn()).toBe(true);
  });

  it('does not count attempts that Cognito never checked', async () => {
    const { username } = await person(cloud());
    const restore = cloud().injectFault({
      effect: { errorName: 'InternalErrorException' },
      matches: asks('AdminInitiateAuth', username),
    });
    for (let tries = 0; tries < 6; tries++) expect((await logIn(username)).status).toBe(500);
    restore();
    expect((await logIn(username)).status).toBe(200);
  });

  it('says when to try again if Cognito does not respond in time, and does not repeat the check', async () => {
    const { username } = await person(cloud());
    using hanging = holdCalls(cloud(), asks('AdminInitiateAuth', username));
    const { status, headers } = await logIn(username);
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    await hanging.arrived(1);
  });

  it('sets a session cookie that no script can read, and a marker that opens nothing [AU-21, CA-04, SE-01]', async () => {
    const { username } = await person(cloud());
    const [session = '', marker = ''] = (await logIn(username)).headers.getSetCookie();
    expect(session).toMatch(
      /^__Host-session=[\w-]{43}; HttpOnly; Max-Age=43200; Path=\/; Secure; SameSite=Strict$/,
    );
    expect(marker).toMatch(
      /^CognitoIdentityServiceProvider\.matricula\.LastAuthUser=[\da-f]{16}; Max-Age=43200; Path=\//,
    );
    const thief = new Person(cloud(), username);
    thief.cookies.set('CognitoIdentityServiceProvider.matricula.LastAuthUser', '1');
    expect(await thief.isLoggedIn()).toBe(false);
  });

  it('never uses a session id that the browser brought along, and is recorded [ST-22]', async () => {
    const client = new Person(cloud(), (await person(cloud())).username);
    client.cookies.set('__Host-session', 'A'.repeat(43));
    await client.logIn();
    expect(client.cookies.get('__Host-session')).not.toBe('A'.repeat(43));
    expect((await client.get('/api/profile')).body.successful_login).toHaveLength(2);
  });
});

it('a log-out ends the session immediately [CA-08]', async () => {
  const client = await person(cloud());
  const stolen = new Person(cloud(), client.username);
  for (const [name, value] of client.cookies) stolen.cookies.set(name, value);
  expect(await client.get('/api/logout')).toMatchObject({
    status: 200,
    body: { message: 'You have been logged out.' },
  });
  expect([...client.cookies.keys()]).toEqual(['__Host-device']);
  expect(await stolen.get('/api/profile')).toMatchObject({
    status: 401,
    body: { message: 'Your session is invalid. Please clear your cookies and login again.' },
  });
  expect([...stolen.cookies.keys()]).toEqual(['__Host-device']);
});

describe('password reset', () => {
  const linkFor = (username: string) =>
    new URL(/https?:\S+\/reset\?[^\s"<]+/.exec(cloud().mail(username)[0]?.text ?? '')?.[0] ?? 'http://none');
  /** The body of a reset by the mailed link. */
  async function asked(username: string, password = goodPassword) {
    await post('/public/forgot-password', { username });
    const id = linkFor(username).searchParams.get('id') ?? '';
    return { username, password, confirm_password: password, id };
  }

  it('replaces the password by the mailed link, and ends every session [CA-06, CA-07]', async () => {
    const client = await person(cloud());
    const { username } = client;
    expect(await post('/public/forgot-password', { username })).toMatchObject({
      status: 200,
      body: {
        message: 'If an account exists for that email address, we sent a link to reset your password.',
      },
    });
    const reset = await asked(username, 'Another-Horse-10!');
    expect(linkFor(username).origin).toBe(cloud().url);
    expect(linkFor(username).searchParams.get('username')).toBe(username);
    expect(await post('/public/reset-password', { ...reset, confirm_password: 'x' })).toMatchObject({
      status: 400,
      body: { message: 'The passwords must match.' },
    });
    expect(await post('/public/reset-password', reset)).toMatchObject({
      status: 200,
      body: { message: 'Your password was changed. Please log in.' },
    });
    expect(await client.isLoggedIn()).toBe(false);
    expect((await logIn(username, reset.password)).status).toBe(200);
    expect((await post('/public/reset-password', reset)).status).toBe(400);
  });

  it('accepts the same link again after a service was throttled', async () => {
    const client = await person(cloud());
    const reset = await asked(client.username);
    const restore = cloud().injectFault({
      effect: { errorName: 'TooManyRequestsException' },
      matches: asks('AdminSetUserPassword', client.username),
    });
    expect((await post('/public/reset-password', reset)).status).toBe(503);
    restore();
    expect(await client.isLoggedIn()).toBe(true);
    expect((await post('/public/reset-password', reset)).status).toBe(200);
  });

  it('lets no unrecognized browser guess: made-up ids never reach Cognito, and the mailed link still works', async () => {
    const reset = await asked((await person(cloud())).username);
    const [time, signature] = reset.id.split('.');
    const guesses = [time, `.${signature}`, `x.${signature}`, `${time}.${'0'.repeat(32)}`];
    const madeUp = [...guesses, ...guesses, ...guesses].map((id) => ({ ...reset, id }));
    for (const body of [{ ...reset, username: newAddress() }, ...madeUp])
      expect(await post('/public/reset-password', body)).toMatchObject({
        status: 400,
        body: { message: 'This link no longer works. Request a new one.' },
      });
    expect((await post('/public/reset-password', reset)).status).toBe(200);
  });

  it('responds the same to an unknown address, and mails nothing', async () => {
    const username = newAddress();
    expect((await post('/public/forgot-password', { username })).status).toBe(200);
    expect(cloud().mail(username)).toEqual([]);
  });
});
