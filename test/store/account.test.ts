import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { hour, interceptTable, minute, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const addresses = await import('../../lambdas/account/address-changes.ts');
const { revokeAllSessions, replaceSession } = await import('../../lambdas/table/session-changes.ts');
const { findSession, openSession } = await import('../../lambdas/table/sessions.ts');

const open = () =>
  openSession({
    ...{ sub: store.sub(), username: store.username(), host: 'apply.example.edu' },
    ...{ isTrusted: true, sessionVersion: undefined },
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

describe('a change of address', () => {
  const change = { address: 'new@example.edu', code: 'hash one', current_code: 'hash two' };

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
});
