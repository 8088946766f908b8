import { beforeEach, describe, expect, it } from 'vitest';
import { applicantId } from '../../lambdas/runtime/ids.ts';
import { hour, minute, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { acceptAttempt, returnAttempt, takeAttempt } = await import('../../lambdas/account/attempts.ts');
const { countMailTo, countRequest, isWithin, rateLimits, resetCount, uncountRequest } = await import(
  '../../lambdas/table/throttles.ts'
);

const unrecognized = (network = '203.0.113.7') => ({ username: store.username(), network, own: undefined });
const trusted = () => ({ ...unrecognized(), own: 'device' });
type Caller = ReturnType<typeof unrecognized> | ReturnType<typeof trusted>;
const ofManyNetworks = (index: number) => unrecognized(`10.${index >> 8}.${index & 255}.1`);

const take = (caller: Caller) => takeAttempt('password', caller);
async function takeMany(count: number, callerOf: (index: number) => Caller) {
  for (let index = 0; index < count; index++) await take(callerOf(index));
}
const wait = (seconds: number) => ({ kind: 'tooMany', retryAfter: seconds });

describe('wrong passwords', () => {
  it.each([
    ['five of all unrecognized browsers together', 5, ofManyNetworks],
    ['ten of a trusted browser', 10, trusted],
  ])('are stopped after %s, until an hour passes without one', async (_who, max, callerOf) => {
    for (let again = 0; again < 2; again++) {
      await takeMany(max, (index) => {
        store.pass(50 * minute);
        return callerOf(index);
      });
      store.pass(hour - 1);
      await expect(take(callerOf(max))).rejects.toMatchObject({
        ...wait(1),
        details: { help: 'To log in without waiting, choose a new password with "Forgot password?".' },
      });
      store.pass(1);
    }
  });

  it('of many at the same moment are counted one after the other', async () => {
    const all = Array.from({ length: 12 }, (_, index) => take(ofManyNetworks(index)));
    const results = await Promise.allSettled(all);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('are forgotten after a right one', async () => {
    for (const [caller, max] of [
      [trusted(), 10],
      [unrecognized(), 5],
    ] as const) {
      await takeMany(max, () => caller);
      await acceptAttempt('password', caller);
      await takeMany(max, () => caller);
      await expect(take(caller)).rejects.toMatchObject(wait(3600));
    }
  });

  it('with an unknown result do not count', async () => {
    await takeMany(5, () => unrecognized());
    await returnAttempt('password', unrecognized());
    await take(unrecognized());
    await expect(take(unrecognized())).rejects.toMatchObject(wait(3600));
    await returnAttempt('password', trusted()); // one that was never taken
    await takeMany(10, trusted);
    await expect(take(trusted())).rejects.toMatchObject(wait(3600));
  });

  it('count apart from wrong codes', async () => {
    await takeMany(5, () => unrecognized());
    for (let index = 0; index < 5; index++) await takeAttempt('code', unrecognized());
    await expect(takeAttempt('code', unrecognized())).rejects.toMatchObject({
      details: { help: 'To try again without waiting, sign up again in this browser.' },
    });
  });
});

describe('wrong passwords of one network', () => {
  const at = (index: number) => ({ ...unrecognized('10.7.0.1'), username: `${index}.${store.username()}` });

  beforeEach(() => store.pass(hour - (store.now() % hour)));

  it('are limited to 100 an hour over all addresses, for unrecognized browsers only', async () => {
    for (let index = 0; index < 100; index++) await take(at(index));
    const refused = await take(at(100)).catch((error: unknown) => error);
    expect(refused).toMatchObject({ ...wait(3600), details: {} });
    await take({ ...at(100), own: 'device' });
    await take({ ...at(100), network: '10.8.0.1' });
    store.pass(hour);
    await take(at(100));
  });

  it('do not count when they are right, returned or refused', async () => {
    for (let index = 0; index < 40; index++) {
      await take(at(0));
      await acceptAttempt('password', at(0));
      await take(at(0));
      await returnAttempt('password', at(0));
    }
    await takeMany(5, () => at(0));
    for (let index = 0; index < 20; index++) await expect(take(at(0))).rejects.toMatchObject(wait(3600));
    for (let index = 1; index <= 95; index++) await take(at(index));
    await expect(take(at(96))).rejects.toMatchObject({ kind: 'tooMany', details: {} });
  });
});

describe('calls', () => {
  const limit = { name: 'tests', max: 2, windowSeconds: 3600, help: 'Drink tea.' };

  it('are limited in a window of time, and say when the next one begins', async () => {
    const who = store.username();
    store.pass(hour - (store.now() % hour) + 10 * minute);
    await countRequest(limit, who);
    await countRequest(limit, who);
    await expect(countRequest(limit, who)).rejects.toMatchObject({
      ...wait(50 * 60),
      details: { help: 'Drink tea.' },
    });
    await countRequest(limit, `another ${who}`);
    store.pass(50 * minute);
    expect(await isWithin(limit, who)).toBe(true);
  });

  it('can be taken back', async () => {
    const who = store.username();
    await countRequest(limit, who);
    await countRequest(limit, who);
    await uncountRequest(limit, who);
    await countRequest(limit, who);
    await expect(countRequest(limit, who)).rejects.toMatchObject({ kind: 'tooMany' });
    await resetCount(limit, who);
    await countRequest(limit, who);
  });
});

describe('mails', () => {
  it('of accounts to one address are limited to five for an account and thirty for all in a day', async () => {
    const mail = (account: number) =>
      countMailTo(rateLimits.addressMails, applicantId.parse(`account-${account}`), store.username());
    for (let account = 0; account < 6; account++) for (let count = 0; count < 5; count++) await mail(account);
    await expect(mail(0)).rejects.toMatchObject({ kind: 'tooMany' });
    await expect(mail(6)).rejects.toMatchObject({ kind: 'tooMany' });
  });
});
