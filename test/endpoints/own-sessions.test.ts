import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { auditLogOf } from '../support/operator.ts';
import { person } from '../support/person.ts';

const cloud = withCloud();
const path = '/api/account/sessions';

async function logIn(username: string): Promise<ApiClient> {
  const client = new ApiClient(cloud());
  expect((await client.call('POST', '/public/login', { username, password: goodPassword })).status).toBe(200);
  return client;
}

const isOpen = async (client: ApiClient) => (await client.call('GET', '/api/profile')).status === 200;

async function onThreeDevices() {
  const username = newAddress();
  const home = await person(cloud(), username);
  return { username, home, phone: await logIn(username), school: await logIn(username) };
}

describe('logging out everywhere else', () => {
  it('leaves this one, and ends a copy of its cookie', async () => {
    const { username, home, phone, school } = await onThreeDevices();
    const copy = new ApiClient(cloud());
    for (const [name, value] of school.cookies) copy.cookies.set(name, value);
    expect(await school.call('DELETE', path)).toMatchObject({
      status: 200,
      body: { message: "You're logged out everywhere else." },
    });
    expect(await Promise.all([home, phone, copy, school].map(isOpen))).toEqual([false, false, false, true]);
    expect(
      (await auditLogOf(cloud(), username)).find(({ event }) => event === 'sessions-ended'),
    ).toMatchObject({
      names: ['applicant'],
    });
  });

  it('ends no session of another applicant, and needs a log-in', async () => {
    const { home, phone, school } = await onThreeDevices();
    const stranger = await person(cloud());
    expect((await stranger.call('DELETE', path)).status).toBe(200);
    expect((await new ApiClient(cloud()).call('DELETE', path)).status).toBe(401);
    expect(await Promise.all([home, phone, school].map(isOpen))).toEqual([true, true, true]);
  });
});
