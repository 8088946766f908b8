import { expect, it } from 'vitest';
import { ApiClient, goodPassword, newAddress, newApplicant } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';

// Whoever asks for a mail to somebody else's address must not choose where its links lead.

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
  await newApplicant(cloud(), username);
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
  await newApplicant(cloud(), username);
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
