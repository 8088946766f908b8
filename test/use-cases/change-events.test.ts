import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Erasure } from '../../lambdas/store/items.ts';
import { completeAnswers } from '../support/form.ts';
import { minute, startSmallStore } from '../support/small-store.ts';

/** Types of the events that the bus took, in order. The next event of each type in `refused` fails. */
const bus = vi.hoisted(() => ({ taken: [] as string[], refused: new Set<string>() }));
vi.mock('../../lambdas/aws/event-bridge.ts', () => ({
  sendEvent: async (type: string) => {
    if (bus.refused.delete(type)) throw new Error('InternalFailure');
    bus.taken.push(type);
  },
}));

const store = await startSmallStore();
Object.assign(process.env, { PACKAGES_BUCKET: 'packages', EVENT_BUS: 'events' });
const { deliverDue } = await import('../../lambdas/use-cases/delivery.ts');
const { withdraw } = await import('../../lambdas/store/withdrawals.ts');
const { changeChecklist } = await import('../../lambdas/store/checklist.ts');
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
  const content = { answers: completeAnswers, counts: {}, tabs: {}, documents: {} };
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
