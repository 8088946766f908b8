import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { applicantId } from '../../lambdas/runtime/ids.ts';
import { day, hour, interceptTable, minute, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { acceptAttempt, countMail, countMailTo, resetAllAttempts, resetAttempts, returnAttempt, takeAttempt } =
  await import('../../lambdas/store/attempts.ts');
const { countRequest, isWithin, rateLimits, resetCount, uncountRequest } = await import(
  '../../lambdas/store/throttles.ts'
);

const unrecognized = (network = '203.0.113.7') => ({ username: store.username(), network, own: undefined });
const owner = () => ({ ...unrecognized(), own: 'device' });
type Caller = ReturnType<typeof unrecognized> | ReturnType<typeof owner>;

const take = (caller: Caller) => takeAttempt('password', caller);
async function takeMany(count: number, caller: Caller) {
  for (let index = 0; index < count; index++) await take(caller);
}
const wait = (seconds: number) => ({ kind: 'tooMany', retryAfter: seconds });

const ofManyNetworks = (index: number) => unrecognized(`10.${index >> 8}.${index & 255}.1`);
/**
 * Attempts of unrecognized browsers, each from another network, as fast as Cognito's own lock lets them on
 * one day.
 */
async function takeFromMany(count: number, kind: Parameters<typeof takeAttempt>[0] = 'password') {
  store.pass(day - (store.now() % day));
  for (let index = 0; index < count; index++) {
    if (index > 0 && index % 5 === 0) store.pass(16 * minute);
    await takeAttempt(kind, ofManyNetworks(index));
  }
}

describe('wrong passwords', () => {
  it('are free five times; then the wait doubles from half a minute to a quarter of an hour', async () => {
    await takeMany(5, owner());
    for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
      await expect(take(owner())).rejects.toMatchObject({
        ...wait(seconds),
        details: { help: 'To log in sooner, choose a new password with "Forgot password?".' },
      });
      store.pass(seconds * 1000 - 1);
      await expect(take(owner())).rejects.toMatchObject(wait(1));
      store.pass(1);
      await take(owner());
    }
  });

  it('of an unrecognized browser do not delay the owner, and unrecognized browsers of another network for seconds only', async () => {
    await takeMany(5, unrecognized());
    await expect(take(unrecognized())).rejects.toMatchObject(wait(30));
    await take(owner());
    await expect(take(unrecognized('198.51.100.1'))).rejects.toMatchObject(wait(5));
    store.pass(5_000);
    await take(unrecognized('198.51.100.1'));
  });

  it('of many at the same moment are counted one after the other', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => take(owner())));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('are forgotten after a right one', async () => {
    await takeMany(4, owner());
    await acceptAttempt('password', owner());
    await takeMany(5, owner());
    await expect(take(owner())).rejects.toMatchObject(wait(30));
  });

  it('with an unknown result do not count', async () => {
    await takeMany(5, owner());
    await returnAttempt('password', owner());
    await take(owner());
    await expect(take(owner())).rejects.toMatchObject(wait(30));
    await returnAttempt('password', { ...owner(), own: 'a device that tried nothing' });
  });

  it('count apart from wrong codes, and no longer after a new code was sent', async () => {
    await takeMany(5, owner());
    for (let index = 0; index < 10; index++) await takeAttempt('code', owner());
    await expect(takeAttempt('code', owner())).rejects.toMatchObject({
      ...wait(30),
      details: { help: 'Or continue in the browser you used to sign up.' },
    });
    await resetAttempts('code', owner());
    await takeAttempt('code', owner());
    await expect(take(owner())).rejects.toMatchObject(wait(30));
  });

  it('are all forgotten with a new password, also those of unrecognized browsers', async () => {
    await takeMany(5, owner());
    await takeMany(5, unrecognized());
    await resetAllAttempts('password', owner());
    store.pass(16 * minute); // a reset keeps the count of all unrecognized browsers
    await takeMany(5, owner());
    await takeMany(5, unrecognized());
  });

  it('of unrecognized browsers do not add up when they are right or unknown', async () => {
    store.pass(day - (store.now() % day));
    for (let index = 0; index < 60; index++) {
      const caller = unrecognized(`10.2.${index}.1`);
      await takeAttempt('code', caller);
      await (index % 2 === 0 ? acceptAttempt('code', caller) : returnAttempt('code', caller));
    }
    for (let index = 0; index < 60; index++) await takeAttempt('code', unrecognized(`10.3.${index}.1`));
  });
});

