import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApiClient } from '../support/applicant.ts';
import { withStaffCloud } from '../support/cloud.ts';
import { runOperatorCommand } from '../support/operator.ts';
import { followedLink, newBrowser, signIn, signInAtProvider } from '../support/staff.ts';
import { setInItems } from '../support/table.ts';

const { cloud, provider } = withStaffCloud();

const me = (client: ApiClient) => client.call('GET', '/api/staff/me');
/** Follows the provider's redirect back to the console. */
const finish = (client: ApiClient, address: string) => {
  const { pathname, search } = new URL(address);
  return client.send('GET', pathname + search, { headers: followedLink });
};
/** A sign-in up to the redirect back to the console. */
async function begun(name: Parameters<typeof signInAtProvider>[1], query = '', client = newBrowser(cloud())) {
  const { headers } = await client.call('GET', `/api/staff/sign-in${query}`);
  return { client, back: await signInAtProvider(headers.get('location') ?? '', name) };
}
function copyOf(client: ApiClient): ApiClient {
  const copy = newBrowser(cloud());
  for (const [name, value] of client.cookies) copy.cookies.set(name, value);
  return copy;
}
function changed(address: string, name: string, value: string | undefined): string {
  const url = new URL(address);
  if (value === undefined) url.searchParams.delete(name);
  else url.searchParams.set(name, value);
  return url.href;
}

describe('sign-in', () => {
  it('gives each person the roles that the settings give to the groups, and an id that stays the same', async () => {
    for (const [name, role] of [
      ['Rita Reader', 'reader'],
      ['Remy Records', 'records'],
      ['Omar Office', 'office'],
      ['Dana Director', 'director'],
    ] as const)
      expect(await me(await signIn(cloud(), name))).toMatchObject({
        ...{ status: 200, body: { name, roles: [role], is_provider_down: false } },
      });
    const [id, again, other] = await Promise.all(
      (['Omar Office', 'Omar Office', 'Dana Director'] as const).map(
        async (name) => (await me(await signIn(cloud(), name))).body.id,
      ),
    );
    expect(id).toMatch(/./);
    expect(again).toBe(id);
    expect(other).not.toBe(id);
  });

  it('goes back to the page that was asked for, and to no other site', async () => {
    const to = '/staff?missing=transcript&q=lind';
    const { client, back } = await begun('Rita Reader', `?to=${encodeURIComponent(to)}`);
    expect((await finish(client, back)).headers.get('location')).toBe(to);
    for (const elsewhere of ['//evil.example', 'https://evil.example', '/staff/../x\\y', '/login'])
      expect(
        await client.call('GET', `/api/staff/sign-in?to=${encodeURIComponent(elsewhere)}`),
      ).toMatchObject({ status: 400 });
  });

  it('turns a person without a role away, and records it', async () => {
    const { client, back } = await begun('Vera Visitor');
    const refused = await finish(client, back);
    expect(refused).toMatchObject({ status: 403, body: { message: /no role in this console/ } });
    expect(client.cookies.has('__Host-staff')).toBe(false);
    const page = await fetch(back, { headers: { ...followedLink, accept: 'text/html' } });
    const html = await page.text();
    expect(html).toContain(
      '<a class="button" href="/api/staff/sign-in?fresh=yes">Sign in with another account</a><a href="/staff">',
    );
    const [, style = ''] = /<style>(.*)<\/style>/.exec(html) ?? [];
    expect(html).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*style-src 'unsafe-inline'$/,
    );
    const { entries } = await runOperatorCommand(cloud(), { command: 'read-audit-log' });
    expect(JSON.stringify(entries)).toContain('"event":"staff-refused"');
    expect(JSON.stringify(entries)).toMatch(/Vera Visitor .*\(vera\)/);
  });
});

it('a network may begin 60 sign-ins in five minutes', async () => {
  const client = newBrowser(cloud());
  const begin = () => client.call('GET', '/api/staff/sign-in');
  await begin();
  await setInItems(cloud(), 'staff-sign-ins#', { attribute: 'count', value: 59 });
  expect((await begin()).status).toBe(302);
  expect(await begin()).toMatchObject({
    status: 429,
    body: { message: 'Too many attempts. Please wait and try again.' },
  });
  expect((await newBrowser(cloud()).call('GET', '/api/staff/sign-in')).status).toBe(302);
});

