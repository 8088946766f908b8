import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ApiClient, type ApiReply, codeFor, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { auditLogOf } from '../support/operator.ts';
import { seededApplicant } from '../support/seeded-applicant.ts';
import { setInItems } from '../support/table.ts';

// An attacker knows an applicant's address, and may use addresses in many networks. No matter which limits
// the attacker reaches, the applicant can log in, sign up and get mail.

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

const mailsOf = (username: string) => cloud().mail(username);
const idIn = (text = '') => /[?&]id=(\S+)/.exec(text)?.[1];

const reset = (client: ApiClient, username: string, password: string) =>
  client.call('POST', '/public/reset-password', {
    username,
    password,
    confirm_password: password,
    id: idIn(mailsOf(username)[0]?.text),
  });

/** After five wrong passwords, Cognito checks none for a second. */
const lockEnds = () => pause(1_000);

/** Sets every count with a name prefix to a number, as if calls had come from many networks. */
const setCounts = (name: string, value: number) =>
  setInItems(cloud(), `${name}#`, { attribute: 'count', value });

/** Late attempts are counted per quarter of an hour. Waits for the next one if this one ends soon. */
async function startOfCountingPeriod(): Promise<void> {
  const period = 900_000;
  const left = period - (Date.now() % period);
  if (left < 30_000) await pause(left);
}

describe('wrong passwords of an unrecognized browser', () => {
  it.concurrent('delay only the network of the unrecognized browser, and the message names the alternatives', async () => {
    const username = newAddress();
    const applicant = await seededApplicant(cloud(), username);
    const unrecognized = browserIn(9);
    expect(await statusesOf(times(8, () => guess(unrecognized, username)))).toEqual([
      ...times(5, () => 400),
      ...times(3, () => 429),
    ]);
    const refused = await logIn(new ApiClient(cloud(), '127.0.9.77'), username);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        message: 'Too many attempts. Please wait and try again.',
        help: 'To log in sooner, choose a new password with "Forgot password?".',
      },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await lockEnds();
    expect((await logIn(applicant, username)).status).toBe(200);
    await pause(4_000); // a new browser waits as long as it must at an unknown address too
    expect((await logIn(browserIn(0), username)).status).toBe(200);
  });

  it.concurrent('do not stop a browser that has logged in before, even on the same network', async () => {
    const username = newAddress();
    const applicant = await seededApplicant(cloud(), username);
    await statusesOf(times(6, () => guess(new ApiClient(cloud()), username)));
    await applicant.call('GET', '/api/logout');
    expect((await logIn(new ApiClient(cloud()), username)).status).toBe(429);
    await lockEnds();
    expect((await logIn(applicant, username)).status).toBe(200);
  });

  it('are stopped for all unrecognized browsers after 200 a day, and a mailed link still leads in', async () => {
    const username = newAddress();
    const applicant = await seededApplicant(cloud(), username);
    await guess(browserIn(10), username);
    await setCounts('unrecognized-password', 199);
    await startOfCountingPeriod();
    expect((await guess(browserIn(11), username)).status).toBe(400);
    expect((await guess(browserIn(12), username)).status).toBe(400); // one in a quarter of an hour
    const refused = await logIn(browserIn(13), username);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    expect((await logIn(applicant, username)).status).toBe(200);
    await forgot(browserIn(13), username);
    const newDevice = browserIn(13);
    expect((await reset(newDevice, username, 'Another-Horse-10!')).status).toBe(200);
    expect((await logIn(newDevice, username, 'Another-Horse-10!')).status).toBe(200);
    expect((await logIn(browserIn(14), username, 'Another-Horse-10!')).status).toBe(200);
  });
});

describe('wrong passwords of unrecognized browsers in many networks', () => {
  const help =
    'Too many wrong passwords were entered for this address, possibly by someone else. To log in without waiting, choose a new password with "Forgot password?".';
  const tooMany = {
    status: 429,
    body: { message: 'Too many attempts. Please wait and try again.', help },
  };
  const secondsOf = ({ headers }: ApiReply) => Number(headers.get('retry-after'));
  const eventsOf = async (username: string) =>
    (await auditLogOf(cloud(), username)).map(({ event }) => event);

  it.concurrent('never make a right password a wrong one: while Cognito checks none, the answer says so, and nothing is counted', async () => {
    const username = newAddress();
    const applicant = await seededApplicant(cloud(), username);
    const networks = [50, 51, 52, 53, 54];
    await statusesOf(networks.map((network) => guess(browserIn(network), username)));
    for (const [network, seconds] of [
      [55, 5],
      [56, 6],
    ] as const) {
      await pause(seconds * 1000);
      expect((await guess(browserIn(network), username)).status).toBe(400);
    }
    // Cognito checks nothing for four seconds now.
    const changes = {
      current_password: goodPassword,
      password: goodPassword,
      confirm_password: goodPassword,
    };
    const replies = await Promise.all([
      applicant.call('POST', '/api/account/password', changes),
      ...times(7, () => logIn(applicant, username)),
    ]);
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 429, body: { message: tooMany.body.message } });
      expect(reply.body).not.toHaveProperty('help'); // the wait of seconds is all that a known browser needs
      expect(secondsOf(reply)).toBe(8);
    }
    await pause(4_000);
    expect((await logIn(applicant, username)).status).toBe(200);
    const events = await eventsOf(username);
    expect(events.filter((event) => event === 'log-in-refused')).toHaveLength(7);
    expect(events).not.toContain('password-change-refused');
  });

  it.concurrent('are answered alike at an address without an account', async () => {
    const known = newAddress();
    await seededApplicant(cloud(), known);
    for (const username of [known, newAddress()]) {
      const networks = [60, 61, 62, 63, 64, 65];
      const replies = await Promise.all(networks.map((network) => guess(browserIn(network), username)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 400, 400, 429]);
      const refused = await guess(browserIn(66), username);
      expect(refused).toMatchObject(tooMany);
      expect(secondsOf(refused)).toBeLessThanOrEqual(5);
    }
  });
});