describe('attempts at each kind of secret', () => {
  const kinds = ['password', 'code', 'reset'] as const;
  const most = { password: 200, code: 100, reset: 100 };
  const help = {
    password: 'To log in sooner, choose a new password with "Forgot password?".',
    code: 'Or continue in the browser you used to sign up.',
    reset: 'Or request a new link. It works right away.',
  };

  it.each(kinds)('%s: unrecognized browsers use up their own day only, and hear what helps', async (kind) => {
    await takeFromMany(most[kind] + 1, kind);
    const late = ofManyNetworks(most[kind] + 1);
    for (let again = 0; again < 12; again++)
      await expect(takeAttempt(kind, late)).rejects.toMatchObject({
        ...{ kind: 'tooMany', details: { help: help[kind] } },
        retryAfter: expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 900),
      });
    for (const other of kinds.filter((each) => each !== kind)) await takeAttempt(other, late);
    for (const giveBack of [returnAttempt, acceptAttempt]) {
      await takeAttempt(kind, owner());
      await giveBack(kind, owner()); // which gives unrecognized browsers none back
    }
    await expect(takeAttempt(kind, late)).rejects.toMatchObject({ details: { help: help[kind] } });
    store.pass(15 * minute);
    await takeAttempt(kind, late); // its own count did not grow while it was refused
    store.pass(day);
    for (let again = 0; again < 2; again++) await takeAttempt(kind, late);
  });

  it.each(kinds)('%s: the owner hears what helps', async (kind) => {
    for (let index = 0; index < 10; index++) await takeAttempt(kind, owner()).catch(() => undefined);
    await expect(takeAttempt(kind, owner())).rejects.toMatchObject({ details: { help: help[kind] } });
  });

  it('that was never taken is given back without a trace', async () => {
    await returnAttempt('password', owner());
    await takeMany(5, owner());
    await expect(take(owner())).rejects.toMatchObject(wait(30));
  });

  it('is refused while attempts of the same moment never end', async () => {
    let puts = 0;
    const end = interceptTable((command, send) => {
      if (!(command instanceof PutCommand)) return send();
      puts += 1;
      return Promise.reject(Object.assign(new Error('busy'), { name: 'ConditionalCheckFailedException' }));
    });
    await expect(take(owner())).rejects.toMatchObject({ ...wait(30), details: { help: help.password } });
    expect(puts).toBe(20);
    end();
  });

  it('says so when the table is down', async () => {
    const end = interceptTable(() => Promise.reject(new Error('The table is down.')));
    await expect(returnAttempt('password', owner())).rejects.toThrow('The table is down.');
    end();
  });
});

