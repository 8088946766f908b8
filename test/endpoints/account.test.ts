import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import { ApiClient, codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { asks, holdCalls } from '../support/held-calls.ts';
import { person, samePerson, signedUp } from '../support/person.ts';

const cloud = withCloud();
const post = (path: string, body: unknown) => new ApiClient(cloud()).call('POST', path, body);
const calls =
  (operation: string): Fault['matches'] =>
  ({ headers }) =>
    headers['x-amz-target']?.endsWith(`.${operation}`) ?? false;
const logged = () => readFileSync(join(cloud().data, 'logs', 'functions.jsonl'), 'utf8');
const seeded = async () => {
  const username = newAddress();
  await person(cloud(), username);
  return username;
};
/** The errors with which codes were not mailed. */
const codesNotMailed = (): readonly string[] =>
  logged()
    .split('\n')
    .filter((line) => line.includes('"event":"code-mail.failed"'))
    .map((line) => JSON.parse(line).message.error.name);

describe('sign-up', () => {
  it('mails a code that confirms the account, and then the applicant can log in [AU-20, AU-21, CA-02, CA-03, CA-04]', async () => {
    const [username, client] = [newAddress(), new ApiClient(cloud())];
    const form = { username, password: goodPassword };
    expect(await client.call('POST', '/public/signup', form)).toMatchObject({
      status: 200,
      body: { message: `We sent a confirmation code to ${username}.` },
    });
    const early = await client.call('POST', '/public/login', form);
    expect(early).toMatchObject({ status: 400, body: { message: 'Please confirm your account first.' } });
    expect(early.headers.getSetCookie()).toEqual([]);
    const code = codeFor(cloud(), username);
    expect(await client.call('POST', '/public/confirm', { username, code })).toMatchObject({
      status: 200,
      body: { message: 'Your account is confirmed. Please log in.' },
    });
    expect(await client.call('POST', '/public/login', form)).toMatchObject({
      status: 200,
      body: { message: 'You are logged in.' },
    });
  });

  it('stores the address in lower case', async () => {
    const username = newAddress();
    const client = await signedUp(cloud(), username.toUpperCase().replace('EXAMPLE.ORG', 'example.org'));
    expect((await client.call('GET', '/api/profile')).body.username).toBe(username);
  });

  it('responds the same to an address that already has an account, and mails its owner', async () => {
    const username = newAddress();
    await signedUp(cloud(), username);
    expect(await post('/public/signup', { username, password: goodPassword })).toMatchObject({
      status: 200,
      body: { message: `We sent a confirmation code to ${username}.` },
    });
    expect(cloud().mail(username)[0]?.subject).toContain('you already have an account');
  });

  it.each(['/public/signup', '/public/resend-confirm', '/public/forgot-password'])(
    'responds the same when SES rejects the mail of %s, and logs the failure, and not whose',
    async (path) => {
      const before = codesNotMailed();
      for (const username of [await seeded(), newAddress()]) {
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

  it('logs nothing when there is no account to send a code to', async () => {
    const before = codesNotMailed();
    expect((await post('/public/forgot-password', { username: newAddress() })).status).toBe(200);
    expect(codesNotMailed()).toEqual(before);
  });

  it('says at the confirmation that Cognito does not accept the address', async () => {
    const [username, client] = [newAddress(), new ApiClient(cloud())];
    await client.call('POST', '/public/signup', { username, password: goodPassword });
    const errorName = 'InvalidParameterException';
    const restore = cloud().injectFault({ effect: { errorName }, matches: calls('AdminCreateUser') });
    const response = await client.call('POST', '/public/confirm', {
      username,
      code: codeFor(cloud(), username),
    });
    restore();
    expect(response).toMatchObject({ status: 400, body: { message: 'Your email address must be valid.' } });
  });

  it.each(['short', 'aaaaaaaaaaaaa1!', 'Aaaaaaaaaaaaaa!', ' Correct-Horse-9!'])(
    'rejects the password %j [AU-19]',
    async (password) => {
      const response = await post('/public/signup', { username: newAddress(), password });
      expect(response.status).toBe(400);
      expect(response.body.message).toMatch(/^Use a password that: /);
    },
  );

  it('accepts an address as long as Cognito allows, and rejects a longer one', async () => {
    const addressOf = (length: number) => {
      const tail = `${newAddress().replace('@', '.').replace('.org', '')}@example.org`;
      return `${'a'.repeat(length - tail.length)}${tail}`;
    };
    const longest = addressOf(128);
    expect((await (await signedUp(cloud(), longest)).call('GET', '/api/profile')).body.username).toBe(
      longest,
    );
    const calls: [string, object][] = [
      ['/public/signup', { password: goodPassword }],
      ['/public/confirm', { code: '123456' }],
      ['/public/login', { password: goodPassword }],
      ['/public/resend-confirm', {}],
      ['/public/forgot-password', {}],
    ];
    for (const [path, more] of calls)
      expect(await post(path, { username: addressOf(129), ...more }), path).toMatchObject({
        status: 400,
        body: { message: 'username: at most 128 characters.' },
      });
  });
});

it('sign-up: mails another code on request, and it confirms the account [CA-05]', async () => {
  const username = newAddress();
  await post('/public/signup', { username, password: goodPassword });
  expect(await post('/public/resend-confirm', { username })).toMatchObject({
    status: 200,
    body: { message: 'If an account needs confirmation, we sent the code again.' },
  });
  expect(cloud().mail(username)).toHaveLength(2);
  const code = codeFor(cloud(), username);
  expect((await post('/public/confirm', { username, code })).status).toBe(200);
});

describe('log-in', () => {
  it('responds the same to a wrong password and an unknown address', async () => {
    const username = newAddress();
    await person(cloud(), username);
    const wrong = { status: 400, body: { message: 'The email address or password is incorrect.' } };
    expect(await post('/public/login', { username, password: 'Wrong-Horse-99!' })).toMatchObject(wrong);
    expect(await post('/public/login', { username: newAddress(), password: goodPassword })).toMatchObject(
      wrong,
    );
  });

  it('rejects guesses beyond the limit, also if all are sent in parallel, and leaves open sessions alone', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    const guesses = Array.from({ length: 12 }, () =>
      post('/public/login', { username, password: 'Wrong-Horse-99!' }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    const response = await post('/public/login', { username, password: goodPassword });
    expect(response).toMatchObject({
      status: 429,
      body: { message: 'Too many attempts. Please wait and try again.' },
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await client.call('GET', '/api/profile')).status).toBe(200);
  });

  it('does not count attempts that Cognito never checked', async () => {
    const username = newAddress();
    await person(cloud(), username);
    const matches = calls('AdminInitiateAuth');
    const restore = cloud().injectFault({ effect: { errorName: 'InternalErrorException' }, matches });
    for (let tries = 0; tries < 6; tries++)
      expect((await post('/public/login', { username, password: goodPassword })).status).toBe(500);
    restore();
    expect((await post('/public/login', { username, password: goodPassword })).status).toBe(200);
  });

  it('does not count attempts that Cognito does not answer in time, does not repeat them, and says when to try again', async () => {
    const username = newAddress();
    await person(cloud(), username);
    const hanging = holdCalls(cloud(), asks('AdminInitiateAuth', username));
    const tries = Array.from({ length: 6 }, () => undefined);
    for (const half of [tries.slice(0, 3), tries.slice(3)]) {
      const replies = half.map(() => post('/public/login', { username, password: goodPassword }));
      for (const { status, headers } of await Promise.all(replies)) {
        expect(status).toBe(503);
        expect(headers.get('retry-after')).toBe('2');
      }
    }
    await hanging.arrived(6);
    hanging.goOn();
    expect((await post('/public/login', { username, password: goodPassword })).status).toBe(200);
  });

  it('sets a session cookie that no script can read, and a marker that opens nothing [AU-21, CA-04, SE-01]', async () => {
    const username = newAddress();
    await person(cloud(), username);
    const { headers } = await post('/public/login', { username, password: goodPassword });
    const [session = '', marker = ''] = headers.getSetCookie();
    expect(session).toMatch(
      /^__Host-session=[\w-]{43}; HttpOnly; Max-Age=43200; Path=\/; Secure; SameSite=Strict$/,
    );
    expect(marker).toMatch(
      /^CognitoIdentityServiceProvider\.matricula\.LastAuthUser=[\da-f]{16}; Max-Age=43200; Path=\//,
    );
    const thief = new ApiClient(cloud());
    thief.cookies.set('CognitoIdentityServiceProvider.matricula.LastAuthUser', '1');
    expect((await thief.call('GET', '/api/profile')).status).toBe(401);
  });

  it('never uses a session id that the browser brought along, and is recorded [ST-22]', async () => {
    const username = newAddress();
    await person(cloud(), username);
    const client = new ApiClient(cloud());
    client.cookies.set('__Host-session', 'A'.repeat(43));
    await client.call('POST', '/public/login', { username, password: goodPassword });
    expect(client.cookies.get('__Host-session')).not.toBe('A'.repeat(43));
    expect((await client.call('GET', '/api/profile')).body.successful_login).toHaveLength(2);
  });
});

describe('log-out', () => {
  it('ends the session immediately [CA-08]', async () => {
    const client = await person(cloud());
    const stolen = new ApiClient(cloud());
    for (const [name, value] of client.cookies) stolen.cookies.set(name, value);
    expect(await client.call('GET', '/api/logout')).toMatchObject({
      status: 200,
      body: { message: 'You have been logged out.' },
    });
    expect([...client.cookies.keys()]).toEqual(['__Host-device']);
    const response = await stolen.call('GET', '/api/profile');
    expect(response).toMatchObject({
      status: 401,
      body: { message: 'Your session is invalid. Please clear your cookies and login again.' },
    });
    expect([...stolen.cookies.keys()]).toEqual(['__Host-device']);
  });
});

describe('password reset', () => {
  const linkFor = (username: string) =>
    new URL(/https?:\S+\/reset\?[^\s"<]+/.exec(cloud().mail(username)[0]?.text ?? '')?.[0] ?? 'http://none');

  it('replaces the password by the mailed link, and ends every session [CA-06, CA-07]', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    expect(await post('/public/forgot-password', { username })).toMatchObject({
      status: 200,
      body: {
        message: 'If an account exists for that email address, we sent a link to reset your password.',
      },
    });
    const link = linkFor(username);
    expect(link.origin).toBe(cloud().url);
    expect(link.searchParams.get('username')).toBe(username);
    const password = 'Another-Horse-10!';
    const reset = { username, password, confirm_password: password, id: link.searchParams.get('id') };
    expect(await post('/public/reset-password', { ...reset, confirm_password: 'x' })).toMatchObject({
      status: 400,
      body: { message: 'The passwords must match.' },
    });
    expect(await post('/public/reset-password', reset)).toMatchObject({
      status: 200,
      body: { message: 'Your password was changed. Please log in.' },
    });
    expect((await client.call('GET', '/api/profile')).status).toBe(401);
    expect((await post('/public/login', { username, password })).status).toBe(200);
    expect((await post('/public/reset-password', reset)).status).toBe(400);
  });

  it('accepts the same link again after a service was throttled', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    await post('/public/forgot-password', { username });
    const id = linkFor(username).searchParams.get('id');
    const reset = { username, password: goodPassword, confirm_password: goodPassword, id };
    const errorName = 'TooManyRequestsException';
    const restore = cloud().injectFault({ effect: { errorName }, matches: calls('AdminSetUserPassword') });
    expect((await post('/public/reset-password', reset)).status).toBe(503);
    restore();
    expect((await client.call('GET', '/api/profile')).status).toBe(200);
    expect((await post('/public/reset-password', reset)).status).toBe(200);
    expect((await client.call('GET', '/api/profile')).status).toBe(401);
  });

  it('lets no unrecognized browser guess: made-up ids never reach Cognito, and the mailed link still works', async () => {
    const username = newAddress();
    await person(cloud(), username);
    await post('/public/forgot-password', { username });
    const id = linkFor(username).searchParams.get('id') ?? '';
    const [time, signature] = id.split('.');
    const reset = { username, password: goodPassword, confirm_password: goodPassword };
    const guesses = [time, `.${signature}`, `x.${signature}`, `${time}.${'0'.repeat(32)}`];
    const otherUser = post('/public/reset-password', { ...reset, username: newAddress(), id });
    const madeUp = [...guesses, ...guesses, ...guesses].map((guess) =>
      post('/public/reset-password', { ...reset, id: guess }),
    );
    for (const response of await Promise.all([otherUser, ...madeUp]))
      expect(response).toMatchObject({
        status: 400,
        body: { message: 'This link no longer works. Request a new one.' },
      });
    expect((await post('/public/reset-password', { ...reset, id })).status).toBe(200);
  });

  it('responds the same to an unknown address', async () => {
    const username = newAddress();
    expect((await post('/public/forgot-password', { username })).status).toBe(200);
    expect(cloud().mail(username)).toEqual([]);
  });
});

it('sign-up: rejects a wrong code, and limits guesses to five [CA-03]', async () => {
  const username = newAddress();
  await post('/public/signup', { username, password: goodPassword });
  const right = codeFor(cloud(), username);
  const wrong = right === '000000' ? '000001' : '000000';
  const statuses = [];
  for (let guess = 0; guess < 6; guess++)
    statuses.push((await post('/public/confirm', { username, code: wrong })).status);
  expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
  expect(statuses.at(-1)).toBe(429);
});

describe('throttled AWS services', () => {
  const username = newAddress();
  const applicant = samePerson(cloud, username);
  const busy = {
    message: "We're very busy right now. Your answers are safe. Please try again in a moment.",
  };

  // test/http/serve.test.ts has every error with which AWS throttles.
  it.each<[string, string, Fault['effect'], 'sign-up' | 'log-in' | 'profile']>([
    ['Cognito', 'AdminGetUser', { errorName: 'LimitExceededException' }, 'sign-up'],
    [
      'a transaction of the table',
      'TransactWriteItems',
      {
        errorName: 'TransactionCanceledException',
        details: { CancellationReasons: [{ Code: 'ThrottlingError' }, { Code: 'None' }] },
      },
      'log-in',
    ],
    ['the table', 'GetItem', { errorName: 'ThrottlingException' }, 'profile'],
  ])(
    '%s (%s): a response asks to try again later, and the session continues',
    async (_what, operation, effect, call) => {
      const client = await applicant();
      const restore = cloud().injectFault({ effect, matches: calls(operation) });
      const response = await {
        'sign-up': () => post('/public/signup', { username: newAddress(), password: goodPassword }),
        'log-in': () => post('/public/login', { username, password: goodPassword }),
        profile: () => client.call('GET', '/api/profile'),
      }
        [call]()
        .finally(restore);
      expect(response).toMatchObject({ status: 503, body: busy });
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await client.call('GET', '/api/profile')).status).toBe(200);
    },
  );
});
