import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Erasure } from '../../lambdas/store/items.ts';
import { completeAnswers } from '../support/form.ts';
import { minute, startSmallStore } from '../support/small-store.ts';

/**
 * Types of the events that the bus took, in order. The next event of each type in `refused` fails, and
 * `duringSend` runs once, before the next event is taken.
 */
const bus = vi.hoisted(() => ({
  taken: [] as string[],
  refused: new Set<string>(),
  duringSend: async () => undefined as unknown,
}));
vi.mock('../../lambdas/aws/event-bridge.ts', () => ({
  sendEvent: async (type: string) => {
    if (bus.refused.delete(type)) throw new Error('InternalFailure');
    const work = bus.duringSend;
    bus.duringSend = async () => undefined;
    await work();
    bus.taken.push(type);
  },
}));

const store = await startSmallStore();
Object.assign(process.env, { PACKAGES_BUCKET: 'packages', EVENT_BUS: 'events' });
const { deliverDue } = await import('../../lambdas/use-cases/delivery.ts');
const { reinstate, withdraw } = await import('../../lambdas/store/withdrawals.ts');
const { changeChecklist } = await import('../../lambdas/store/checklist.ts');
const { claimChangeEvent, pendingChangeEvents } = await import('../../lambdas/store/change-events.ts');
const { addPendingDelivery } = await import('../../lambdas/store/deliveries.ts');
const { beginErasure, endErasure } = await import('../../lambdas/store/erasures.ts');
const { eraseItems, personalDataKinds } = await import('../../lambdas/store/personal-data.ts');
const { addressAuditLog } = await import('../../lambdas/store/audit-log.ts');
const { change, putItem } = await import('../../lambdas/store/change.ts');
const { parts } = await import('../../lambdas/store/keys.ts');

const office = { by: 'Olive Office (olive)', request: 'request-1' };
for (const level of ['error', 'info'] as const) vi.spyOn(console, level).mockImplementation(() => undefined);

/** Runs the schedule of the next minute. */
async function aMinuteLater() {
  store.pass(minute);
  await deliverDue(store.now() + minute, async () => new Uint8Array([1]));
}
const withdrawNow = () =>
  withdraw(store.sub(), { username: store.username(), host: 'apply.example', browser: 'Firefox' });

let receipt = { confirmation: '', submitted_at: '' };
beforeEach(async () => {
  receipt = { confirmation: `NLU-${store.sub()}`, submitted_at: new Date(store.now()).toISOString() };
  const content = {
    username: store.username(),
    answers: completeAnswers,
    counts: {},
    tabs: {},
    documents: {},
  };
  await change(store.sub(), () => ({
    ...{ event: 'submit', keys: [], result: undefined, submittedAt: receipt.submitted_at },
    writes: [
      addPendingDelivery({ sub: store.sub(), username: store.username() }, receipt),
      putItem(store.sub(), parts.submission, { ...receipt, ...content }),
    ],
  }));
  bus.taken = [];
});

describe('the events of an application whose package could not be announced', () => {
  beforeEach(async () => {
    bus.refused.add('ApplicationSubmitted');
    await aMinuteLater();
  });

  it('are sent after that of its package', async () => {
    await withdrawNow();
    const received = { transcript: '2026-11-20' };
    await changeChecklist(store.sub(), office, () => ({
      ...{ event: 'checklist-item-received', checklistItem: 'transcript', received, owesMail: false },
    }));
    await aMinuteLater();
    expect(bus.taken).toEqual(['ApplicationSubmitted']);
    await aMinuteLater();
    expect(bus.taken.slice(1).sort()).toEqual(['application.withdrawn', 'checklist.changed']);
  });

  it('are replaced by that of its deletion, which does not wait for the package', async () => {
    await withdrawNow();
    const { confirmation } = receipt;
    const asked_at = new Date(store.now()).toISOString();
    const address_log = await addressAuditLog(store.username());
    const erasure: Erasure = { sk: store.sub(), reason: 'operator', asked_at, address_log, confirmation };
    await beginErasure(erasure);
    const person = { sub: store.sub(), addresses: [store.username()], confirmation };
    for (const kind of personalDataKinds) if (kind.stays === undefined) await eraseItems(kind, person);
    await endErasure(erasure);
    await aMinuteLater();
    expect(bus.taken).toEqual(['application.erased']);
  });
});

describe('the events of a withdrawal and its undoing', () => {
  beforeEach(async () => {
    await aMinuteLater();
    await withdrawNow();
    store.pass(1000);
    await reinstate(store.sub(), office);
    bus.taken = [];
  });

  it('keep their order if the bus refuses the first one once', async () => {
    bus.refused.add('application.withdrawn');
    await aMinuteLater();
    expect(bus.taken).toEqual([]);
    await aMinuteLater();
    expect(bus.taken).toEqual(['application.withdrawn', 'application.reinstated']);
  });

  it('keep their order and are sent once if two runs overlap', async () => {
    bus.duringSend = aMinuteLater;
    await aMinuteLater();
    expect(bus.taken).toEqual(['application.withdrawn', 'application.reinstated']);
  });

  it('are sent by a later run if a run dies while it sends the first one', async () => {
    const [event = expect.unreachable()] = await pendingChangeEvents();
    await claimChangeEvent(event);
    await aMinuteLater();
    expect(bus.taken).toEqual([]);
    for (let minutes = 0; minutes < 6; minutes += 1) await aMinuteLater();
    expect(bus.taken).toEqual(['application.withdrawn', 'application.reinstated']);
  });
});
