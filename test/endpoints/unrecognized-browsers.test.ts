import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ApiClient, type ApiReply, codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { auditLogOf } from '../support/operator.ts';
import { person } from '../support/person.ts';
import { setInItems } from '../support/table.ts';

// An attacker knows an applicant's address, and may use addresses in many networks
// (test/use-cases/account-attacks.test.ts has whole attacks).

const cloud = withCloud();
/** A browser in the network with this number. The applicants' network is 0. */
const browserIn = (network: number) => new ApiClient(cloud(), `127.0.${network}.1`);

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const statusesOf = async (replies: readonly Promise<ApiReply>[]) =>
  (await Promise.all(replies)).map(({ status }) => status).toSorted();

const logIn = (client: ApiClient, username: string, password = goodPassword) =>
  client.call('POST', '/public/login', { username, password });
const guess = (client: ApiClient, username: string) => logIn(client, username, 'Stranger-Horse-7!');
const forgot = (client: ApiClient, username: string) =>
  client.call('POST', '/public/forgot-password', { username });
const signUp = (client: ApiClient, username: string) =>
  client.call('POST', '/public/signup', { username, password: goodPassword });

const resend = (client: ApiClient, username: string) =>
  client.call('POST', '/public/resend-confirm', { username });

const mailsOf = (username: string) => cloud().mail(username);
const idIn = (text = '') => /[?&]id=(\S+)/.exec(text)?.[1];

const reset = (client: ApiClient, username: string, password: string, mail = mailsOf(username)[0]?.text) =>
  client.call('POST', '/public/reset-password', {
    username,
    password,
    confirm_password: password,
    id: idIn(mail),
  });

/** After five wrong passwords, Cognito checks none for a second. */
const lockEnds = () => pause(1_000);

/** Sets every count with a name prefix to a number, as if calls had come from many networks. */
const setCounts = (name: string, value: number) =>
  setInItems(cloud(), `${name}#`, { attribute: 'count', value });

describe('wrong passwords of unrecognized browsers', () => {
  const tooMany = {
    status: 429,
    body: {
      message: 'Too many attempts. Please wait and try again.',
      help: 'To log in without waiting, choose a new password with "Forgot password?".',
    },
  };

  it.concurrent('stop all of them after five, alike at an address without an account, but no known browser', async () => {
    const username = newAddress();
    const applicant = await person(cloud(), username);
    for (const address of [username, newAddress()]) {
      const guesses = [50, 51, 52, 53, 54, 55].map((network) => guess(browserIn(network), address));
      expect(await statusesOf(guesses)).toEqual([400, 400, 400, 400, 400, 429]);
      const refused = await logIn(browserIn(0), address);
      expect(refused).toMatchObject(tooMany);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3590);
    }
    await lockEnds();
    await applicant.call('GET', '/api/logout');
    expect((await logIn(applicant, username)).status).toBe(200);
  });

  it.concurrent('leave a mailed link, after which the browser that used it is known', async () => {
    const username = newAddress();
    await person(cloud(), username);
    await statusesOf([56, 57, 58, 59, 60].map((network) => guess(browserIn(network), username)));
    const newDevice = browserIn(13);
    await forgot(newDevice, username);
    await lockEnds();
    expect((await reset(newDevice, username, 'Another-Horse-10!')).status).toBe(200);
    expect((await logIn(newDevice, username, 'Another-Horse-10!')).status).toBe(200);
    expect((await logIn(browserIn(14), username, 'Another-Horse-10!')).status).toBe(200);
  });
});

it.concurrent('a known browser gets the time to wait while Cognito checks no password, and an unrecognized one the response to a wrong password', async () => {
  const username = newAddress();
  const applicant = await person(cloud(), username);
  await statusesOf(times(8, () => guess(applicant, username)));
  // Cognito checks nothing for some seconds now.
  const reply = await logIn(applicant, username);
  expect(reply).toMatchObject({
    status: 429,
    body: { message: expect.stringMatching(/^Too many attempts/) },
  });
  expect(reply.body).not.toHaveProperty('help');
  expect(reply.headers.get('retry-after')).toBe('1');
  expect((await logIn(browserIn(61), username)).status).toBe(400);
});

