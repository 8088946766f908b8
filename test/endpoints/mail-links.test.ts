import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { auditLogOf } from '../support/operator.ts';
import { person } from '../support/person.ts';
import { unsubscribeLink } from '../support/unsubscribe-link.ts';

// A caller who requests a mail to another person's address must not control the links in it.

const cloud = withCloud();

/** A browser that names another host than the site's. */
const naming = (host: string, path: string, body: object) =>
  new ApiClient(cloud(), '127.0.0.1').send('POST', path, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', host, origin: `http://${host}` },
  });

const originsIn = (username: string) =>
  cloud()
    .mail(username)
    .flatMap(({ text }) => text.match(/https?:\/\/[^/\s]+/g) ?? []);

it('links in mails lead to the site, whatever host the request named', async () => {
  const [username, pending] = [newAddress(), newAddress()];
  await person(cloud(), username);
  const host = '127.0.0.1:9999';
  const calls: [string, object][] = [
    ['/public/forgot-password', { username }],
    ['/public/signup', { username, password: goodPassword }],
    ['/public/signup', { username: pending, password: goodPassword }],
    ['/public/resend-confirm', { username: pending }],
  ];
  for (const [path, body] of calls) expect((await naming(host, path, body)).status, path).toBe(200);
  const origins = [...originsIn(username), ...originsIn(pending)];
  expect(origins.length).toBeGreaterThan(4);
  expect([...new Set(origins)]).toEqual([cloud().url]);
});

it('a host that is not ours is refused, and nothing is mailed', async () => {
  const username = newAddress();
  await person(cloud(), username);
  const mails = cloud().mail(username).length;
  for (const host of ['evil.example', `127.0.0.1.evil.example:${cloud().port}`, 'localhost.evil.example'])
    expect((await naming(host, '/public/forgot-password', { username })).status, host).toBe(403);
  const forwarded = await new ApiClient(cloud()).send('POST', '/public/forgot-password', {
    body: JSON.stringify({ username }),
    headers: {
      'content-type': 'application/json',
      'x-site-host': 'evil.example',
      'x-viewer-host': 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    },
  });
  expect(forwarded.status).toBe(200);
  expect(cloud().mail(username)).toHaveLength(mails + 1);
  expect([...new Set(originsIn(username))]).toEqual([cloud().url]);
});

describe('the link in a mail about a deadline', () => {
  const linkOf = (client: ApiClient) => unsubscribeLink(cloud(), client);

  it('turns the mails off with one click and without a log-in', async () => {
    const username = newAddress();
    const client = await person(cloud(), username);
    await client.call('PUT', '/api/answer', { answer: { first_name: 'Ada' } });
    const link = cloud().url + (await linkOf(client));
    const asked = await fetch(link, { headers: { accept: 'text/html' } });
    const page = await asked.text();
    expect(page).toContain('Do you want to turn off deadline emails?');
    expect(page).toContain('<form method="post"><button>Turn them off</button></form>');
    expect(page).not.toContain(username);
    expect((await client.call('GET', '/api/reminders')).body).toEqual({ are_wanted: true });
    const fromPage = { accept: 'text/html', origin: 'null', 'sec-fetch-site': 'cross-site' };
    for (const headers of [new Headers(), new Headers(fromPage)]) {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      const off = await fetch(link, { method: 'POST', body, headers });
      expect([off.status, await off.text()]).toEqual([
        200,
        expect.stringContaining('Deadline emails are off.'),
      ]);
    }
    expect((await client.call('GET', '/api/reminders')).body).toEqual({ are_wanted: false });
    const events = (await auditLogOf(cloud(), username)).map(({ event }) => event);
    expect(events.filter((event) => event === 'reminders-off')).toHaveLength(1);
  });

  it('turns nothing off after it was changed', async () => {
    const [client, other] = [await person(cloud()), await person(cloud())];
    const [own, others] = [await linkOf(client), await linkOf(other)];
    const forged = `${own.split('.')[0]}.${others.split('.')[1]}`;
    for (const method of ['GET', 'POST'] as const)
      expect(await new ApiClient(cloud()).call(method, forged)).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^This link doesn't work\./) },
      });
    expect((await client.call('GET', '/api/reminders')).body).toEqual({ are_wanted: true });
  });
});
