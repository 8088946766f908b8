import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AttackedAccounts, type Browser, browserIn, type Reply } from '../support/attacked-accounts.ts';

vi.mock('../../lambdas/runtime/constant-time.ts', async (original) => ({
  ...(await original<object>()),
  inConstantTime: (_call: string, work: Promise<unknown>) => work,
}));

// Attackers with unlimited networks against one account, over weeks: what they can find out, and what the
// applicant can do in the meantime (docs/decisions.md#failed-attempts-are-counted-per-caller).

const accounts = await AttackedAccounts.start();
beforeEach(() => accounts.reset());

const ada = 'ada@example.org';
const right = 'Correct-Horse-9!';
let networks = 0;
/** A browser in a network that no other one has. */
const stranger = (): Browser => {
  networks += 1;
  return browserIn(`10.${networks >> 8}.${networks & 255}.1`);
};
const [home, cafe] = ['192.0.2.1', '198.51.100.1'];

const logIn = (browser: Browser, username = ada, password = right) =>
  accounts.call(browser, '/public/login', { username, password });
const guess = (username = ada) => logIn(stranger(), username, 'Stranger-Horse-7!');
const forgot = (browser: Browser, username = ada) =>
  accounts.call(browser, '/public/forgot-password', { username });
const idsMailedTo = (address: string) =>
  accounts.mailsTo(address).flatMap((text) => /[?&]id=(\S+)/.exec(text)?.[1] ?? []);
const reset = (browser: Browser, password: string, id = idsMailedTo(ada).at(-1)) =>
  accounts.call(browser, '/public/reset-password', {
    ...{ username: ada, password, confirm_password: password, id },
  });

const signUp = (browser: Browser, password: string, username = ada) =>
  accounts.call(browser, '/public/signup', { username, password });
const confirm = (browser: Browser, code: string | undefined, username = ada) =>
  accounts.call(browser, '/public/confirm', { username, code: code ?? '000000' });
const codeFor = (address: string) =>
  accounts
    .mailsTo(address)
    .flatMap((text) => /code is (\d{6})/.exec(text)?.[1] ?? [])
    .at(-1);

async function trustedBrowser(): Promise<Browser> {
  accounts.seed(ada, right);
  const browser = browserIn(home);
  expect((await logIn(browser)).status).toBe(200);
  accounts.checked = 0;
  return browser;
}

const hour = 3600;

describe('guesses of a password', () => {
  it.each([
    ['never', false],
    ['every day in a trusted browser', true],
  ])('are 100 in 30 days from any number of networks, when the applicant logs in %s', async (_when, does) => {
    const browser = await trustedBrowser();
    let wrong = 0;
    for (let day = 0; day < 29; day++) {
      for (let tries = 0; tries < 24; tries++) {
        accounts.pass(hour);
        for (let again = 0; again < 2; again++) wrong += Number((await guess()).status === 400);
      }
      if (does) expect((await logIn(browser)).status).toBe(200);
    }
    expect(wrong).toBe(100);
  });
});

