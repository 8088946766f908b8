import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { functionSettings } from '../support/function-settings.ts';
import { day, hour, interceptTable, minute, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { revokeAllSessions } = await import('../../lambdas/table/session-changes.ts');
const { logOut, findSession, openSession, recordSessionOver, readSessionVersion } = await import(
  '../../lambdas/table/sessions.ts'
);
const { addressAuditLog, auditLogOf, auditEntryIn, recordEvent, readAuditLog } = await import(
  '../../lambdas/table/audit-log.ts'
);
const { keys } = await import('../../lambdas/table/keys.ts');
const { queryAll, transact } = await import('../../lambdas/table/table.ts');
const { readDeviceLink, storeDeviceLink } = await import('../../lambdas/application/visitor-calls.ts');

const open = () =>
  openSession({
    sub: store.sub(),
    username: store.username(),
    host: 'apply.example.edu',
    isTrusted: true,
    sessionVersion: undefined,
  });
const recordErased = async () =>
  transact([await auditEntryIn(await addressAuditLog(store.username()), 'erased', {})]);
const entries = async () => (await readAuditLog(await auditLogOf(store.username(), store.sub()), '')).entries;
const events = async () => (await entries()).map(({ event }) => event);

describe('a log-in that began before all sessions were ended', () => {
  const owner = () => ({ sub: store.sub(), username: store.username() });
  const openIn = (sessionVersion: string | undefined) =>
    openSession({
      ...{ ...owner(), host: 'apply.example.edu', browser: 'Firefox on Windows', isTrusted: true },
      sessionVersion,
    });
  const refused = { kind: 'invalid', message: expect.stringContaining('Please log in again') };

  it('opens no session, and one that began afterwards does', async () => {
    const before = await readSessionVersion(store.username());
    expect(before).toBeUndefined();
    await revokeAllSessions(owner(), 'new-password');
    store.pass(1); // entries of one millisecond have no order
    await expect(openIn(before)).rejects.toMatchObject(refused);
    expect(await events()).toEqual(['sessions-ended', 'log-in-refused']);
    const between = await readSessionVersion(store.username());
    expect(await findSession(await openIn(between))).toMatchObject({ sub: store.sub() });
    await revokeAllSessions(owner(), 'new-password');
    await expect(openIn(between)).rejects.toMatchObject(refused);
  });

  it('does not keep any session from ending, when its transaction meets the end', async () => {
    const id = await openIn(await readSessionVersion(store.username()));
    const met = new Set<string>();
    const stop = interceptTable((command, send) => {
      if (!(command instanceof PutCommand || command instanceof DeleteCommand)) return send();
      const item = JSON.stringify(command.input);
      if (met.has(item) || item.includes(functionSettings.AUDIT_TABLE_NAME)) return send();
      met.add(item);
      return Promise.reject(Object.assign(new Error('conflict'), { name: 'TransactionConflictException' }));
    });
    expect(await revokeAllSessions(owner(), 'new-password')).toBe(1);
    stop();
    expect(met.size).toBe(3); // the session version, the session, and its place in the list
    expect(await findSession(id)).toBeUndefined();
  });
});

describe('a session', () => {
  it('is recorded with the beginning of a hash, which opens nothing', async () => {
    const id = await open();
    const logIns = (await queryAll(keys.application(store.sub())))
      .map(({ sk }) => String(sk))
      .filter((sk) => /^LOGIN/.test(sk));
    expect(logIns).toEqual([expect.stringMatching(/^LOGIN#2026-[^#]+Z#[0-9a-f]{8}$/)]);
    store.pass(12 * hour + 1);
    const over = (await findSession(id))?.over ?? expect.unreachable();
    await recordSessionOver(store.sub(), over);
    expect((await entries()).map(({ sk }) => sk)).toContainEqual(
      expect.stringMatching(/^2026-[^#]+Z#[0-9a-f]{8}$/),
    );
  });

  it('is written again only after a minute, and stays ended when it ends at that moment', async () => {
    const id = await open();
    let updates = 0;
    const endCounting = interceptTable((command, send) => {
      if (command instanceof UpdateCommand) updates += 1;
      return send();
    });
    store.pass(minute);
    await findSession(id);
    expect(updates).toBe(0);
    store.pass(1);
    await findSession(id);
    expect(updates).toBe(1);
    endCounting();
    store.pass(2 * minute);
    const endMeeting = interceptTable(async (command, send) => {
      if (!(command instanceof UpdateCommand)) return send();
      endMeeting();
      await logOut(id, store.sub());
      return send();
    });
    expect(await findSession(id)).toEqual({ sub: store.sub(), username: store.username() });
    expect(await findSession(id)).toBeUndefined();
  });

  it('is over after half an hour without a call, and one minute is not noticed', async () => {
    const id = await open();
    store.pass(minute);
    await findSession(id);
    store.pass(29 * minute);
    expect(await findSession(id)).toMatchObject({ sub: store.sub() });
    store.pass(30 * minute);
    expect((await findSession(id))?.over).toBeUndefined();
    store.pass(30 * minute + 1);
    expect((await findSession(id))?.over).toMatchObject({ reason: 'idle', at: store.now() - 1 });
  });
});

it('a session whose end fails half-way is still found when all sessions end', async () => {
  const id = await open();
  const end = interceptTable((command, send) => {
    const isSession = command instanceof DeleteCommand && command.input.Key?.sk === 'SESSION';
    return isSession ? Promise.reject(new Error('The function died.')) : send();
  });
  await expect(logOut(id, store.sub())).rejects.toThrow('The function died.');
  end();
  expect(await revokeAllSessions({ sub: store.sub(), username: store.username() }, 'new-password')).toBe(1);
  expect(await findSession(id)).toBeUndefined();
});

it('an audit log of two long partitions is read page by page, as far as both pages reach', async () => {
  const write = async (count: number) => {
    for (let index = 0; index < count; index++) {
      store.pass(1);
      await recordErased();
      await recordEvent(store.sub(), 'log-in');
      if (index % 4 === 0) await recordEvent(store.sub(), 'log-in');
    }
  };
  await write(210);
  expect((await readAuditLog(await auditLogOf(store.username(), undefined), '')).entries).toHaveLength(200);
  const partitions = await auditLogOf(store.username(), store.sub());
  const pages = [await readAuditLog(partitions, '')];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next)
    pages.push(await readAuditLog(partitions, next));
  const all = pages.flatMap(({ entries: each }) => each.map(({ sk }) => sk));
  expect(all).toEqual(all.toSorted());
  expect(new Set(all).size).toBe(210 + 210 + 53);
});

it('a link to another device opens for a day', async () => {
  const token = await storeDeviceLink({ city: 'Houghton' });
  store.pass(day - 1);
  expect(await readDeviceLink(token)).toEqual({ city: 'Houghton' });
  store.pass(1);
  expect(await readDeviceLink(token)).toBeUndefined();
});
