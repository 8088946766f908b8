import { beforeEach, describe, expect, it, vi } from 'vitest';
import { completeAnswers } from '../support/form.ts';
import { minute, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
Object.assign(process.env, { PACKAGES_BUCKET: 'packages', EVENT_BUS: 'events' });
const { PutCommand } = await import('@aws-sdk/lib-dynamodb');
const { deliverDue, deliverPackage } = await import('../../lambdas/use-cases/delivery.ts');
const { listPackages, redrivePackages } = await import('../../lambdas/use-cases/pending-packages.ts');
const { claimDelivery, addPendingDelivery } = await import('../../lambdas/store/deliveries.ts');
const { putItem } = await import('../../lambdas/store/change.ts');
const { parts } = await import('../../lambdas/store/keys.ts');
const { table } = await import('../../lambdas/store/table.ts');

const lines: { readonly event: string; readonly reason?: string; readonly minutes?: number }[] = [];
for (const level of ['info', 'warn', 'error'] as const)
  vi.spyOn(console, level).mockImplementation((line) => void lines.push(line));
beforeEach(() => {
  lines.length = 0;
});

let receipt = { confirmation: '', submitted_at: '' };

/** Writes the items of a submission. */
async function submit({ isErased = false } = {}) {
  receipt = { confirmation: `NLU-${store.sub()}`, submitted_at: new Date(store.now()).toISOString() };
  const content = {
    username: store.username(),
    answers: completeAnswers,
    counts: {},
    tabs: {},
    documents: {},
  };
  const writes = [
    addPendingDelivery({ sub: store.sub(), username: store.username() }, receipt),
    ...(isErased ? [] : [putItem(store.sub(), parts.submission, { ...receipt, ...content })]),
  ];
  for (const { Put } of writes) if (Put !== undefined) await table.send(new PutCommand(Put));
}

const draws = async () => new Uint8Array([1]);
const breaks = () => Promise.reject(new TypeError('No font.'));
const runClock = (draw: typeof draws) => deliverDue(store.now() + minute, draw);
const pending = async () => {
  const { packages } = await listPackages();
  return packages.find(({ user }) => user === store.username());
};
const events = () => lines.map(({ event }) => event);

describe('a package that cannot be drawn', () => {
  it('is tried ten times with growing pauses, then waits for an operator', async () => {
    await submit();
    const pauses: number[] = [];
    for (let since = 0; events().filter((event) => event === 'package.failed').length === 0; since += 1) {
      const before = lines.length;
      await runClock(breaks);
      if (lines.length > before) pauses.push(since);
      store.pass(minute);
    }
    const between = pauses.slice(1).map((at, index) => at - (pauses[index] ?? 0));
    expect(between).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect(lines.at(-1)).toMatchObject({
      event: 'package.failed',
      reason: 'drawing application.pdf: TypeError',
    });
    expect(lines.at(-2)).toMatchObject({ event: 'package.delayed', minutes: 243 });
    expect(await pending()).toEqual({
      user: store.username(),
      ...receipt,
      tries: 10,
      reason: 'drawing application.pdf: TypeError',
    });
    lines.length = 0;
    store.pass(600 * minute);
    await runClock(draws);
    expect(lines).toEqual([]);
  });

  it('is delivered when an operator puts it back after fixing the cause', async () => {
    await submit();
    for (let tries = 0; tries < 10; tries += 1) {
      await runClock(breaks);
      store.pass(60 * minute);
    }
    expect((await pending())?.next_at).toBeUndefined();
    expect((await redrivePackages(undefined)).redriven).toBeGreaterThan(0);
    expect(await pending()).toMatchObject({ tries: 0, next_at: new Date(store.now()).toISOString() });
    await runClock(draws);
    expect(await pending()).toBeUndefined();
    expect(events()).toContain('package.delivered');
  });
});

describe('a function that dies', () => {
  it('leaves its package to the next run after six minutes, and after ten times to an operator', async () => {
    await submit();
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await claimDelivery(store.sub())).toMatchObject({ tries: tries + 1 });
      store.pass(6 * minute - 1);
      await deliverPackage(store.sub(), draws);
      expect(events()).toEqual([]);
      store.pass(1);
    }
    await deliverPackage(store.sub(), draws);
    expect(lines).toMatchObject([
      { event: 'package.failed', reason: 'The function stopped before it could report an error.' },
    ]);
  });
});

describe('the package of an applicant who was erased', () => {
  it('is no longer pending', async () => {
    await submit({ isErased: true });
    await deliverPackage(store.sub(), draws);
    expect(await pending()).toBeUndefined();
    expect(lines.some(({ event }) => event === 'package.failed')).toBe(false);
  });
});
