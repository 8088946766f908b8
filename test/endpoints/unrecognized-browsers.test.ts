import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ApiClient, type ApiReply, goodPassword, newAddress, newNetwork } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { asks } from '../support/held-calls.ts';
import { person } from '../support/person.ts';
import { setInItems } from '../support/table.ts';

// An attacker knows an applicant's address, and may use addresses in many networks
// (test/use-cases/account-attacks.test.ts has whole attacks).

const cloud = withCloud();
const browserIn = (network = newNetwork()) => new ApiClient(cloud(), network);

const statusesOf = async (replies: readonly Promise<ApiReply>[]) =>
  (await Promise.all(replies)).map(({ status }) => status).toSorted();
const logIn = (client: ApiClient, username: string, password = goodPassword) =>
  client.call('POST', '/public/login', { username, password });
const guess = (client: ApiClient, username: string) => logIn(client, username, 'Stranger-Horse-7!');
const forgot = (client: ApiClient, username: string) =>
  client.call('POST', '/public/forgot-password', { username });

/** Sets every count with a name prefix to a number, as if calls had come from many networks. */
const setCounts = (name: string, value: number) =>
  setInItems(cloud(), `${name}#`, { attribute: 'count', value });

describe('wrong passwords of unrecognized browsers', () => {
  it.concurrent('stop all of them after five, alike at an address without an account, but no known browser', async () => {
    const applicant = await person(cloud());
    for (const address of [applicant.username, newAddress()]) {
      const guesses = Array.from({ length: 6 }, () => guess(browserIn(), address));
      expect(await statusesOf(guesses)).toEqual([400, 400, 400, 400, 400, 429]);
      const refused = await logIn(browserIn(), address);
      expect(refused).toMatchObject({
        status: 429,
        body: {
          message: 'Too many attempts. Please wait and try again.',
          help: 'To log in without waiting, choose a new password with "Forgot password?".',
        },
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3590);
    }
    await pause(1_000); // after five wrong passwords, Cognito checks none for a second
    await applicant.get('/api/logout');
    expect((await applicant.logIn()).status).toBe(200);
  });

  it('a known browser gets the time to wait while Cognito checks no password, and an unrecognized one the response to a wrong password', async () => {
    const applicant = await person(cloud());
    const restore = cloud().injectFault({
      matches: asks('AdminInitiateAuth', applicant.username),
      effect: { errorName: 'NotAuthorizedException', details: { message: 'Password attempts exceeded' } },
    });
    const reply = await applicant.logIn();
    const ofUnrecognized = await logIn(browserIn(), applicant.username);
    restore();
    expect(reply).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Too many attempts/) },
    });
    expect(reply.body).not.toHaveProperty('help');
    expect(reply.headers.get('retry-after')).toBe('1');
    expect(ofUnrecognized.status).toBe(400);
  });
});

it.concurrent('the cookie of a known browser lives for 180 days, cannot be read by scripts, and opens nothing', async () => {
  const { username } = await person(cloud());
  const [client, thief] = [browserIn(), browserIn()];
  expect((await guess(client, username)).headers.getSetCookie()).toEqual([]);
  const { headers } = await logIn(client, username);
  expect(headers.getSetCookie().at(-1)).toMatch(
    /^__Host-device=[\w-]{22}\.[\da-f]{32}; HttpOnly; Max-Age=15552000; Path=\/; Secure; SameSite=Strict$/,
  );
  thief.cookies.set('__Host-device', client.cookies.get('__Host-device') ?? expect.unreachable());
  expect((await thief.call('GET', '/api/profile')).status).toBe(401);
});

it('mails to one address are five of a kind in an hour', async () => {
  const applicant = await person(cloud());
  const { username } = applicant;
  for (let count = 0; count < 5; count++) expect((await forgot(browserIn(), username)).status).toBe(200);
  for (const client of [browserIn(), applicant])
    expect(await forgot(client, username)).toMatchObject({
      status: 429,
      body: { help: 'Check our newest email. Its code or link still works.' },
    });
  const signUp = { username, password: goodPassword };
  expect((await browserIn().call('POST', '/public/signup', signUp)).status).toBe(200);
});

describe('calls from one network, whether or not the address has an account', () => {
  const refusal = { status: 429, body: { message: 'Too many attempts. Please wait and try again.' } };

  it('cause at most 100 mails an hour', async () => {
    const [client, network] = [await person(cloud()), newNetwork()];
    await forgot(browserIn(network), client.username);
    await setCounts('mails', 100);
    const mails = client.mails().length;
    for (const username of [client.username, newAddress()])
      for (const path of ['signup', 'resend-confirm', 'forgot-password']) {
        const body = { username, ...(path === 'signup' && { password: goodPassword }) };
        const refused = await browserIn(network).call('POST', `/public/${path}`, body);
        expect(refused).toMatchObject(refusal);
        expect(refused.body).not.toHaveProperty('help');
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    expect(client.mails()).toHaveLength(mails);
    expect((await forgot(browserIn(), client.username)).status).toBe(200);
    await setCounts('mails', 0);
  });

  it('try at most 100 wrong passwords an hour', async () => {
    const [applicant, network] = [await person(cloud()), newNetwork()];
    await guess(browserIn(network), newAddress());
    await setCounts('unrecognized-password-of-network', 100);
    for (const username of [applicant.username, newAddress()])
      expect(await logIn(browserIn(network), username)).toMatchObject(refusal);
    expect((await applicant.logIn()).status).toBe(200);
    expect((await logIn(browserIn(), applicant.username)).status).toBe(200);
    await setCounts('unrecognized-password-of-network', 0);
  });
});
