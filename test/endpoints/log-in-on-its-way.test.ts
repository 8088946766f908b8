import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { asks, holdCalls } from '../support/held-calls.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { person } from '../support/person.ts';

const cloud = withCloud();
const newPassword = 'Another-Horse-10!';
const browser = () => new ApiClient(cloud());
const isOpen = async (client: ApiClient) => (await client.call('GET', '/api/profile')).status === 200;

async function changePassword(client: ApiClient, code?: string) {
  const passwords = {
    current_password: goodPassword,
    password: newPassword,
    confirm_password: newPassword,
  };
  expect((await client.call('POST', '/api/account/password', { ...passwords, code })).status).toBe(200);
}

/** Requests a password reset mail. Returns a function that resets the password with its link. */
async function resetPassword(username: string) {
  await browser().call('POST', '/public/forgot-password', { username });
  const link = /https?:\S+\/reset\?\S+/.exec(cloud().mail(username)[0]?.text ?? '')?.[0] ?? 'http://none';
  const form = { username, password: newPassword, confirm_password: newPassword };
  const id = new URL(link).searchParams.get('id');
  return () => browser().call('POST', '/public/reset-password', { ...form, id });
}

const logIn = (client: ApiClient, username: string) =>
  client.call('POST', '/public/login', { username, password: goodPassword });

const again = 'Your account was just changed. Please log in again.';

describe('a log-in that is on its way opens no session', () => {
  // Prepare everything except the call that ends the sessions: the log-in waits at most ten seconds for it.
  it.each<[when: string, prepare: (owner: ApiClient, username: string) => Promise<() => Promise<unknown>>]>([
    ['when the password is changed', async (owner) => () => changePassword(owner)],
    ['when the password is reset', (_owner, username) => resetPassword(username)],
    [
      'when an operator ends all sessions',
      async (_owner, user) => () => runOperatorCommand(cloud(), { command: 'end-sessions', user }),
    ],
  ])('%s', async (_when, prepare) => {
    const username = newAddress();
    const owner = await person(cloud(), username);
    const end = await prepare(owner, username);
    const thief = browser();
    using opening = holdCalls(cloud(), asks('TransactWriteItems', username, 'LOGIN#'));
    const response = logIn(thief, username);
    await opening.arrived();
    await end();
    opening.goOn();
    expect(await response).toMatchObject({ status: 400, body: { message: again } });
    expect(thief.cookies.size).toBe(0);
    expect((await auditLogOf(cloud(), username)).map(({ event }) => event)).toContain('log-in-refused');
  });

  it('nor makes its browser a known one', async () => {
    const username = newAddress();
    const owner = await person(cloud(), username);
    using opening = holdCalls(cloud(), asks('TransactWriteItems', username, 'LOGIN#'));
    const thief = browser();
    thief.cookies.set('__Host-device', 'chosen-by-the-thief-00');
    const response = logIn(thief, username);
    await opening.arrived();
    await changePassword(owner);
    opening.goOn();
    await response;
    const newBrowsers = () =>
      cloud()
        .mail(username)
        .filter(({ subject }) => /new login/.test(subject));
    const before = newBrowsers().length;
    await thief.call('POST', '/public/login', { username, password: newPassword });
    expect(await isOpen(thief)).toBe(true);
    expect(newBrowsers()).toHaveLength(before + 1);
  });
});