describe('the cookie of a known browser', () => {
  const cookie = '__Host-device';

  it.concurrent('lives for 180 days, cannot be read by scripts, and opens nothing', async () => {
    const [username, client] = [newAddress(), await seededApplicant(cloud())];
    await seededApplicant(cloud(), username);
    const { headers } = await logIn(new ApiClient(cloud()), username);
    expect(headers.getSetCookie().at(-1)).toMatch(
      /^__Host-device=[\w-]{22}; HttpOnly; Max-Age=15552000; Path=\/; Secure; SameSite=Strict$/,
    );
    const thief = new ApiClient(cloud());
    thief.cookies.set(cookie, client.cookies.get(cookie) ?? expect.unreachable());
    expect((await thief.call('GET', '/api/profile')).status).toBe(401);
  });

  it.concurrent('is not given for a wrong password, and counts for no other account', async () => {
    const username = newAddress();
    const [unrecognized] = await Promise.all([seededApplicant(cloud()), seededApplicant(cloud(), username)]);
    const [wrong] = await Promise.all(times(6, () => guess(new ApiClient(cloud()), username)));
    expect(wrong?.headers.getSetCookie()).toEqual([]);
    expect((await logIn(unrecognized, username)).status).toBe(429);
  });

  it.concurrent('stays the same at the next log-in, survives log-out, and one browser may have several accounts', async () => {
    const [one, other] = [newAddress(), newAddress()];
    const client = await seededApplicant(cloud(), one);
    const id = client.cookies.get(cookie);
    await seededApplicant(cloud(), other);
    await client.call('GET', '/api/logout');
    expect((await logIn(client, other)).status).toBe(200);
    expect(client.cookies.get(cookie)).toBe(id);
    expect((await logIn(client, one)).status).toBe(200);
    const logIns = (await auditLogOf(cloud(), one)).filter(({ event }) => event === 'log-in');
    expect(logIns.map(({ names }) => names)).toEqual([['new-browser'], []]);
  });
});

describe('mails that an unrecognized browser causes', () => {
  it.concurrent('leave the applicant’s own sign-ups, codes and links uncounted', async () => {
    const [username, unrecognized] = [newAddress(), browserIn(30)];
    expect(await statusesOf(times(6, () => signUp(unrecognized, username)))).toEqual([
      ...times(5, () => 200),
      429,
    ]);
    expect((await signUp(browserIn(0), username)).status).toBe(200);
    const asked = times(11, () => unrecognized.call('POST', '/public/resend-confirm', { username }));
    expect((await statusesOf(asked)).at(-1)).toBe(429);
    expect((await browserIn(0).call('POST', '/public/resend-confirm', { username })).status).toBe(200);
  });

  it('are limited to 30 an hour for one address; a known browser gets more, and the newest mail works', async () => {
    const username = newAddress();
    const applicant = await seededApplicant(cloud(), username);
    await forgot(browserIn(31), username);
    await setCounts('links-of-address', 29);
    expect((await forgot(browserIn(32), username)).status).toBe(200);
    const mails = mailsOf(username).length;
    expect(await forgot(browserIn(33), username)).toMatchObject({
      status: 429,
      body: { help: 'Check our newest email. Its code or link still works.' },
    });
    expect(mailsOf(username)).toHaveLength(mails);
    expect((await reset(browserIn(35), username, 'Another-Horse-10!')).status).toBe(200);
    expect((await logIn(applicant, username, 'Another-Horse-10!')).status).toBe(200);
    expect((await forgot(applicant, username)).status).toBe(200);
  });

  it('of one kind leave the other kinds alone: calls that mail nothing cannot use up the links', async () => {
    const username = newAddress();
    await browserIn(36).call('POST', '/public/resend-confirm', { username });
    await setCounts('codes-of-address', 30);
    expect((await signUp(browserIn(37), username)).status).toBe(200);
    await setCounts('sign-ups-of-address', 30);
    expect((await signUp(browserIn(38), username)).status).toBe(429);
    const code = codeFor(cloud(), username);
    expect((await browserIn(38).call('POST', '/public/confirm', { username, code })).status).toBe(200);
    expect((await forgot(browserIn(38), username)).status).toBe(200);
  });
});

describe('calls from one network, whether or not the address has an account', () => {
  const refusal = { status: 429, body: { message: 'Too many attempts. Please wait and try again.' } };

  it('cause at most 100 mails an hour', async () => {
    const known = newAddress();
    await seededApplicant(cloud(), known);
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
    const applicant = await seededApplicant(cloud(), known);
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

describe('wrong codes of an unrecognized browser', () => {
  it.concurrent('do not delay the browser that signed up', async () => {
    const [username, owner] = [newAddress(), browserIn(0)];
    await signUp(owner, username);
    const wrong = codeFor(cloud(), username) === '000000' ? '000001' : '000000';
    const unrecognized = browserIn(40);
    const confirm = (client: ApiClient, code: string) =>
      client.call('POST', '/public/confirm', { username, code });
    expect((await statusesOf(times(12, () => confirm(unrecognized, wrong)))).slice(-2)).toEqual([429, 429]);
    expect((await confirm(owner, wrong)).status).toBe(400);
    // Cognito limits the attempts per code, regardless of the caller.
    await owner.call('POST', '/public/resend-confirm', { username });
    expect((await confirm(owner, codeFor(cloud(), username))).status).toBe(200);
  });
});
