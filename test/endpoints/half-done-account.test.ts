import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { ApiClient, goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { eventually } from '../support/eventually.ts';
import { asks } from '../support/held-calls.ts';
import { auditLogOf } from '../support/operator.ts';
import { workOf } from '../support/outbox.ts';
import { accountsIn, person } from '../support/person.ts';
import { tableOf } from '../support/table.ts';

const logIn = (client: ApiClient, username: string, password = goodPassword) =>
  client.call('POST', '/public/login', { username, password });

// One call to AWS fails in the middle of a change of an account. These faults fit calls of every account, so
// the tests are not concurrent.

const cloud = withCloud();
const newPassword = 'Another-Horse-10!';
const passwords = { password: newPassword, confirm_password: newPassword };

/** Two browsers of one applicant. */
async function onTwoDevices() {
  const username = newAddress();
  const [home, elsewhere] = [await person(cloud(), username), new ApiClient(cloud())];
  await logIn(elsewhere, username);
  return { username, home, elsewhere };
}
const isOpen = async (client: ApiClient) => (await client.call('GET', '/api/profile')).status === 200;
const subjects = (username: string) =>
  cloud()
    .mail(username)
    .map(({ subject }) => subject);
const eventsOf = async (username: string) => (await auditLogOf(cloud(), username)).map(({ event }) => event);

/** Fails calls of one kind during an action, with an error that the SDK does not retry. */
async function failing<T>(
  [operation, ...texts]: readonly [string, ...string[]],
  action: () => Promise<T>,
): Promise<T> {
  const effect = { errorName: 'AccessDeniedException' };
  const restore = cloud().injectFault({ effect, matches: asks(operation, ...texts) });
  return action().finally(restore);
}

const change = (client: ApiClient) =>
  client.call('POST', '/api/account/password', { current_password: goodPassword, ...passwords });

describe('a new password ends the other sessions and is mailed', () => {
  it('although its entry in the audit log fails', async () => {
    const { username, home, elsewhere } = await onTwoDevices();
    const changed = await failing(['PutItem', 'AuditLog', 'password-changed'], () => change(home));
    expect(changed.status).toBe(500);
    expect(await isOpen(elsewhere)).toBe(false);
    expect(subjects(username)).toContainEqual(expect.stringMatching(/: your password was changed$/));
    expect((await logIn(new ApiClient(cloud()), username, newPassword)).status).toBe(200);
  });

  it('although Cognito answers too late', async () => {
    const { username, home, elsewhere } = await onTwoDevices();
    const restore = cloud().injectFault({
      effect: { milliseconds: 9_800 },
      matches: asks('AdminSetUserPassword', username),
    });
    const changed = await change(home).finally(restore);
    expect(changed.status).toBe(503);
    expect(await isOpen(elsewhere)).toBe(false);
  });

  it.each([
    ['the count of wrong passwords cannot be reset', ['DeleteItem', 'wrong-password']],
    ['Cognito fails, and may have set it', ['AdminSetUserPassword']],
  ] as const)('although %s, after a reset', async (_what, call) => {
    const { username, home, elsewhere } = await onTwoDevices();
    await home.call('POST', '/public/forgot-password', { username });
    const link = /\S+\/reset\?\S+/.exec(cloud().mail(username)[0]?.text ?? '')?.[0] ?? expect.unreachable();
    const id = new URL(link).searchParams.get('id');
    const body = { username, ...passwords, id };
    const reset = await failing(call, () =>
      new ApiClient(cloud()).call('POST', '/public/reset-password', body),
    );
    expect(reset.status).toBe(500);
    expect([await isOpen(home), await isOpen(elsewhere)]).toEqual([false, false]);
  });
});

describe('A change of address that fails in the middle', () => {
  const codeIn = (address: string) =>
    cloud()
      .mail(address)
      .map(({ text }) => /The code is (\d{6})/.exec(text)?.[1])
      .find((code) => code !== undefined);

  /** Two browsers of one applicant, of which the one at home has the codes of both mailboxes. */
  async function withCodes(devices?: Awaited<ReturnType<typeof onTwoDevices>>) {
    const { username: before, home, elsewhere } = devices ?? (await onTwoDevices());
    const after = newAddress();
    await home.call('POST', '/api/account/address', { username: after, current_password: goodPassword });
    const codes = { code: codeIn(after), current_code: codeIn(before) };
    return { before, after, home, elsewhere, codes };
  }
  type Changing = Awaited<ReturnType<typeof withCodes>>;

  /** Fails every call that changes something, after the first ones. */
  async function dyingAfter<T>(calls: number, action: () => Promise<T>) {
    let made = 0;
    const restore = cloud().injectFault({
      effect: { errorName: 'AccessDeniedException' },
      matches: ({ headers }) => {
        if (/\.(Put|Update|Delete|Transact|Admin(?!Get))/.test(headers['x-amz-target'] ?? '')) made += 1;
        return made > calls;
      },
    });
    const result = await action().finally(restore);
    return { result, isUndisturbed: made <= calls };
  }

  const confirm = ({ home, codes }: Changing) => home.call('POST', '/api/account/address/confirm', codes);
  const about = /: your email address was changed$/;

  const unfinished = async () => (await workOf(cloud())).filter(({ pk }) => pk === 'OUTBOX#moves');

  const runSchedule = () => cloud().runSchedules(new Date('2026-11-22T08:05:00Z'));

  /** Makes each unfinished change look as if it had begun some minutes ago, and ends every try. */
  async function age(minutes: number) {
    const { documents, TableName } = tableOf(cloud());
    const at = new Date(Date.now() - minutes * 60_000).toISOString();
    for (const { pk, sk } of await workOf(cloud()))
      await documents.send(
        new UpdateCommand({
          ...{ TableName, Key: { pk, sk } },
          UpdateExpression: 'SET next_at = :now, about.#at = :at',
          ExpressionAttributeNames: { '#at': 'at' },
          ExpressionAttributeValues: { ':now': 0, ':at': at },
        }),
      );
  }

  async function runLater(minutes = 5) {
    await age(minutes);
    await runSchedule();
    await runSchedule();
  }

  /** Expects the new address in each place. `accounts` saves a request for each. */
  async function expectFinished({ before, after, home, elsewhere }: Changing, accounts?: Accounts) {
    const addresses = accounts ?? (await accountsIn(cloud()));
    expect([addresses.has(before), addresses.has(after)]).toEqual([false, true]);
    expect(await isOpen(elsewhere)).toBe(false);
    expect((await home.call('GET', '/api/profile')).body.username).toBe(after);
    // A function that dies between a mail and its record leaves the mail to the schedule, which sends it
    // again.
    for (const address of [before, after])
      expect(subjects(address)).toContainEqual(expect.stringMatching(about));
    const events = await eventsOf(after);
    expect(events).toContain('address-change-begun');
    expect(events.filter((event) => event === 'address-changed')).toHaveLength(1);
    expect(await unfinished()).toEqual([]);
  }
  type Accounts = ReadonlySet<string>;

  async function expectRolledBack({ before, after, home }: Changing, accounts: Accounts) {
    expect(accounts.has(before)).toBe(true);
    expect((await home.call('GET', '/api/profile')).body.username).toBe(before);
    expect([...subjects(before), ...subjects(after)].filter((subject) => about.test(subject))).toEqual([]);
    const events = await eventsOf(before);
    expect(events).not.toContain('address-changed');
    expect(events.includes('address-change-dropped')).toBe(events.includes('address-change-begun'));
  }

  it('is finished by the schedule, wherever that dies, when the audit log cannot be written after the change', async () => {
    const changing = await withCodes();
    const changed = await failing(['TransactWriteItems', 'address-changed'], () => confirm(changing));
    expect(changed).toMatchObject({ status: 200, body: { username: changing.after } });
    expect(await isOpen(changing.elsewhere)).toBe(false);
    await age(5);
    for (let calls = 0; !(await dyingAfter(calls, runSchedule)).isUndisturbed; calls += 1);
    await runLater(); // mails what is pending
    await expectFinished(changing);
    expect((await logIn(new ApiClient(cloud()), changing.before)).status).toBe(400);
    expect((await logIn(new ApiClient(cloud()), changing.after)).status).toBe(200);
  });

  it.each([
    ['immediately', async () => undefined],
    ['after the schedule finished it', runLater],
  ])('succeeds when it is repeated %s, although its session could not be renewed', async (_when, wait) => {
    const changing = await withCodes();
    const changed = await failing(['TransactWriteItems', 'renewed_until'], () => confirm(changing));
    expect(changed.status).toBe(500);
    await wait();
    expect(await confirm(changing)).toMatchObject({ status: 200, body: { username: changing.after } });
    await expectFinished(changing);
  });

  it('is dropped by a change to another address', async () => {
    const devices = await onTwoDevices();
    const dropped = await withCodes(devices);
    expect((await failing(['PutItem', 'sessions-ended'], () => confirm(dropped))).status).toBe(500);
    const changing = await withCodes(devices);
    expect((await confirm(changing)).status).toBe(200);
    await expectFinished(changing);
    expect(await eventsOf(changing.after)).toContain('address-change-dropped');
  });

  it('is finished by the schedule when Cognito responds too late', async () => {
    const changing = await withCodes();
    const restore = cloud().injectFault({
      effect: { milliseconds: 9_800 },
      matches: asks('AdminUpdateUserAttributes', changing.before),
    });
    expect((await confirm(changing).finally(restore)).status).toBe(503);
    expect(await isOpen(changing.elsewhere)).toBe(false);
    await eventually(async () => {
      await runLater();
      expect(await eventsOf(changing.after)).toContain('address-changed');
    });
    await runLater(); // mails what the run before made pending
    await expectFinished(changing);
  });

  it('changes nothing when the other sessions cannot be ended, and works when it is repeated', async () => {
    const changing = await withCodes();
    expect((await failing(['PutItem', 'sessions-ended'], () => confirm(changing))).status).toBe(500);
    await runLater(1);
    expect((await changing.home.call('GET', '/api/profile')).body.username).toBe(changing.before);
    expect((await confirm(changing)).status).toBe(200);
    await expectFinished(changing);
  });

  it('is finished or rolled back wherever its function dies', async () => {
    const attempts: { changing: Changing; status: number; isUndisturbed: boolean }[] = [];
    const prepared: Changing[] = [];
    for (let calls = 0; attempts.at(-1)?.isUndisturbed !== true; calls += 1) {
      // Most of the time of a new account is waiting, so several wait together.
      if (prepared.length === 0)
        prepared.push(...(await Promise.all(Array.from({ length: 6 }, () => withCodes()))));
      const changing = prepared.pop() ?? expect.unreachable();
      const { result, isUndisturbed } = await dyingAfter(calls, () => confirm(changing));
      attempts.push({ changing, status: result.status, isUndisturbed });
    }
    // One run of the schedule finishes or rolls back all of them.
    await runLater(20);
    expect(await unfinished()).toEqual([]);
    const accounts = await accountsIn(cloud());
    const outcomes: string[] = [];
    for (const { changing, status, isUndisturbed } of attempts) {
      const isMoved = !accounts.has(changing.before);
      if (isMoved) await expectFinished(changing, accounts);
      else await expectRolledBack(changing, accounts);
      outcomes.push(isUndisturbed ? 'undisturbed' : isMoved ? `finished ${status}` : `rolled back ${status}`);
    }
    expect(outcomes).toEqual(expect.arrayContaining(['finished 200', 'rolled back 500']));
  });
});
