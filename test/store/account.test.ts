import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { hour, interceptTable, minute, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const addresses = await import('../../lambdas/store/address-changes.ts');
const moves = await import('../../lambdas/store/address-moves.ts');
const notices = await import('../../lambdas/store/notices.ts');
const { endListedSession, listSessions } = await import('../../lambdas/store/own-sessions.ts');
const recovery = await import('../../lambdas/store/recovery-codes.ts');
const steps = await import('../../lambdas/store/second-steps.ts');
const { revokeAllSessions, replaceSession } = await import('../../lambdas/store/session-changes.ts');
const { findSession, openSession } = await import('../../lambdas/store/sessions.ts');
const { readApplication } = await import('../../lambdas/store/application.ts');
const { auditLogOf } = await import('../../lambdas/store/audit-log.ts');
const { readAuditLog } = await import('../../lambdas/store/read-audit-log.ts');

const { table, TableName } = await import('../../lambdas/store/table.ts');

const put = (Item: Record<string, unknown>) => table.send(new PutCommand({ TableName, Item }));
const open = (browser = 'Firefox on Windows', isTrusted = true) =>
  openSession({
    ...{ sub: store.sub(), username: store.username(), host: 'apply.example.edu' },
    ...{ browser, isTrusted, sessionVersion: undefined },
  });
const list = (current = '') => listSessions(store.sub(), current);

describe('the sessions that an applicant sees', () => {
  it('are the open ones, the own first, then those used last', async () => {
    const began = store.now();
    const [first, second] = [await open('Safari on iPhone'), await open()];
    store.pass(2 * minute);
    const third = await open('Chrome on Android');
    const { sessions, hasMore } = await list(second);
    expect(hasMore).toBe(false);
    expect(sessions.map(({ browser, isCurrent }) => [browser, isCurrent])).toEqual([
      ['Firefox on Windows', true],
      ['Chrome on Android', false],
      ['Safari on iPhone', false],
    ]);
    expect(sessions[0]).toMatchObject({
      began,
      lastUsed: began,
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(second).not.toContain(sessions[0]?.id ?? second);
    store.pass(29 * minute);
    expect((await list(third)).sessions.map(({ browser }) => browser)).toEqual(['Chrome on Android']);
    expect(await findSession(first)).toMatchObject({ over: { reason: 'idle' } });
  });

  it('are there to the end of the half hour after which they are over', async () => {
    await open();
    store.pass(30 * minute);
    expect((await list()).sessions).toHaveLength(1);
    store.pass(1);
    expect((await list()).sessions).toEqual([]);
  });

  it('are listed by when they were used, whatever their ids are', async () => {
    const browsers = Array.from({ length: 6 }, (_, index) => `Browser ${index}`);
    for (const browser of browsers) {
      await open(browser);
      store.pass(minute);
    }
    const { sessions } = await list();
    expect(sessions.map(({ browser }) => browser)).toEqual(browsers.toReversed());
  });

  it('end one by one, each once, and belong to one applicant', async () => {
    const [first, second] = [await open('One'), await open('Two')];
    const found = (await list()).sessions.find(({ browser }) => browser === 'One');
    expect(await endListedSession(store.sub(), found?.id ?? '')).toBe(true);
    expect(await endListedSession(store.sub(), found?.id ?? '')).toBe(false);
    expect([await findSession(first), (await findSession(second))?.sub]).toEqual([undefined, store.sub()]);
    const { entries } = await readAuditLog(await auditLogOf(store.username(), store.sub()), '');
    expect(entries.map(({ event }) => event)).toContain('session-ended');
  });

  it('are twenty at most, and it says that there are more', async () => {
    for (let index = 0; index < 20; index++) await open();
    expect(await list()).toMatchObject({ hasMore: false });
    await open();
    const { sessions, hasMore } = await list();
    expect([sessions.length, hasMore]).toEqual([20, true]);
  });
});

describe('a session that goes on', () => {
  it('has a new id and, after a change of address, a new name; it ends when it would have ended', async () => {
    const before = await open();
    store.pass(10 * minute);
    const { id, secondsLeft } = await replaceSession(before, store.sub(), 'new@example.edu');
    expect(secondsLeft).toBe(11 * 3600 + 50 * 60);
    expect(await findSession(id)).toEqual({ sub: store.sub(), username: 'new@example.edu' });
    expect((await list(id)).sessions[0]).toMatchObject({ browser: 'Firefox on Windows', isCurrent: true });
    expect([await findSession(before), (await findSession(id))?.sub]).toEqual([undefined, store.sub()]);
    expect((await list(id)).sessions).toHaveLength(1);
    await open();
    const owner = { sub: store.sub(), username: store.username() };
    expect(await revokeAllSessions(owner, 'applicant', { except: id })).toBe(1);
    expect((await findSession(id))?.sub).toBe(store.sub());
    await expect(replaceSession(before, store.sub())).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});

describe('a session that goes on while another call of it is under way', () => {
  it('waits for that call', async () => {
    const before = await open();
    let isFirst = true;
    const end = interceptTable((command, send) => {
      if (!(command instanceof TransactWriteCommand && isFirst)) return send();
      isFirst = false;
      return Promise.reject(
        new TransactionCanceledException({
          ...{ message: 'Transaction cancelled', $metadata: {} },
          CancellationReasons: [{ Code: 'TransactionConflict' }],
        }),
      );
    });
    const { id } = await replaceSession(before, store.sub());
    end();
    expect([await findSession(before), (await findSession(id))?.sub]).toEqual([undefined, store.sub()]);
  });

  it('stays ended when it was ended in between', async () => {
    const before = await open();
    store.beforeNextTransaction(() =>
      revokeAllSessions({ sub: store.sub(), username: store.username() }, 'operator'),
    );
    await expect(replaceSession(before, store.sub())).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect((await list()).sessions).toEqual([]);
  });
});

describe('a log-in in a browser that the account does not know', () => {
  it('says so in the audit log', async () => {
    await open('Firefox on Windows', false);
    const { entries } = await readAuditLog(await auditLogOf(store.username(), store.sub()), '');
    expect(entries).toMatchObject([{ event: 'log-in', keys: ['new-browser'] }]);
  });
});

describe('a log-in that waits for the second factor', () => {
  const challenge = { session: 'session', user: 'user' };
  const begin = () =>
    steps.openSecondStep({
      sub: store.sub(),
      username: store.username(),
      challenge,
      sessionVersion: undefined,
    });

  it('waits for five minutes', async () => {
    const cookie = await begin();
    store.pass(5 * minute - 1);
    expect(await steps.findSecondStep(cookie)).toMatchObject({
      ...{ sub: store.sub(), username: store.username(), challenge },
    });
    expect(await steps.findSecondStep(`${cookie}x`)).toBeUndefined();
    expect(await steps.findSecondStep(store.sub())).toBeUndefined();
    expect([await steps.findSecondStep(''), await steps.findSecondStep()]).toEqual([undefined, undefined]);
    store.pass(1);
    expect(await steps.findSecondStep(cookie)).toBeUndefined();
  });

  it('takes five tries', async () => {
    const step = await steps.findSecondStep(await begin());
    if (step === undefined) throw new Error('There is no step.');
    const tries = await Promise.all(Array.from({ length: 7 }, () => steps.takeTry(step)));
    expect(tries.filter(Boolean)).toHaveLength(5);
    await steps.endSecondStep(step);
    expect(await steps.takeTry(step)).toBe(false);
  });

  it('is over after five tries, when it has ended, and with every session', async () => {
    const [tried, ended, other] = [await begin(), await begin(), await begin()];
    const step = await steps.findSecondStep(tried);
    for (let index = 0; index < 5; index++) if (step !== undefined) await steps.takeTry(step);
    expect(await steps.findSecondStep(tried)).toBeUndefined();
    const another = await steps.findSecondStep(ended);
    if (another !== undefined) await steps.endSecondStep(another);
    expect(await steps.findSecondStep(ended)).toBeUndefined();
    expect(await steps.findSecondStep(other)).toBeDefined();
    await revokeAllSessions({ sub: store.sub(), username: store.username() }, 'new-password');
    expect(await steps.findSecondStep(other)).toBeUndefined();
  });
});

describe('recovery codes', () => {
  it('are ten, work once each, however they are typed, and are replaced together', async () => {
    expect(await recovery.countRecoveryCodes(store.sub())).toBe(0);
    const codes = await recovery.makeRecoveryCodes(store.sub());
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/);
    const [first = '', second = ''] = codes;
    expect(await recovery.spendRecoveryCode(store.sub(), ` ${first.toUpperCase().replace('-', ' ')} `)).toBe(
      true,
    );
    expect(await recovery.spendRecoveryCode(store.sub(), first)).toBe(false);
    expect(await recovery.spendRecoveryCode(store.sub(), 'no code')).toBe(false);
    expect(await recovery.countRecoveryCodes(store.sub())).toBe(9);
    await recovery.makeRecoveryCodes(store.sub());
    expect(await recovery.spendRecoveryCode(store.sub(), second)).toBe(false);
    await recovery.deleteRecoveryCodes(store.sub());
    expect(await recovery.countRecoveryCodes(store.sub())).toBe(0);
  });
});

describe('a change of address', () => {
  const change = { address: 'new@example.edu', code: 'hash one', current_code: 'hash two' };
  const addressMove = {
    ...{ address: 'new@example.edu', username: 'old@example.edu', session: 'hash' },
    ...{ host: 'apply.example.edu', browser: '', at: '2026-11-01T00:00:00.000Z' },
  };

  it('may be tried five times within an hour', async () => {
    expect(await addresses.tryAddressChange(store.sub())).toBeUndefined();
    await addresses.keepAddressChange(store.sub(), change);
    for (let index = 0; index < 5; index++)
      expect(await addresses.tryAddressChange(store.sub())).toEqual(change);
    expect(await addresses.tryAddressChange(store.sub())).toBeUndefined();
    await addresses.keepAddressChange(store.sub(), change);
    store.pass(hour - 1);
    expect(await addresses.tryAddressChange(store.sub())).toEqual(change);
    store.pass(1);
    expect(await addresses.tryAddressChange(store.sub())).toBeUndefined();
  });

  it('is forgotten when it is made, and the application has the new address', async () => {
    await open();
    await addresses.keepAddressChange(store.sub(), change);
    await addresses.forgetAddressChange(store.sub());
    expect(await addresses.tryAddressChange(store.sub())).toBeUndefined();
    store.pass(1000);
    const move = { ...addressMove, sk: store.sub() };
    expect(await moves.beginAddressMove(move)).toBe(true);
    expect(await moves.beginAddressMove({ ...move, address: 'other@example.edu' })).toBe(false);
    const mails = await moves.recordAddressMoved(move);
    expect(mails.map(({ notice }) => notice.username)).toEqual(['old@example.edu', 'new@example.edu']);
    for (const mail of mails) await notices.forgetNotice(mail);
    expect(await moves.recordAddressMoved(move)).toEqual([]);
    await moves.forgetAddressMove({ ...move, at: '2026-01-01T00:00:00.000Z' });
    expect(await moves.findAddressMove(store.sub())).toEqual({ ...move, is_told: true });
    await moves.forgetAddressMove(move);
    expect(await moves.findAddressMove(store.sub())).toBeUndefined();
    expect((await readApplication(store.sub())).username).toBe('new@example.edu');
    store.pass(1000);
    await openSession({
      sub: store.sub(),
      username: 'newest@example.edu',
      host: 'apply.example.edu',
      browser: '',
      isTrusted: true,
      sessionVersion: undefined,
    });
    expect((await readApplication(store.sub())).username).toBe('newest@example.edu');
  });
});

describe('a notice about an account', () => {
  it('is pending until it was mailed', async () => {
    const notice = {
      ...{ kind: 'new-browser' as const, username: store.username(), host: 'apply.example.edu' },
      ...{ at: new Date(store.now()).toISOString(), browser: 'Firefox on Windows' },
    };
    await notices.addPendingNotice(notice);
    const pending = await notices.pendingNotices();
    expect(pending.map((each) => each.notice)).toEqual([notice]);
    for (const each of pending) await notices.forgetNotice(each);
    expect(await notices.pendingNotices()).toEqual([]);
  });

  it('stays pending if a later one takes its place while it is mailed', async () => {
    const answered = async () => {
      const at = new Date(store.now()).toISOString();
      const to = { username: store.username(), host: 'apply.example.edu' };
      await put(notices.officeNoticeItem(store.sub(), { kind: 'correction-answered', at, ...to }));
      return notices.pendingNotices();
    };
    const [first] = await answered();
    store.pass(1000);
    const [second] = await answered();
    expect(first && (await notices.forgetNotice(first))).toBe(false);
    expect(await notices.pendingNotices()).toEqual([second]);
    expect(second && (await notices.forgetNotice(second))).toBe(true);
  });

  it('of a later version stays pending after a rollback, and others are read', async () => {
    const [at, username] = [new Date(store.now()).toISOString(), store.username()];
    const notice = { kind: 'password-changed' as const, at, username, host: 'a.example', browser: '' };
    await put({ ...notices.noticeItem(notice), kind: 'of a later version' });
    await notices.addPendingNotice(notice);
    expect((await notices.pendingNotices()).map((each) => each.notice)).toEqual([notice]);
  });
});