describe('attacks on the sign-in', () => {
  const rejected = { status: 403, body: { message: /not valid or has expired/ } };

  it('works once', async () => {
    const { client, back } = await begun('Rita Reader');
    expect(await finish(client, back)).toMatchObject({ status: 302 });
    expect(await finish(client, back)).toMatchObject(rejected);
  });

  it("rejects another browser's reply, as a forged link to it sends it", async () => {
    const { back } = await begun('Dana Director');
    expect(await finish(newBrowser(cloud()), back)).toMatchObject(rejected);
    const { client } = await begun('Rita Reader');
    expect(await finish(client, back)).toMatchObject(rejected);
  });

  it('rejects a code of another sign-in: PKCE and nonce belong to one', async () => {
    const [victim, thief] = [await begun('Dana Director'), await begun('Rita Reader')];
    const code = new URL(victim.back).searchParams.get('code') ?? '';
    expect(await finish(thief.client, changed(thief.back, 'code', code))).toMatchObject(rejected);
  });

  it.each([
    ['iss', 'https://other.example'],
    ['iss', undefined], // the provider promises one
    ['state', 'x'.repeat(43)],
    ['code', 'made-up'],
  ])('rejects a reply with another %s: %s', async (name, value) => {
    const { client, back } = await begun('Rita Reader');
    expect(await finish(client, changed(back, name, value))).toMatchObject(rejected);
  });

  it('rejects a session id that was never given, and removes the cookie', async () => {
    const client = newBrowser(cloud());
    client.cookies.set('__Host-staff', 'x'.repeat(43));
    const reply = await me(client);
    expect(reply).toMatchObject({ status: 401, body: { message: 'Please sign in to the console.' } });
    expect(reply.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-staff=; .*Max-Age=0/)]);
  });
});

