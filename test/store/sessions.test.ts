import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { functionSettings } from '../support/function-settings.ts';
import { day, hour, interceptTable, minute, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { revokeAllSessions } = await import('../../lambdas/table/session-changes.ts');
const { logOut, findSession, openSession, recordSessionOver, readSessionVersion } = await import(
  '../../lambdas/table/sessions.ts'
);
const { addressAuditLog, auditLogOf, auditEntryIn, recordEvent, recordForOperators } = await import(
  '../../lambdas/table/audit-log.ts'
);
const { readAuditLog } = await import('../../lambdas/table/audit-log.ts');
const { readApplication } = await import('../../lambdas/table/application.ts');
const { admitToken, revokeToken, storeToken } = await import('../../lambdas/table/staff-tokens.ts');
const { keys } = await import('../../lambdas/table/keys.ts');
const { queryAll, transact } = await import('../../lambdas/table/table.ts');
const { readDeviceLink, storeDeviceLink } = await import('../../lambdas/application/visitor-calls.ts');

const operator = { by: 'arn:aws:sts::1:assumed-role/Staff/grace', request: 'request-1' };
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

  it('changes at every end of all sessions, and differs by address', async () => {
    const sessionVersions = new Set<string | undefined>();
    for (let count = 0; count < 3; count++) {
      await revokeAllSessions(owner(), 'operator');
      sessionVersions.add(await readSessionVersion(store.username()));
    }
    expect(sessionVersions.size).toBe(3);
    expect(await readSessionVersion(`not-${store.username()}`)).toBeUndefined();
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

  it('is refused with the throttling of the table, not as one that began too early', async () => {
    const error = new TransactionCanceledException({
      ...{ message: 'Transaction cancelled', $metadata: {} },
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
    });
    const end = interceptTable((command, send) =>
      command instanceof TransactWriteCommand ? Promise.reject(error) : send(),
    );
    await expect(openIn(undefined)).rejects.toBe(error);
    end();
  });
});

describe('a session', () => {
  it('is found by its cookie alone, and is recorded as a log-in', async () => {
    const id = await open();
    expect(await findSession(id)).toEqual({ sub: store.sub(), username: store.username() });
    expect(await findSession(`${id}x`)).toBeUndefined();
    const { logIns, username } = await readApplication(store.sub());
    expect([logIns.length, username]).toEqual([1, store.username()]);
    expect(await entries()).toMatchObject([{ event: 'log-in', keys: [] }]);
  });

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

  it('is not renewed while the table is down, and says so', async () => {
    const id = await open();
    store.pass(2 * minute);
    const endFailing = interceptTable((command, send) =>
      command instanceof UpdateCommand ? Promise.reject(new Error('The table is down.')) : send(),
    );
    await expect(findSession(id)).rejects.toThrow('The table is down.');
    endFailing();
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

  it('is over after twelve hours of calls', async () => {
    const id = await open();
    const opened = store.now();
    for (let passed = 0; passed < 12 * hour; passed += 20 * minute) {
      expect((await findSession(id))?.over).toBeUndefined();
      store.pass(20 * minute);
    }
    store.pass(1);
    const session = await findSession(id);
    expect(session?.over).toMatchObject({ reason: 'twelve-hours', at: opened + 12 * hour });
    if (session?.over === undefined) throw new Error('The session is open.');
    await recordSessionOver(session.sub, session.over);
    await recordSessionOver(session.sub, session.over);
    const over = (await entries()).filter(({ event }) => event === 'session-over');
    expect(over).toHaveLength(1);
    expect(over[0]).toMatchObject({ keys: ['twelve-hours'] });
  });

  it('ends alone with a log-out, and with all others for a new password', async () => {
    const [first, second, third] = [await open(), await open(), await open()];
    await logOut(first, store.sub());
    expect(await findSession(first)).toBeUndefined();
    expect(await findSession(second)).toBeDefined();
    expect(await revokeAllSessions({ sub: store.sub(), username: store.username() }, 'new-password')).toBe(2);
    expect([await findSession(second), await findSession(third)]).toEqual([undefined, undefined]);
    expect(
      await revokeAllSessions({ sub: store.sub(), username: store.username() }, 'operator', { operator }),
    ).toBe(0);
    const found = await entries();
    expect(found.map(({ event }) => event).toSorted()).toEqual([
      ...['log-in', 'log-in', 'log-in', 'log-out', 'sessions-ended', 'sessions-ended'],
    ]);
    expect(found).toContainEqual(expect.objectContaining({ keys: ['new-password'] }));
    expect(found).toContainEqual(expect.objectContaining({ keys: ['operator'], by: operator.by }));
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

describe('the audit log', () => {
  it('has the deletion of an earlier account of the address, and what operators did elsewhere', async () => {
    await recordErased();
    store.pass(1000);
    await open();
    expect(await events()).toEqual(['erased', 'log-in']);
    const before = (await readAuditLog([keys.operatorLog], '')).entries.length;
    await recordForOperators('audit-log-read', operator);
    const { entries: all, next } = await readAuditLog([keys.operatorLog], '');
    expect([all.length, next]).toEqual([before + 1, undefined]);
    expect(all.at(-1)).toMatchObject({ event: 'audit-log-read', by: operator.by, request: 'request-1' });
  });
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

describe('a link for staff', () => {
  it('opens one application until it ends or is revoked, and each use is recorded', async () => {
    const sub = store.sub();
    const ends = store.now() + hour;
    const jti = await storeToken(sub, { ends, purpose: 'decision', audience: 'reader' }, operator);
    const admitted = (token = jti, of = sub) => admitToken({ jti: token, sub: of, route: 'GET /service/x' });
    store.pass(hour - 1);
    expect(await admitted()).toBe('reader');
    store.pass(1);
    expect(await admitted()).toBeUndefined();
    store.pass(1);
    expect(await admitted('unknown')).toBeUndefined();
    const details = { keys: [jti], issuer: operator.by, purpose: 'decision', route: 'GET /service/x' };
    expect(await entries()).toMatchObject([
      { event: 'service-token', keys: [jti], purpose: 'decision', by: operator.by },
      { event: 'service-read', ...details },
      { event: 'service-refused', ...details },
      { event: 'service-refused', keys: ['unknown'] },
    ]);
  });

  it('is refused for another application, and after it was revoked', async () => {
    const sub = store.sub();
    const jti = await storeToken(
      sub,
      { ends: store.now() + hour, purpose: 'decision', audience: 'office' },
      operator,
    );
    const other = { jti, sub: (await import('../../lambdas/runtime/ids.ts')).applicantId.parse('other') };
    expect(await admitToken({ ...other, route: 'r' })).toBeUndefined();
    store.pass(1);
    expect(await revokeToken(jti, operator)).toBe(true);
    expect(await revokeToken('unknown', operator)).toBe(false);
    store.pass(1);
    expect(await admitToken({ jti, sub, route: 'r' })).toBeUndefined();
    expect((await entries()).map(({ event, keys: names }) => [event, ...names])).toEqual([
      ...[
        ['service-token', jti],
        ['service-revoke', jti],
        ['service-refused', jti],
      ],
    ]);
  });
});

describe('a link to another device', () => {
  it('opens its own answers only', async () => {
    expect(await readDeviceLink('unknown')).toBeUndefined();
    const [one, other] = [
      await storeDeviceLink({ city: 'Houghton' }),
      await storeDeviceLink({ city: 'Hancock' }),
    ];
    expect(await readDeviceLink(one)).toEqual({ city: 'Houghton' });
    expect(await readDeviceLink(other)).toEqual({ city: 'Hancock' });
    expect(await readDeviceLink('unknown')).toBeUndefined();
  });

  it('opens twenty times within a day', async () => {
    const token = await storeDeviceLink({ city: 'Houghton' });
    for (let read = 0; read < 20; read++) expect(await readDeviceLink(token)).toEqual({ city: 'Houghton' });
    expect(await readDeviceLink(token)).toBeUndefined();
    expect(await readDeviceLink('unknown')).toBeUndefined();
    const late = await storeDeviceLink({ city: 'Hancock' });
    store.pass(day - 1);
    expect(await readDeviceLink(late)).toEqual({ city: 'Hancock' });
    store.pass(1);
    expect(await readDeviceLink(late)).toBeUndefined();
  });
});