describe('the cookie of a known browser', () => {
  const cookie = '__Host-device';

  it.concurrent('lives for 180 days, cannot be read by scripts, and opens nothing', async () => {
    const [username, client] = [newAddress(), await person(cloud())];
    await person(cloud(), username);
    const { headers } = await logIn(new ApiClient(cloud()), username);
    expect(headers.getSetCookie().at(-1)).toMatch(
      /^__Host-device=[\w-]{22}\.[\da-f]{32}; HttpOnly; Max-Age=15552000; Path=\/; Secure; SameSite=Strict$/,
    );
    const thief = new ApiClient(cloud());
    thief.cookies.set(cookie, client.cookies.get(cookie) ?? expect.unreachable());
    expect((await thief.call('GET', '/api/profile')).status).toBe(401);
  });

  it.concurrent('is not given for a wrong password', async () => {
    const wrong = await guess(new ApiClient(cloud()), newAddress());
    expect(wrong.headers.getSetCookie()).toEqual([]);
  });

  it.concurrent('survives log-out, and one browser may have several accounts', async () => {
    const [one, other] = [newAddress(), newAddress()];
    const client = await person(cloud(), one);
    await person(cloud(), other);
    await client.call('GET', '/api/logout');
    expect((await logIn(client, other)).status).toBe(200);
    expect((await logIn(client, one)).status).toBe(200);
    const logIns = (await auditLogOf(cloud(), one)).filter(({ event }) => event === 'log-in');
    expect(logIns.map(({ names }) => names)).toEqual([['new-browser'], []]);
  });
});

describe('mails to one address', () => {
  it('are five of a kind in an hour, and the newest one works', async () => {
    const username = newAddress();
    const applicant = await person(cloud(), username);
    for (let network = 30; network < 35; network++)
      expect((await forgot(browserIn(network), username)).status).toBe(200);
    for (const client of [browserIn(35), applicant])
      expect(await forgot(client, username)).toMatchObject({
        status: 429,
        body: { help: 'Check our newest email. Its code or link still works.' },
      });
    expect(mailsOf(username).filter(({ text }) => idIn(text) !== undefined)).toHaveLength(5);
    expect((await signUp(browserIn(36), username)).status).toBe(200);
    expect((await resend(browserIn(36), username)).status).toBe(200);
    const newest = mailsOf(username).find(({ text }) => idIn(text) !== undefined);
    expect((await reset(browserIn(35), username, 'Another-Horse-10!', newest?.text)).status).toBe(200);
    expect((await forgot(applicant, username)).status).toBe(200);
  });
});

describe('calls from one network, whether or not the address has an account', () => {
  const refusal = { status: 429, body: { message: 'Too many attempts. Please wait and try again.' } };

  it('cause at most 100 mails an hour', async () => {
    const known = newAddress();
    await person(cloud(), known);
    await forgot(browserIn(70), known);
    await setCounts('mails', 100);
    const mails = mailsOf(known).length;
    for (const username of [known, newAddress()])
      for (const path of ['signup', 'resend-confirm', 'forgot-password']) {
        const body = { username, ...(path === 'signup' && { password: goodPassword }) };
        const refused = await browserIn(70).call('POST', `/public/${path}`, body);
        expect(refused).toMatchObject(refusal);
        expect(refused.body).not.toHaveProperty('help');
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    expect(mailsOf(known)).toHaveLength(mails);
    expect((await forgot(browserIn(71), known)).status).toBe(200);
    await setCounts('mails', 0);
  });

  it('try at most 100 wrong passwords an hour', async () => {
    const known = newAddress();
    const applicant = await person(cloud(), known);
    await guess(browserIn(72), newAddress());
    await setCounts('unrecognized-password-of-network', 100);
    for (const username of [known, newAddress()])
      expect(await logIn(browserIn(72), username)).toMatchObject(refusal);
    applicant.cookies.delete('__Host-session');
    expect((await logIn(applicant, known)).status).toBe(200);
    expect((await logIn(browserIn(73), known)).status).toBe(200);
    await setCounts('unrecognized-password-of-network', 0);
  });
});

describe('wrong codes of unrecognized browsers', () => {
  it.concurrent('do not stop the browser that signed up', async () => {
    const [username, owner] = [newAddress(), browserIn(0)];
    await signUp(owner, username);
    const wrong = codeFor(cloud(), username) === '000000' ? '000001' : '000000';
    const confirm = (client: ApiClient, code: string) =>
      client.call('POST', '/public/confirm', { username, code });
    const guesses = times(7, () => confirm(browserIn(40), wrong));
    expect((await statusesOf(guesses)).slice(4)).toEqual([400, 429, 429]);
    expect((await confirm(owner, wrong)).status).toBe(400);
    expect((await confirm(owner, codeFor(cloud(), username))).status).toBe(200);
  });
});