describe('roles', () => {
  /** The provider's last word is over five minutes old, in every session. */
  const letRolesAge = () => setInItems(cloud(), 'SESSION', { attribute: 'checked_at', value: 1 });
  const list = (client: ApiClient) => client.call('GET', '/api/staff/applications');

  it('are asked for again after five minutes, and other calls wait for that', async () => {
    const client = await signIn(cloud(), 'Rita Reader');
    await letRolesAge();
    expect(await list(client)).toMatchObject({ status: 409, body: { recheck: true } });
    expect(await me(client)).toMatchObject({ status: 200, body: { roles: ['reader'] } });
    expect(await list(client)).toMatchObject({ status: 200 });
  });

  it('end the session when they are taken away at the provider', async () => {
    const client = await signIn(cloud(), 'Omar Office');
    provider().setGroups('omar', ['library']);
    await letRolesAge();
    expect(await me(client)).toMatchObject({ status: 401 });
    provider().setGroups('omar', ['admissions-office']);
    expect(await me(client)).toMatchObject({ status: 401 });
  });

  it('change in an open session', async () => {
    const client = await signIn(cloud(), 'Remy Records');
    provider().setGroups('remy', ['admissions-records', 'admissions-readers']);
    await letRolesAge();
    expect(await me(client)).toMatchObject({ body: { roles: ['reader', 'records'] } });
    provider().setGroups('remy', ['admissions-records']);
  });

  it('are asked for once by tabs that ask at the same time: a refresh token works once', async () => {
    const client = await signIn(cloud(), 'Dana Director');
    await letRolesAge();
    const replies = await Promise.all(Array.from({ length: 5 }, () => me(client)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await letRolesAge();
    expect(await me(client)).toMatchObject({ status: 200 });
  });

  it('count for at most 30 minutes while the provider is down, and again afterwards', async () => {
    const client = await signIn(cloud(), 'Rita Reader');
    const repair = provider().replyWithErrors({ status: 503 });
    onTestFinished(repair);
    const value = Date.now() - 30 * 60_000;
    for (const attribute of ['checked_at', 'confirmed_at'])
      await setInItems(cloud(), 'SESSION', { attribute, value });
    expect(await me(client)).toMatchObject({ status: 503, body: { message: /does not respond/ } });
    expect(await list(client)).toMatchObject({ status: 409, body: { recheck: true } });
    repair();
    await setInItems(cloud(), 'SESSION', { attribute: 'checking_until', value: 1 });
    expect(await me(client)).toMatchObject({ status: 200, body: { roles: ['reader'] } });
  });

  it('stay if the provider is down or has a fault, and the reply says so', async () => {
    const client = await signIn(cloud(), 'Rita Reader');
    for (const fault of [
      { status: 503 },
      { status: 429, path: '/token' },
      { status: 400, error: 'temporarily_unavailable', path: '/token' },
      { status: 401, error: 'invalid_client', path: '/token' },
      { status: 502, path: '/me' },
    ]) {
      const repair = provider().replyWithErrors(fault);
      onTestFinished(repair);
      await letRolesAge();
      expect(await me(client)).toMatchObject({ status: 200, body: { is_provider_down: true } });
      expect(await list(client)).toMatchObject({ status: 200 });
      repair();
      await letRolesAge();
      expect(await me(client)).toMatchObject({ status: 200, body: { is_provider_down: false } });
    }
  });

  it.each([
    { status: 400, error: 'login_required', path: '/token' },
    { status: 400, error: 'access_denied', path: '/token' },
    { status: 400, error: 'unauthorized_client', path: '/token' },
    { status: 403, path: '/me' },
    { status: 401, path: '/me' },
  ])('end with the session if the provider refuses the person: %j', async (refusal) => {
    const client = await signIn(cloud(), 'Rita Reader');
    const repair = provider().replyWithErrors(refusal);
    onTestFinished(repair);
    await letRolesAge();
    expect(await me(client)).toMatchObject({ status: 401 });
    repair();
    expect(await me(client)).toMatchObject({ status: 401 });
  });
});

describe('a session', () => {
  it('ends with a sign-out, at the provider too', async () => {
    const client = await signIn(cloud(), 'Rita Reader');
    const copy = copyOf(client);
    const { status, body } = await client.call('POST', '/api/staff/sign-out');
    expect({ status, host: new URL(String(body.url)).origin }).toEqual({
      status: 200,
      host: provider().issuer,
    });
    expect(body.url).toContain(encodeURIComponent(`${cloud().url}/staff/signed-out`));
    expect(await me(copy)).toMatchObject({ status: 401 });
  });

  const endings: [string, (client: ApiClient) => Promise<unknown>][] = [
    ['a sign-out everywhere', (client) => client.call('POST', '/api/staff/sign-out?everywhere=yes')],
    [
      'the command of an operator',
      () => runOperatorCommand(cloud(), { command: 'end-staff-sessions', staff: 'dana' }),
    ],
  ];

  it.each(endings)('ends in each browser of the person with %s', async (_, end) => {
    const client = await signIn(cloud(), 'Dana Director');
    const elsewhere = await signIn(cloud(), 'Dana Director');
    const colleague = await signIn(cloud(), 'Omar Office');
    await end(client);
    for (const each of [client, elsewhere]) {
      expect(await me(each)).toMatchObject({ status: 401 });
      expect(await each.call('GET', '/api/staff/applications')).toMatchObject({ status: 401 });
    }
    expect(await me(colleague)).toMatchObject({ status: 200 });
    expect(await me(await signIn(cloud(), 'Dana Director'))).toMatchObject({ status: 200 });
    const { entries } = await runOperatorCommand(cloud(), { command: 'read-audit-log' });
    expect(entries).toContainEqual(
      expect.objectContaining({ event: 'staff-sessions-ended', names: ['dana'] }),
    );
  });

  it('ends with a new sign-in in the same browser', async () => {
    const client = await signIn(cloud(), 'Dana Director');
    const copy = copyOf(client);
    const { back } = await begun('Dana Director', '?fresh=yes', client);
    expect(await me(copy)).toMatchObject({ status: 200 });
    expect(await finish(client, back)).toMatchObject({ status: 302 });
    expect(await me(client)).toMatchObject({ status: 200 });
    expect(await me(copy)).toMatchObject({ status: 401 });
  });

  it.each([
    ['30 minutes without a call', 'last_seen', () => Date.now() - 30 * 60_000],
    ['eight hours', 'ends', () => Date.now() - 1],
  ])('ends after %s', async (_, attribute, value) => {
    const client = await signIn(cloud(), 'Rita Reader');
    await setInItems(cloud(), 'SESSION', { attribute, value: value() });
    expect(await me(client)).toMatchObject({ status: 401 });
  });

  it('is extended when the page asks for the signed-in person', async () => {
    const client = await signIn(cloud(), 'Rita Reader');
    await setInItems(cloud(), 'SESSION', { attribute: 'last_seen', value: Date.now() - 29 * 60_000 });
    const { body } = await me(client);
    expect(Date.parse(String(body.idle_at)) - Date.now()).toBeGreaterThan(29 * 60_000);
  });
});
