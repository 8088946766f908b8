import { createHash } from 'node:crypto';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { asks, holdCalls } from '../support/held-calls.ts';
import { auditLogOf, runOperatorCommand } from '../support/operator.ts';
import { Person, person } from '../support/person.ts';
import { tableOf } from '../support/table.ts';

const cloud = withCloud();

/** Another browser with the same cookies. */
function copyOf({ username, cookies }: Person): Person {
  const copy = new Person(cloud(), username);
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}

describe('logging out everywhere else', () => {
  const path = '/api/account/sessions';

  it('leaves this one, and ends a copy of its cookie', async () => {
    const home = await person(cloud());
    const [phone, school] = [await home.inAnotherBrowser(), await home.inAnotherBrowser()];
    const copy = copyOf(school);
    expect(await school.call('DELETE', path)).toMatchObject({
      status: 200,
      body: { message: "You're logged out everywhere else." },
    });
    const open = await Promise.all([home, phone, copy, school].map((each) => each.isLoggedIn()));
    expect(open).toEqual([false, false, false, true]);
    expect(await auditLogOf(cloud(), home.username)).toContainEqual(
      expect.objectContaining({ event: 'sessions-ended', names: ['applicant'] }),
    );
  });

  it('ends no session of another applicant, and needs a log-in', async () => {
    const [one, other] = [await person(cloud()), await person(cloud())];
    expect((await other.call('DELETE', path)).status).toBe(200);
    expect((await new ApiClient(cloud()).call('DELETE', path)).status).toBe(401);
    expect(await one.isLoggedIn()).toBe(true);
  });
});

describe('a session', () => {
  /** The stored session of an applicant who has just logged in. */
  function sessionOf(applicant: Person) {
    const id = applicant.cookies.get('__Host-session') ?? expect.unreachable();
    const { documents, TableName } = tableOf(cloud());
    const Key = { pk: `SESSION#${createHash('sha256').update(id).digest('hex')}`, sk: 'SESSION' };
    const set = (name: 'last_seen' | 'ends' | 'renewed_until', moment: number) =>
      documents.send(
        new UpdateCommand({
          ...{ TableName, Key, UpdateExpression: `SET ${name} = :then` },
          ExpressionAttributeValues: { ':then': moment },
        }),
      );
    const stored = async () => (await documents.send(new GetCommand({ TableName, Key }))).Item ?? {};
    return { set, stored };
  }

  it('that is used again after a minute stays open, whichever function answers', async () => {
    const applicant = await person(cloud());
    const { set, stored } = sessionOf(applicant);
    const minutesAgo = Date.now() - 120_000;
    for (const path of ['/api/profile', '/api/document-answer', '/api/pdf']) {
      await set('last_seen', minutesAgo);
      expect((await applicant.get(path)).status, path).toBeLessThan(400);
      expect((await stored()).last_seen, path).toBeGreaterThan(minutesAgo);
    }
  });

  it('ends twelve hours after the log-in, though it is in use', async () => {
    const before = Date.now();
    const applicant = await person(cloud());
    const { set, stored } = sessionOf(applicant);
    const { ends } = await stored();
    expect(ends).toBeGreaterThanOrEqual(before + 12 * 3_600_000);
    expect(ends).toBeLessThanOrEqual(Date.now() + 12 * 3_600_000);
    expect(await applicant.isLoggedIn()).toBe(true);
    const ended = Date.now() - 1;
    await set('ends', ended);
    expect((await applicant.get('/api/profile')).status).toBe(401);
    const at = new Date(ended).toISOString();
    expect(await auditLogOf(cloud(), applicant.username)).toContainEqual(
      expect.objectContaining({ event: 'session-over', at, names: ['twelve-hours'] }),
    );
  });

  it('that was renewed responds with 401 to its earlier cookie, and removes the cookies only after a minute', async () => {
    const applicant = await person(cloud());
    const { set, stored } = sessionOf(applicant);
    const late = copyOf(applicant);
    expect((await applicant.call('DELETE', '/api/account/sessions')).status).toBe(200);
    const early = await late.get('/api/profile');
    expect(early).toMatchObject({ status: 401, body: { renewed: true } });
    expect(early.headers.getSetCookie()).toEqual([]);
    expect(Object.keys(await stored()).toSorted()).toEqual(['expires_at', 'pk', 'renewed_until', 'sk']);
    await set('renewed_until', Date.now() - 1);
    const after = await late.get('/api/profile');
    expect([after.status, after.body.renewed]).toEqual([401, undefined]);
    expect(after.headers.getSetCookie()).toHaveLength(2);
    expect(await applicant.isLoggedIn()).toBe(true);
    expect((await late.get('/api/logout')).status).toBe(200);
  });
});

describe('a log-in that is on its way', () => {
  const password = 'Another-Horse-10!';
  const passwords = { password, confirm_password: password };
  const changePassword = async (owner: Person) => {
    const body = { current_password: goodPassword, ...passwords };
    expect((await owner.post('/api/account/password', body)).status).toBe(200);
  };

  /** Returns a function that resets the password with a mailed link. */
  async function mailedReset(owner: Person) {
    const { username } = owner;
    await owner.post('/public/forgot-password', { username });
    const id = /[?&]id=(\S+)/.exec(owner.mails()[0]?.text ?? '')?.[1];
    return () => owner.post('/public/reset-password', { username, ...passwords, id });
  }

  /** Logs in, and runs an action between the check of the password and the opening of the session. */
  async function logInDuring(thief: Person, action: () => Promise<unknown>) {
    using opening = holdCalls(cloud(), asks('TransactWriteItems', thief.username, 'LOGIN#'));
    const reply = thief.logIn();
    await opening.arrived();
    await action();
    opening.goOn();
    return reply;
  }

  // Prepare everything except the call that ends the sessions: the log-in waits at most ten seconds for it.
  it.each<[when: string, prepare: (owner: Person) => Promise<() => Promise<unknown>>]>([
    ['when the password is changed', async (owner) => () => changePassword(owner)],
    ['when the password is reset', mailedReset],
    [
      'when an operator ends all sessions',
      async ({ username: user }) =>
        () =>
          runOperatorCommand(cloud(), { command: 'end-sessions', user }),
    ],
  ])('opens no session %s', async (_when, prepare) => {
    const owner = await person(cloud());
    const thief = new Person(cloud(), owner.username);
    expect(await logInDuring(thief, await prepare(owner))).toMatchObject({
      status: 400,
      body: { message: 'Your account was just changed. Please log in again.' },
    });
    expect(thief.cookies.size).toBe(0);
    expect(await owner.events()).toContain('log-in-refused');
  });

  it('does not make its browser a known one', async () => {
    const owner = await person(cloud());
    const thief = new Person(cloud(), owner.username);
    thief.cookies.set('__Host-device', 'chosen-by-the-thief-00');
    await logInDuring(thief, () => changePassword(owner));
    const before = owner.mails('new login').length;
    expect((await thief.logIn(password)).status).toBe(200);
    expect(owner.mails('new login')).toHaveLength(before + 1);
  });
});