describe('an applicant during an attack that never ends', () => {
  it('logs in from a trusted browser without a lock, and from a new browser by a mailed link', async () => {
    let trusted = await trustedBrowser();
    let password = right;
    const begin = accounts.now();
    for (let round = 0; round < 40; round++) {
      for (let tries = 0; tries < 20; tries++) {
        accounts.pass(1 + ((tries * 37 + round * 13) % 60));
        await guess();
        await forgot(stranger());
      }
      accounts.pass(2);
      expect(await logIn(trusted, ada, password)).toMatchObject({ status: 200 });
      const fresh = browserIn(cafe);
      await forgot(fresh); // if the limit is used up, the newest mail still works
      password = `Chosen-Horse-${round}!`;
      expect(await reset(fresh, password)).toMatchObject({ status: 200 });
      expect(await logIn(fresh, ada, password)).toMatchObject({ status: 200 });
      trusted = fresh;
    }
    const hours = (accounts.now() - begin) / 3_600_000;
    expect(accounts.mailsTo(ada).filter((text) => text.includes('/reset?')).length / hours).toBeLessThan(40);
  });

  it('uses a link although others asked for 50 more, once', async () => {
    await trustedBrowser();
    const browser = browserIn(home);
    await forgot(browser);
    const [id] = idsMailedTo(ada);
    for (let index = 0; index < 50; index++) {
      accounts.pass(10);
      await forgot(stranger());
    }
    expect(idsMailedTo(ada)).toHaveLength(5);
    expect((await reset(browser, 'Chosen-Horse-1!', id)).status).toBe(200);
    for (const used of idsMailedTo(ada))
      expect((await reset(stranger(), 'Evil-Horse-22!', used)).status).toBe(400);
    accounts.pass(1);
    expect((await logIn(browser, ada, 'Chosen-Horse-1!')).status).toBe(200);
  });

  it('has an hour for a mailed link, which works for no other address', async () => {
    await trustedBrowser();
    accounts.seed('other@example.org', right);
    await forgot(browserIn(home), 'other@example.org');
    await forgot(browserIn(home));
    const [id] = idsMailedTo('other@example.org');
    expect((await reset(browserIn(home), 'Chosen-Horse-1!', id)).status).toBe(400);
    accounts.pass(hour + 1);
    expect((await reset(browserIn(home), 'Chosen-Horse-1!')).status).toBe(400);
  });
});

describe('a trusted browser', () => {
  /** True if an account trusts the browser: the attempts of unrecognized ones are used up. */
  const isTrusted = async (browser: Browser, password = right) =>
    (await logIn(browser, ada, password)).status === 200;
  const useUp = async () => {
    for (let tries = 0; tries < 5; tries++) await guess();
    accounts.pass(10); // the end of Cognito's lock
  };

  it('is no longer trusted after a new password', async () => {
    const before = await trustedBrowser();
    await useUp();
    expect(await isTrusted(before)).toBe(true);
    await forgot(browserIn(home));
    await reset(browserIn(home), 'Chosen-Horse-1!');
    await useUp();
    expect(await isTrusted(before, 'Chosen-Horse-1!')).toBe(false);
  });

  it('is trusted by the last three accounts that it used, and its cookie works for no other', async () => {
    const browser = await trustedBrowser();
    await useUp();
    for (const [index, expected] of [true, true, false].entries()) {
      const username = `${index}@example.org`;
      accounts.seed(username, right);
      expect((await logIn(browser, username)).status).toBe(200);
      if (expected) expect((await logIn(browser, username)).status).toBe(200); // is listed once
      const copy = browserIn(home);
      copy.cookies.set('__Host-device', browser.cookies.get('__Host-device') ?? '');
      expect(await isTrusted(copy)).toBe(expected);
    }
  });

  it('is not one with a made-up or cut cookie', async () => {
    const browser = await trustedBrowser();
    await useUp();
    const [id, signature = ''] = browser.cookies.get('__Host-device')?.split('.') ?? [];
    for (const cookie of [
      `${id}`,
      `${id}.`,
      `${id}.${'0'.repeat(32)}`,
      `x${id}.${signature}`,
      signature,
      '~~~',
    ]) {
      browser.cookies.set('__Host-device', cookie);
      expect(await isTrusted(browser)).toBe(false);
    }
  });
});

