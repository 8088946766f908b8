import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import { goodPassword } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { auditLogOf } from '../support/operator.ts';
import { Person, signedUp } from '../support/person.ts';

const cloud = withCloud();
const password = 'Another-Horse-10!';
const passwords = { password, confirm_password: password };
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

const newLogIns = (client: Person) => client.mails(': new login to your account').map(({ text }) => text);
const newPasswords = (client: Person) => client.mails(': your password was changed').map(({ text }) => text);
const changePassword = (client: Person) =>
  client.post('/api/account/password', { current_password: goodPassword, ...passwords });

/** Logs the applicant in from Firefox on Windows: without cookies, unless the browser is given. */
const logIn = ({ username }: Person, browser = new Person(cloud(), username)) =>
  browser.send('POST', '/public/login', {
    body: JSON.stringify({ username, password: goodPassword }),
    headers: { 'content-type': 'application/json', 'user-agent': firefox },
  });

const mailsTo =
  ({ username }: Person): Fault['matches'] =>
  ({ url, body }) =>
    url.pathname === '/v2/email/outbound-emails' && body.includes(username);

describe('a log-in from a browser that the account does not know', () => {
  it.concurrent('is mailed: what happened, when, in which browser, and what to do', async () => {
    const client = await signedUp(cloud());
    expect(newLogIns(client)).toEqual([]); // the first log-in after sign-up is no news
    await logIn(client);
    const [text] = newLogIns(client);
    expect(text).toMatch(
      /^There was a new login to your account at Northern Lakes University from a browser/,
    );
    expect(text).toMatch(
      /When: \w+ \d+, \d{4} at [\d:]+ [AP]M E[SD]T \(\w+ \d+, \d{4} at [\d:]+ [AP]M UTC\)/,
    );
    expect(text).toContain('Browser: Firefox on Windows');
    expect(text).toContain(`choose a new password now: ${cloud().url}/forgot.`);
    const logIns = (await auditLogOf(cloud(), client.username)).filter(({ event }) => event === 'log-in');
    expect(logIns.map(({ names }) => names)).toEqual([[], ['new-browser']]);
  });

  it.concurrent('is not mailed for the same browser again, nor for a wrong password', async () => {
    const client = await signedUp(cloud());
    await new Person(cloud(), client.username).logIn('Wrong-Horse-99!');
    await client.get('/api/logout');
    expect((await logIn(client, client)).status).toBe(200);
    expect(newLogIns(client)).toEqual([]);
  });

  it.concurrent('is mailed five times a day at most, and a new password still is', async () => {
    const client = await signedUp(cloud());
    for (let count = 0; count < 6; count++) expect((await logIn(client)).status).toBe(200);
    expect(newLogIns(client)).toHaveLength(5);
    await changePassword(client);
    expect(newPasswords(client)).toHaveLength(1);
  });

  it.concurrent('succeeds while the mail service hangs', async () => {
    const client = await signedUp(cloud());
    const goOn = cloud().injectFault({ effect: 'held', matches: mailsTo(client) });
    const response = await logIn(client);
    goOn();
    expect(response.status).toBe(200);
  });
});

describe('a new password', () => {
  it.concurrent('that a logged-in applicant chose is mailed', async () => {
    const client = await signedUp(cloud());
    await changePassword(client);
    expect(newPasswords(client)).toEqual([
      expect.stringMatching(
        /was changed by someone who was logged in and knew the old password\.[\s\S]*\/forgot/,
      ),
    ]);
  });

  it.concurrent('that came by a mailed link is mailed too', async () => {
    const client = await signedUp(cloud());
    const { username } = client;
    await client.post('/public/forgot-password', { username });
    const id = /[?&]id=([\w.]+)/.exec(client.mails()[0]?.text ?? '')?.[1];
    const reset = (given: string) =>
      client.post('/public/reset-password', { username, ...passwords, id: given });
    expect((await reset(`${id}x`)).status).toBe(400);
    expect(newPasswords(client)).toEqual([]);
    expect((await reset(`${id}`)).status).toBe(200);
    expect(newPasswords(client)).toEqual([expect.stringContaining('was changed with a link we emailed you')]);
  });
});
