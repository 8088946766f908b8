import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { auditLogOf } from '../support/operator.ts';
import { seededApplicant } from '../support/seeded-applicant.ts';
import { setInItems } from '../support/table.ts';

const cloud = withCloud();
const path = '/api/account/sessions';

interface Listed {
  readonly id: string;
  readonly browser: string;
  readonly began: string;
  readonly last_used: string;
  readonly is_current: boolean;
}

const browsers = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  school: 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
};

async function logIn(username: string, userAgent: string): Promise<ApiClient> {
  const client = new ApiClient(cloud());
  const { status } = await client.send('POST', '/public/login', {
    body: JSON.stringify({ username, password: goodPassword }),
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
  });
  expect(status).toBe(200);
  return client;
}

async function sessionsOf(client: ApiClient): Promise<readonly Listed[]> {
  const { status, body } = await client.call('GET', path);
  expect(status).toBe(200);
  return body.sessions as readonly Listed[];
}

const isOpen = async (client: ApiClient) => (await client.call('GET', '/api/profile')).status === 200;

async function onThreeDevices() {
  const username = newAddress();
  const home = await seededApplicant(cloud(), username);
  const [phone, school] = [await logIn(username, browsers.phone), await logIn(username, browsers.school)];
  return { username, home, phone, school };
}

describe('the list of one’s own sessions', () => {
  it.concurrent('lists each session with its browser, its start, and a mark on the current one, and has no cookie, address or network', async () => {
    const { username, home, phone } = await onThreeDevices();
    const listed = await sessionsOf(phone);
    expect(listed.map(({ browser, is_current }) => [browser, is_current])).toEqual([
      ['Safari on an iPhone', true],
      ['Chrome on a Chromebook', false],
      ['An unknown browser', false],
    ]);
    for (const { began, last_used } of listed) {
      expect(Date.now() - Date.parse(began)).toBeLessThan(300_000);
      expect(Date.parse(last_used)).toBeGreaterThanOrEqual(Date.parse(began));
    }
    expect((await sessionsOf(home))[0]).toMatchObject({ browser: 'An unknown browser', is_current: true });
    const { body } = await home.call('GET', path);
    const text = JSON.stringify(body);
    for (const secret of [username, '127.0.0.1', home.cookies.get('__Host-session') ?? '-', 'Mozilla'])
      expect(text).not.toContain(secret);
    expect(body).toMatchObject({ has_more: false, sessions: { length: 3 } });
    expect((await new ApiClient(cloud()).call('GET', path)).status).toBe(401);
  });
});

describe('ending a session', () => {
  it.concurrent('of another device logs that device out, and no other', async () => {
    const { username, home, phone, school } = await onThreeDevices();
    const id = (await sessionsOf(home)).find(({ browser }) => browser.includes('iPhone'))?.id;
    expect(await home.call('DELETE', `${path}/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'That device is logged out.' },
    });
    expect(await Promise.all([home, phone, school].map(isOpen))).toEqual([true, false, true]);
    expect(await sessionsOf(home)).toHaveLength(2);
    expect(await home.call('DELETE', `${path}/${id}`)).toMatchObject({
      status: 404,
      body: { message: 'That device is already logged out.' },
    });
    const entries = await auditLogOf(cloud(), username);
    expect(entries.filter(({ event }) => event === 'session-ended')).toHaveLength(1);
  });

  it.concurrent('everywhere else leaves this one, and ends a copy of its cookie', async () => {
    const { username, home, phone, school } = await onThreeDevices();
    const copy = new ApiClient(cloud());
    for (const [name, value] of school.cookies) copy.cookies.set(name, value);
    expect(await school.call('DELETE', path)).toMatchObject({
      status: 200,
      body: { message: "You're logged out everywhere else." },
    });
    expect(await Promise.all([home, phone, copy, school].map(isOpen))).toEqual([false, false, false, true]);
    expect(await sessionsOf(school)).toHaveLength(1);
    expect(
      (await auditLogOf(cloud(), username)).find(({ event }) => event === 'sessions-ended'),
    ).toMatchObject({
      names: ['applicant'],
    });
  });

  it.concurrent('of another applicant, or with an empty id, does nothing', async () => {
    const { home, phone, school } = await onThreeDevices();
    const stranger = await seededApplicant(cloud());
    const id = (await sessionsOf(home)).find(({ browser }) => browser.includes('iPhone'))?.id;
    expect((await stranger.call('DELETE', `${path}/${id}`)).status).toBe(404);
    expect((await stranger.call('DELETE', `${path}/${'x'.repeat(16)}`)).status).toBe(400);
    expect((await home.call('DELETE', `${path}/`)).status).toBe(404);
    expect(await Promise.all([home, phone, school].map(isOpen))).toEqual([true, true, true]);
  });
});

it('a session that was idle for too long is not in the list', async () => {
  const { username } = await onThreeDevices();
  await setInItems(cloud(), 'SESSION', { attribute: 'last_seen', value: Date.now() - 31 * 60_000 });
  expect(await sessionsOf(await logIn(username, browsers.phone))).toHaveLength(1);
});
