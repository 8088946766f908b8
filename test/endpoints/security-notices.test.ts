import { describe, expect, it } from 'vitest';
import type { Fault } from '../../scripts/local-cloud/index.ts';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { eventually } from '../support/eventually.ts';
import { auditLogOf } from '../support/operator.ts';
import { afterPauses } from '../support/outbox.ts';
import { signedUp } from '../support/person.ts';

const cloud = withCloud({ isEmpty: true });
const another = 'Another-Horse-10!';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

const noticesTo = (username: string, subject: string) =>
  cloud()
    .mail(username)
    .filter((mail) => mail.subject.endsWith(subject));
const newBrowsers = (username: string) => noticesTo(username, ': new login to your account');
const passwordChanges = (username: string) => noticesTo(username, ': your password was changed');

const logIn = (username: string, { client = new ApiClient(cloud()), password = goodPassword } = {}) =>
  client.send('POST', '/public/login', {
    body: JSON.stringify({ username, password }),
    headers: { 'content-type': 'application/json', 'user-agent': firefox },
  });
const change = (client: ApiClient, from = goodPassword, to = another) =>
  client.call('POST', '/api/account/password', {
    current_password: from,
    password: to,
    confirm_password: to,
  });

const mails: Fault['matches'] = ({ url }) => url.pathname === '/v2/email/outbound-emails';
const stopMailsTo = (username: string) =>
  cloud().injectFault({
    matches: (request) => mails(request) && request.body.toString().includes(username),
    effect: { errorName: 'SendingPausedException' },
  });

const fiveMinutesLater = () => afterPauses(cloud());

describe('a log-in from a browser that the account does not know', () => {
  it.concurrent('is mailed: what happened, when, in which browser, and what to do', async () => {
    const username = newAddress();
    await signedUp(cloud(), username);
    expect(newBrowsers(username)).toEqual([]); // the first log-in after sign-up is no news
    await logIn(username);
    const [mail] = newBrowsers(username);
    expect(mail?.text).toMatch(
      /^There was a new login to your account at Northern Lakes University from a browser/,
    );
    expect(mail?.text).toMatch(
      /When: \w+ \d+, \d{4} at [\d:]+ [AP]M E[SD]T \(\w+ \d+, \d{4} at [\d:]+ [AP]M UTC\)/,
    );
    expect(mail?.text).toContain('Browser: Firefox on Windows');
    expect(mail?.text).toContain(`choose a new password now: ${cloud().url}/forgot.`);
    const entries = await auditLogOf(cloud(), username);
    expect(entries.filter(({ event }) => event === 'log-in').map(({ names }) => names)).toEqual([
      [],
      ['new-browser'],
    ]);
  });

  it.concurrent('is not mailed for the same browser again, nor for a wrong password', async () => {
    const username = newAddress();
    const client = await signedUp(cloud(), username);
    await logIn(username, { password: 'Wrong-Horse-99!' });
    await client.call('GET', '/api/logout');
    expect((await logIn(username, { client })).status).toBe(200);
    expect(newBrowsers(username)).toEqual([]);
  });

  it.concurrent('is mailed five times a day at most, and a new password still is', async () => {
    const username = newAddress();
    const client = await signedUp(cloud(), username);
    for (let count = 0; count < 7; count++) expect((await logIn(username)).status).toBe(200);
    expect(newBrowsers(username)).toHaveLength(5);
    await change(client);
    expect(passwordChanges(username)).toHaveLength(1);
  });

  it.concurrent('succeeds while mail is down; the clock mails the notice later, once', async () => {
    const username = newAddress();
    await signedUp(cloud(), username);
    const restore = stopMailsTo(username);
    expect((await logIn(username)).status).toBe(200);
    restore();
    expect(newBrowsers(username)).toEqual([]);
    await fiveMinutesLater();
    // The run of another test may have taken it.
    await eventually(() =>
      expect(newBrowsers(username).map(({ text }) => text)).toEqual([
        expect.stringContaining('Browser: Firefox on Windows'),
      ]),
    );
    await fiveMinutesLater();
    expect(newBrowsers(username)).toHaveLength(1);
  });

  it.concurrent('is mailed once when SES is slow and the schedule runs in the meantime', async () => {
    const username = newAddress();
    await signedUp(cloud(), username);
    const asked = Promise.withResolvers<void>();
    const restore = cloud().injectFault({
      matches: (request) => {
        const isNotice = mails(request) && request.body.toString().includes(username);
        if (isNotice) asked.resolve();
        return isNotice;
      },
      effect: { milliseconds: 2_000 },
    });
    const loggingIn = logIn(username);
    await asked.promise;
    await Promise.all([fiveMinutesLater(), fiveMinutesLater()]);
    expect((await loggingIn).status).toBe(200);
    restore();
    await fiveMinutesLater();
    expect(newBrowsers(username)).toHaveLength(1);
  });

  it.concurrent('succeeds while the mail service hangs', async () => {
    const username = newAddress();
    await signedUp(cloud(), username);
    const matches: Fault['matches'] = (request) =>
      mails(request) && request.body.toString().includes(username);
    const goOn = cloud().injectFault({ effect: 'held', matches });
    const response = await logIn(username);
    goOn();
    expect(response.status).toBe(200);
  });
});

describe('a new password', () => {
  it.concurrent('that a logged-in applicant chose is mailed', async () => {
    const username = newAddress();
    await change(await signedUp(cloud(), username));
    expect(passwordChanges(username).map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /was changed by someone who was logged in and knew the old password\.[\s\S]*\/forgot/,
      ),
    ]);
  });

  it.concurrent('that came by a mailed link is mailed too', async () => {
    const username = newAddress();
    const client = await signedUp(cloud(), username);
    await client.call('POST', '/public/forgot-password', { username });
    const id = /[?&]id=([\w.]+)/.exec(cloud().mail(username)[0]?.text ?? '')?.[1];
    const body = { username, id, password: another, confirm_password: another };
    expect((await client.call('POST', '/public/reset-password', { ...body, id: `${id}x` })).status).toBe(400);
    expect(passwordChanges(username)).toEqual([]);
    expect((await client.call('POST', '/public/reset-password', body)).status).toBe(200);
    expect(passwordChanges(username).map(({ text }) => text)).toEqual([
      expect.stringContaining('was changed with a link we emailed you'),
    ]);
  });
});
