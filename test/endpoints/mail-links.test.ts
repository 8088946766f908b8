import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { person } from '../support/person.ts';
import { unsubscribeLink } from '../support/unsubscribe-link.ts';

// A caller who requests a mail to another person's address must not control the links in it.

const cloud = withCloud();

/** Calls as a browser does that names another host than the site's. */
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
  const [{ username }, pending] = [await person(cloud()), newAddress()];
  const calls: [string, object][] = [
    ['/public/forgot-password', { username }],
    ['/public/signup', { username, password: goodPassword }],
    ['/public/signup', { username: pending, password: goodPassword }],
    ['/public/resend-confirm', { username: pending }],
  ];
  for (const [path, body] of calls) expect((await naming('127.0.0.1:9999', path, body)).status).toBe(200);
  const origins = [...originsIn(username), ...originsIn(pending)];
  expect(origins.length).toBeGreaterThan(4);
  expect([...new Set(origins)]).toEqual([cloud().url]);
});

it('a host that is not ours is refused, and nothing is mailed', async () => {
  const client = await person(cloud());
  const { username } = client;
  const mails = client.mails().length;
  for (const host of ['evil.example', `127.0.0.1.evil.example:${cloud().port}`])
    expect((await naming(host, '/public/forgot-password', { username })).status, host).toBe(403);
  const evil = 'evil.example';
  const forwarded = await client.send('POST', '/public/forgot-password', {
    body: JSON.stringify({ username }),
    headers: {
      ...{ 'content-type': 'application/json', forwarded: `host=${evil}` },
      ...{ 'x-site-host': evil, 'x-viewer-host': evil, 'x-forwarded-host': evil },
    },
  });
  expect(forwarded.status).toBe(200);
  expect(client.mails()).toHaveLength(mails + 1);
  expect([...new Set(originsIn(username))]).toEqual([cloud().url]);
});

describe('the link in a mail about a deadline', () => {
  it('turns the mails off with one click and without a log-in', async () => {
    const client = await person(cloud());
    await client.save({ first_name: 'Ada' });
    const link = cloud().url + (await unsubscribeLink(cloud(), client));
    const page = await (await fetch(link, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('Do you want to turn off deadline emails?');
    expect(page).toContain('<form method="post"><button>Turn them off</button></form>');
    expect(page).not.toContain(client.username);
    expect((await client.get('/api/reminders')).body).toEqual({ are_wanted: true });
    const fromPage = { accept: 'text/html', origin: 'null', 'sec-fetch-site': 'cross-site' };
    for (const headers of [new Headers(), new Headers(fromPage)]) {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      const off = await fetch(link, { method: 'POST', body, headers });
      expect([off.status, await off.text()]).toEqual([
        200,
        expect.stringContaining('Deadline emails are off.'),
      ]);
    }
    expect((await client.get('/api/reminders')).body).toEqual({ are_wanted: false });
    expect((await client.events()).filter((event) => event === 'reminders-off')).toHaveLength(1);
  });

  it('turns nothing off after it was changed', async () => {
    const [client, other] = [await person(cloud()), await person(cloud())];
    const [own, others] = [await unsubscribeLink(cloud(), client), await unsubscribeLink(cloud(), other)];
    const forged = `${own.split('.')[0]}.${others.split('.')[1]}`;
    for (const method of ['GET', 'POST'] as const)
      expect(await new ApiClient(cloud()).call(method, forged)).toMatchObject({
        status: 400,
        body: { message: expect.stringMatching(/^This link doesn't work\./) },
      });
    expect((await client.get('/api/reminders')).body).toEqual({ are_wanted: true });
  });
});
