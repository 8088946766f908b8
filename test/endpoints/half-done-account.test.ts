import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { goodPassword, newAddress } from '../support/applicant.ts';
import { withCloud } from '../support/cloud.ts';
import { asks } from '../support/held-calls.ts';
import { auditLogOf } from '../support/operator.ts';
import { workOf } from '../support/outbox.ts';
import { accountsIn, type Person, person } from '../support/person.ts';
import { tableOf } from '../support/table.ts';

// One call to AWS fails in the middle of a change of an account. These faults fit calls of every account, so
// the tests are not concurrent.

const cloud = withCloud();
const newPassword = 'Another-Horse-10!';
const passwords = { password: newPassword, confirm_password: newPassword };

/** Two browsers of one applicant. */
async function onTwoDevices() {
  const home = await person(cloud());
  return { home, elsewhere: await home.inAnotherBrowser() };
}

/** Fails calls of one kind during an action, with an error that the SDK does not retry. */
async function failing<T>(
  [operation, ...texts]: readonly [string, ...string[]],
  action: () => Promise<T>,
): Promise<T> {
  const effect = { errorName: 'AccessDeniedException' };
  const restore = cloud().injectFault({ effect, matches: asks(operation, ...texts) });
  return action().finally(restore);
}

describe('a new password ends the other sessions', () => {
  const change = (home: Person) =>
    home.post('/api/account/password', { current_password: goodPassword, ...passwords });
  const reset = (home: Person, id: string | undefined) =>
    home.post('/public/reset-password', { username: home.username, ...passwords, id });

  it('and is mailed, although its entry in the audit log fails', async () => {
    const { home, elsewhere } = await onTwoDevices();
    const changed = await failing(['PutItem', 'AuditLog', 'password-changed'], () => change(home));
    expect(changed.status).toBe(500);
    expect(await elsewhere.isLoggedIn()).toBe(false);
    expect(home.mails(': your password was changed')).toHaveLength(1);
    expect((await home.logIn(newPassword)).status).toBe(200);
  });

  it('although Cognito fails, and may have set it', async () => {
    const { home, elsewhere } = await onTwoDevices();
    expect((await failing(['AdminSetUserPassword'], () => change(home))).status).toBe(500);
    expect(await elsewhere.isLoggedIn()).toBe(false);
  });

  it.each([
    ['the count of wrong passwords cannot be reset', ['DeleteItem', 'wrong-password']],
    ['Cognito fails, and may have set it', ['AdminSetUserPassword']],
  ] as const)('although %s, after a reset', async (_what, call) => {
    const { home, elsewhere } = await onTwoDevices();
    await home.post('/public/forgot-password', { username: home.username });
    const id = /[?&]id=(\S+)/.exec(home.mails()[0]?.text ?? '')?.[1];
    expect((await failing(call, () => reset(home, id))).status).toBe(500);
    expect([await home.isLoggedIn(), await elsewhere.isLoggedIn()]).toEqual([false, false]);
  });
});

describe('a change of address that fails in the middle', () => {
  /** Two browsers of one applicant, of which the one at home has the codes of both mailboxes. */
  async function withCodes(devices?: Awaited<ReturnType<typeof onTwoDevices>>) {
    const { home, elsewhere } = devices ?? (await onTwoDevices());
    const [before, after] = [home.username, newAddress()];
    const codeIn = (address: string) =>
      /The code is (\d{6})/.exec(
        cloud()
          .mail(address)
          .map(({ text }) => text)
          .join(),
      )?.[1];
    await home.post('/api/account/address', { username: after, current_password: goodPassword });
    return { before, after, home, elsewhere, codes: { code: codeIn(after), current_code: codeIn(before) } };
  }
  type Changing = Awaited<ReturnType<typeof withCodes>>;

  /** Fails every call that changes something, after the first ones. Returns true if there was none. */
  async function dyingAfter(calls: number, action: () => Promise<unknown>): Promise<boolean> {
    let made = 0;
    const restore = cloud().injectFault({
      effect: { errorName: 'AccessDeniedException' },
      matches: ({ headers }) => {
        if (/\.(Put|Update|Delete|Transact|Admin(?!Get))/.test(headers['x-amz-target'] ?? '')) made += 1;
        return made > calls;
      },
    });
    await action().finally(restore);
    return made <= calls;
  }

  const eventsOf = async (address: string) => (await auditLogOf(cloud(), address)).map(({ event }) => event);
  const confirm = ({ home, codes }: Changing) => home.post('/api/account/address/confirm', codes);
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
    await runSchedule(); // mails what the first run made pending
  }

  const isMailed = (address: string) =>
    cloud()
      .mail(address)
      .some(({ subject }) => subject.endsWith(': your email address was changed'));

  /** Expects the new address in each place. */
  async function expectFinished({ before, after, home, elsewhere }: Changing) {
    const accounts = await accountsIn(cloud());
    expect([accounts.has(before), accounts.has(after)]).toEqual([false, true]);
    expect(await elsewhere.isLoggedIn()).toBe(false);
    expect((await home.get('/api/profile')).body.username).toBe(after);
    expect([isMailed(before), isMailed(after)]).toEqual([true, true]);
    const events = await eventsOf(after);
    expect(events).toContain('address-change-begun');
    expect(events.filter((event) => event === 'address-changed')).toHaveLength(1);
    expect(await unfinished()).toEqual([]);
  }

  async function expectRolledBack({ before, after, home }: Changing) {
    expect((await home.get('/api/profile')).body.username).toBe(before);
    expect([isMailed(before), isMailed(after)]).toEqual([false, false]);
    const events = await eventsOf(before);
    expect(events).not.toContain('address-changed');
    expect(events.includes('address-change-dropped')).toBe(events.includes('address-change-begun'));
  }

  it('is finished by the schedule, wherever that dies, when the audit log cannot be written after the change', async () => {
    const changing = await withCodes();
    const changed = await failing(['TransactWriteItems', 'address-changed'], () => confirm(changing));
    expect(changed).toMatchObject({ status: 200, body: { username: changing.after } });
    await age(5);
    for (let calls = 0; !(await dyingAfter(calls, runSchedule)); calls += 1);
    await runLater();
    await expectFinished(changing);
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

  it('is finished by the schedule when Cognito’s reply was lost', async () => {
    const changing = await withCodes();
    const matches = asks('AdminUpdateUserAttributes', changing.before);
    const restore = cloud().injectFault({ effect: 'reply lost', matches });
    expect((await confirm(changing).finally(restore)).status).toBeGreaterThanOrEqual(500);
    expect(await changing.elsewhere.isLoggedIn()).toBe(false);
    await runLater();
    await expectFinished(changing);
  });

  it('is finished or rolled back wherever its function dies', async () => {
    const attempts: Changing[] = [];
    let isUndisturbed = false;
    for (let calls = 0; !isUndisturbed; calls += 1) {
      const changing = await withCodes();
      isUndisturbed = await dyingAfter(calls, () => confirm(changing));
      attempts.push(changing);
    }
    // One run of the schedule finishes or rolls back all of them.
    await runLater(20);
    const accounts = await accountsIn(cloud());
    const rolledBack = attempts.filter(({ before }) => accounts.has(before));
    const moved = attempts.filter(({ before }) => !accounts.has(before));
    expect(Math.min(moved.length, rolledBack.length)).toBeGreaterThan(1);
    for (const changing of moved) await expectFinished(changing);
    for (const changing of rolledBack) await expectRolledBack(changing);
  });
});