describe('a sign-up with the address of someone else', () => {
  const evil = 'Stranger-Horse-7!';

  /** Every order of some steps. */
  const ordersOf = (steps: readonly string[]): readonly (readonly string[])[] =>
    steps.length === 0
      ? [[]]
      : steps.flatMap((step, at) => ordersOf(steps.toSpliced(at, 1)).map((rest) => [step, ...rest]));

  it.each([
    ['in the browser that signed up', ['attack', 'attack', 'sign up', 'confirm', 'guess'], true],
    ['on another device', ['attack', 'attack', 'sign up', 'confirm', 'guess'], false],
    ['without a sign-up', ['attack', 'attack', 'confirm', 'guess'], false],
  ])(
    'never leaves its password, in every order of the steps, when the owner confirms %s',
    async (_where, steps, isOwn) => {
      for (const order of ordersOf(steps)) {
        accounts.reset();
        const [owner, attacker] = [browserIn(home), browserIn('203.0.113.1')];
        const doStep: Readonly<Record<string, () => Promise<unknown>>> = {
          attack: () => signUp(attacker, evil),
          'sign up': () => signUp(owner, right),
          confirm: () => confirm(isOwn ? owner : browserIn(cafe), codeFor(ada)),
          guess: () => confirm(attacker, '000000'),
        };
        for (const step of order) await doStep[step]?.();
        accounts.pass(hour);
        expect((await logIn(attacker, ada, evil)).status, order.join()).toBe(400);
      }
    },
  );

  it('does not keep the owner from confirming within two hours, while strangers guess codes', async () => {
    for (let round = 0; round < 20; round++) {
      accounts.reset();
      accounts.pass(round * 97);
      for (let tries = 0; tries < 20; tries++) {
        await signUp(stranger(), evil);
        await confirm(stranger(), String(100_000 + tries));
        accounts.pass(tries * 31);
      }
      const owner = browserIn(home);
      while ((await signUp(owner, right)).status === 429) accounts.pass(60);
      expect(await confirm(owner, codeFor(ada))).toMatchObject({ status: 200 });
      expect((await logIn(owner)).status).toBe(200);
    }
  });

  it('allows at most 30 guesses of the code in each full hour', async () => {
    let guesses = 0;
    for (let minutes = 0; minutes < 6 * 60; minutes += 1) {
      const browser = stranger();
      await signUp(browser, evil);
      for (let tries = 0; tries < 7; tries++)
        guesses += Number((await confirm(browser, String(200_000 + tries))).status === 400);
      accounts.pass(60);
    }
    expect(guesses).toBeLessThanOrEqual(7 * 30); // six hours that begin in the middle of one
  });

  it('mails a code that works for at least 12 hours and at most a day', async () => {
    for (const [hours, status] of [
      [12, 200],
      [24, 400],
    ] as const) {
      accounts.reset();
      const owner = browserIn(home);
      await signUp(owner, right);
      accounts.pass(hours * hour);
      expect((await confirm(owner, codeFor(ada))).status).toBe(status);
    }
  });
});

it('the same calls about an address with an account and one without get the same responses', async () => {
  const calls: Readonly<Record<string, (browser: Browser) => Promise<Reply>>> = {
    logIn: (browser) => logIn(browser, ada, 'Wrong-Horse-99!'),
    forgot: (browser) => forgot(browser),
    signUp: (browser) => signUp(browser, 'Wrong-Horse-99!'),
    resend: (browser) => accounts.call(browser, '/public/resend-confirm', { username: ada }),
    confirm: (browser) => confirm(browser, '000000'),
    reset: (browser) => reset(browser, 'Chosen-Horse-1!', 'abc.00000000000000000000000000000000'),
  };
  const names = Object.keys(calls);
  /** The responses to a series of calls, which a number determines. */
  async function responses(series: number, hasAccount: boolean) {
    accounts.reset();
    if (hasAccount) accounts.seed(ada, right);
    const begin = accounts.now();
    const found = [];
    for (let index = 0, state = series + 1; index < 30; index++) {
      state = (state * 48_271) % 2_147_483_647;
      const browser = browserIn(`10.1.${state % 6}.1`);
      found.push(await calls[names[state % names.length] ?? '']?.(browser));
      accounts.pass([0, 1, 30, 400, 4000][state % 5] ?? 0);
    }
    accounts.pass((begin - accounts.now()) / 1000);
    return found;
  }
  for (let series = 0; series < 40; series++)
    expect(await responses(series, true), `series ${series}`).toEqual(await responses(series, false));
});
