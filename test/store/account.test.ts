import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { hour, interceptTable, minute, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const addresses = await import('../../lambdas/store/address-changes.ts');
const moves = await import('../../lambdas/store/address-moves.ts');
const notices = await import('../../lambdas/store/notices.ts');
const { revokeAllSessions, replaceSession } = await import('../../lambdas/store/session-changes.ts');
const { findSession, openSession } = await import('../../lambdas/store/sessions.ts');
const { readApplication } = await import('../../lambdas/store/application.ts');
const { auditLogOf } = await import('../../lambdas/store/audit-log.ts');
const { readAuditLog } = await import('../../lambdas/store/read-audit-log.ts');

const { table, TableName } = await import('../../lambdas/store/table.ts');

const put = (Item: Record<string, unknown>) => table.send(new PutCommand({ TableName, Item }));
const open = (isTrusted = true) =>
  openSession({
    ...{ sub: store.sub(), username: store.username(), host: 'apply.example.edu' },
    ...{ isTrusted, sessionVersion: undefined },
  });

describe('a session that goes on', () => {
  it('has a new id and, after a change of address, a new name; it ends when it would have ended', async () => {
    const before = await open();
    store.pass(10 * minute);
    const { id, secondsLeft } = await replaceSession(before, store.sub(), 'new@example.edu');
    expect(secondsLeft).toBe(11 * 3600 + 50 * 60);
    expect(await findSession(id)).toEqual({ sub: store.sub(), username: 'new@example.edu' });
    expect([await findSession(before), (await findSession(id))?.sub]).toEqual([undefined, store.sub()]);
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
    expect(await findSession(before)).toBeUndefined();
  });
});

describe('a log-in in a browser that the account does not know', () => {
  it('says so in the audit log', async () => {
    await open(false);
    const { entries } = await readAuditLog(await auditLogOf(store.username(), store.sub()), '');
    expect(entries).toMatchObject([{ event: 'log-in', keys: ['new-browser'] }]);
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

  it('is claimed by one caller, and again after a failure or a minute', async () => {
    const at = new Date(store.now()).toISOString();
    const about = { kind: 'password-changed' as const, at, host: 'a.example', browser: '' };
    const [failing, stuck, fresh] = [
      await notices.addPendingNotice({ ...about, username: 'failing@example.edu' }),
      await notices.addPendingNotice({ ...about, username: 'stuck@example.edu' }),
      await notices.addPendingNotice({ ...about, username: 'fresh@example.edu' }),
    ];
    const claims = await Promise.all([1, 2, 3].map(() => notices.claimNotice(failing)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    store.pass(1000);
    await notices.releaseNotice(failing);
    expect(await notices.claimNotice(stuck)).toBe(true);
    store.pass(1);
    const waiting = await notices.pendingNotices();
    expect(waiting.map(({ sk }) => sk)).toEqual([fresh, failing, stuck].map(({ sk }) => sk));
    expect(await Promise.all([failing, stuck].map(notices.claimNotice))).toEqual([true, false]);
    store.pass(minute);
    expect(await notices.claimNotice(stuck)).toBe(true);
    await notices.forgetNotice(stuck);
    expect(await notices.claimNotice(stuck)).toBe(false);
    for (const each of [fresh, failing]) await notices.forgetNotice(each);
  });

  it('of a later version stays pending after a rollback, and others are read', async () => {
    const [at, username] = [new Date(store.now()).toISOString(), store.username()];
    const notice = { kind: 'password-changed' as const, at, username, host: 'a.example', browser: '' };
    await put({ ...notices.noticeItem(notice), kind: 'of a later version' });
    await notices.addPendingNotice(notice);
    expect((await notices.pendingNotices()).map((each) => each.notice)).toEqual([notice]);
  });
});