// docs/decisions.md#failed-attempts-are-counted-per-caller
describe('wrong attempts of all unrecognized browsers, while Cognito may lock the account', () => {
  /** Eight, each from another network, with the waits between them. */
  async function takeEight(kind: Parameters<typeof takeAttempt>[0] = 'password') {
    for (const [index, seconds] of [0, 0, 0, 0, 0, 5, 6, 8].entries()) {
      store.pass(seconds * 1000);
      await takeAttempt(kind, ofManyNetworks(index));
    }
  }
  const next = ofManyNetworks.bind(undefined, 100);

  it('are five, then three after waits that outlast its lock, then none for 16 minutes', async () => {
    for (const [index, seconds] of [5, 6, 8, 16 * 60].entries()) {
      if (index === 0) for (let first = 0; first < 5; first++) await take(ofManyNetworks(first));
      else await take(ofManyNetworks(4 + index));
      await expect(take(next())).rejects.toMatchObject({
        ...wait(seconds),
        details: {
          help: 'Too many wrong passwords were entered for this address, possibly by someone else. To log in without waiting, choose a new password with "Forgot password?".',
        },
      });
      store.pass(seconds * 1000 - 1);
      await expect(take(next())).rejects.toMatchObject(wait(1));
      store.pass(1);
    }
    for (let first = 0; first < 5; first++) await take(ofManyNetworks(200 + first));
    await expect(take(next())).rejects.toMatchObject(wait(5));
  });

  it('are forgotten only after 16 minutes without any', async () => {
    for (let index = 0; index < 4; index++) {
      await take(ofManyNetworks(index));
      store.pass(16 * minute - 1000);
    }
    await take(ofManyNetworks(5));
    await expect(take(next())).rejects.toMatchObject(wait(5));
  });

  it('do not lengthen that while they are refused, and count for no network', async () => {
    await takeEight();
    for (let again = 0; again < 10; again++) {
      store.pass(minute);
      await expect(take(next())).rejects.toMatchObject(wait((15 - again) * 60));
    }
    store.pass(6 * minute);
    await takeMany(5, next());
  });

  it('never delay or count a browser that is known', async () => {
    await takeEight();
    await takeMany(5, owner());
    await acceptAttempt('password', owner());
    await returnAttempt('password', owner());
    await expect(take(next())).rejects.toMatchObject(wait(16 * 60));
  });

  it('wait for 16 minutes without an attempt of the applicant too, because Cognito does', async () => {
    await takeEight();
    store.pass(10 * minute);
    await take(owner());
    store.pass(10 * minute);
    await expect(take(next())).rejects.toMatchObject(wait(6 * 60));
    store.pass(6 * minute);
    await take(owner());
    await take(next());
  });

  it('of the same moment are taken one after the other', async () => {
    const all = Array.from({ length: 12 }, (_, index) => take(ofManyNetworks(index)));
    const results = await Promise.allSettled(all);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  it('do not count when they are right or Cognito checked nothing', async () => {
    for (let index = 0; index < 20; index++) {
      const caller = ofManyNetworks(index);
      await take(caller);
      await (index % 2 === 0 ? acceptAttempt('password', caller) : returnAttempt('password', caller));
    }
    await takeEight();
  });

  it('count passwords, but no mailed codes', async () => {
    for (let index = 0; index < 20; index++) {
      await takeAttempt('code', ofManyNetworks(index));
      await takeAttempt('reset', ofManyNetworks(index));
    }
    await takeEight();
    await expect(take(next())).rejects.toMatchObject(wait(16 * 60));
  });

  it('stay counted after a reset, because a reset may not end the lock', async () => {
    await takeEight();
    await resetAllAttempts('password', owner());
    await expect(take(next())).rejects.toMatchObject(wait(16 * 60));
    await take(owner());
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

  it('do not count when they are right, returned or delayed', async () => {
    for (let index = 0; index < 40; index++) {
      await take(at(0));
      await acceptAttempt('password', at(0));
      await take(at(0));
      await returnAttempt('password', at(0));
    }
    await takeMany(5, at(0));
    for (let index = 0; index < 20; index++) await expect(take(at(0))).rejects.toMatchObject(wait(30));
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

  it('say no more than the wait where nothing helps', async () => {
    const none = { name: 'none', max: 0, windowSeconds: 60 };
    const refused = await countRequest(none, store.username()).catch((error: unknown) => error);
    expect((refused as { details: unknown }).details).toStrictEqual({});
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

describe('mails to one address', () => {
  it('are limited for each caller, and for all unrecognized browsers together', async () => {
    const mail = (caller: Caller) => countMail(rateLimits.links, caller);
    for (let index = 0; index < 10; index++) await mail(unrecognized('10.0.0.1'));
    await expect(mail(unrecognized('10.0.0.1'))).rejects.toMatchObject({
      details: { help: 'Check our newest email. Its code or link still works.' },
    });
    for (let index = 0; index < 20; index++) await mail(unrecognized(`10.5.${index}.1`));
    await expect(mail(unrecognized('10.6.0.1'))).rejects.toMatchObject({ kind: 'tooMany' });
    await mail(owner());
    await countMail(rateLimits.codes, unrecognized('10.6.0.1'));
  });
});

it('mails to all addresses are limited to 100 an hour for one network, also from trusted browsers', async () => {
  const mail = (index: number, caller: Caller) =>
    countMail(rateLimits.links, { ...caller, username: `${index}.${store.username()}` });
  const stranger = unrecognized('10.9.0.1');
  const trusted = { ...stranger, own: 'device' };
  for (let index = 0; index < 100; index++) await mail(index, index % 2 === 0 ? stranger : trusted);
  for (const caller of [stranger, trusted])
    await expect(mail(100, caller)).rejects.toMatchObject({ kind: 'tooMany', details: {} });
  await mail(100, unrecognized('10.10.0.1'));
});

it('mails of accounts to one address are limited to five for an account and thirty for all in a day', async () => {
  const mail = (account: number) =>
    countMailTo(rateLimits.addressMails, applicantId.parse(`account-${account}`), store.username());
  for (let account = 0; account < 6; account++) for (let count = 0; count < 5; count++) await mail(account);
  await expect(mail(0)).rejects.toMatchObject({ kind: 'tooMany' });
  await expect(mail(6)).rejects.toMatchObject({ kind: 'tooMany' });
});
