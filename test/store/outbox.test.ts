import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Erasure } from '../../lambdas/table/items.ts';
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
const delivery = await import('../../lambdas/delivery/packages.ts');
const { doNow, runOutbox, listWork, redriveWork } = await import('../../lambdas/table/outbox.ts');
const outbox = await import('../../lambdas/table/outbox.ts');
const { reinstate, withdraw } = await import('../../lambdas/application/withdrawals.ts');
const { changeChecklist } = await import('../../lambdas/table/checklist.ts');
const { beginErasure, endErasure } = await import('../../lambdas/table/erasures.ts');
const { eraseItems, personalDataKinds } = await import('../../lambdas/table/personal-data.ts');
const { addressAuditLog } = await import('../../lambdas/table/audit-log.ts');
const { change, putItem } = await import('../../lambdas/table/change.ts');
const { keys, parts } = await import('../../lambdas/table/keys.ts');

const { del } = await import('../../lambdas/table/table.ts');

const office = { by: 'Olive Office (olive)', request: 'request-1' };
interface Line {
  readonly event: string;
  readonly outcome?: string;
}
const lines: Line[] = [];
for (const level of ['info', 'warn', 'error'] as const)
  vi.spyOn(console, level).mockImplementation((line) => void lines.push(line));

let draw: () => Promise<Uint8Array>;
const draws = async () => new Uint8Array([1]);
const runClock = () =>
  runOutbox(
    'systems',
    {
      package: (pending) => delivery.deliverPackage(pending, draw),
      'checklist-event': delivery.announceChecklist,
      'change-event': delivery.announceChange,
    },
    store.now() + minute,
  );
async function aMinuteLater() {
  store.pass(minute);
  await runClock();
}
const withdrawNow = () =>
  withdraw(store.sub(), { username: store.username(), host: 'apply.example', browser: 'Firefox' });
const pending = async () => {
  const { work } = await listWork();
  return work.find(({ kind, user }) => kind === 'package' && user === store.username());
};
const outcomes = () => lines.flatMap(({ event, outcome }) => (event === 'outbox.tried' ? [outcome] : []));

let receipt = { confirmation: '', submitted_at: '' };
beforeEach(async () => {
  [draw, bus.taken, lines.length] = [draws, [], 0];
  receipt = { confirmation: `NLU-${store.sub()}`, submitted_at: new Date(store.now()).toISOString() };
  const content = { answers: completeAnswers, counts: {}, tabs: {}, documents: {} };
  await change(store.sub(), () => ({
    ...{ event: 'submit', keys: [], result: undefined, submittedAt: receipt.submitted_at },
    writes: [
      outbox.addWork('package', { sub: store.sub(), username: store.username(), ...receipt }),
      putItem(store.sub(), parts.submission, { ...receipt, username: store.username(), ...content }),
    ],
  }));
});

afterEach(async () => {
  for (const name of ['systems', 'mail'] as const)
    for (const item of await outbox.pendingIn(name)) await outbox.finishWork(item);
});

describe('work that fails', () => {
  it('is tried ten times with growing pauses, then waits for an operator', async () => {
    draw = () => Promise.reject(new TypeError('No font.'));
    const pauses: number[] = [];
    for (let since = 0; !outcomes().includes('given-up'); since += 1) {
      const before = lines.length;
      await runClock();
      if (lines.length > before) pauses.push(since);
      store.pass(minute);
    }
    const between = pauses.slice(1).map((at, index) => at - (pauses[index] ?? 0));
    expect(between).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    const reason = 'drawing application.pdf: TypeError';
    expect(lines.at(-1)).toMatchObject({ kind: 'package', outcome: 'given-up', minutes: 243, reason });
    const { confirmation, submitted_at: added_at } = receipt;
    const shown = { kind: 'package', user: store.username(), confirmation, added_at, tries: 10, reason };
    expect(await pending()).toEqual(shown);
    lines.length = 0;
    store.pass(600 * minute);
    draw = draws;
    await runClock();
    expect(lines).toEqual([]);
    expect((await redriveWork(undefined)).redriven).toBe(1);
    expect(await pending()).toMatchObject({ tries: 0, next_at: new Date(store.now()).toISOString() });
    await runClock();
    expect([await pending(), outcomes()]).toEqual([undefined, ['done']]);
  });

  it('is tried after newer work, so it does not block it', async () => {
    const mails = [1, 2, 3].map((number) =>
      outbox.workItem('notice', { kind: 'erased', username: `${number}@example.org`, at: `${number}` }),
    );
    for (const { about } of mails) await outbox.storeWork('notice', about as never);
    const tried: string[] = [];
    const notice = async ({ username }: { readonly username: string }) => {
      tried.push(username.slice(0, 1));
      if (username.startsWith('1')) throw new Error('Rejected.');
      store.pass(1);
    };
    await runOutbox('mail', { notice }, store.now());
    store.pass(minute);
    await runOutbox('mail', { notice }, store.now() + minute);
    expect(tried).toEqual(['1', '2', '3', '1']);
  });
});

describe('work of a function that dies', () => {
  it('is tried again after six minutes, and after ten times waits for an operator', async () => {
    const [item = expect.unreachable()] = await outbox.pendingIn('systems', `${receipt.confirmation}#`);
    for (let tries = 1; tries <= 10; tries += 1) {
      expect(await outbox.claimWork(item)).toMatchObject({ tries });
      store.pass(6 * minute - 1);
      await runClock();
      expect(outcomes()).toEqual([]);
      store.pass(1);
    }
    await runClock();
    expect(lines).toMatchObject([
      { outcome: 'given-up', reason: 'The function stopped before it could report an error.' },
    ]);
    await redriveWork(store.username());
    await runClock();
    expect(outcomes()).toEqual(['given-up', 'done']);
  });
});

describe('work that several callers try', () => {
  it('is done by one of them', async () => {
    const item = await outbox.storeWork('notice', { kind: 'erased', username: store.username(), at: '' });
    let sent = 0;
    const notice = async () => {
      sent += 1;
      await doNow(item, { notice });
    };
    await Promise.all([1, 2, 3].map(() => doNow(item, { notice })));
    expect([sent, outcomes()]).toEqual([1, ['done']]);
  });

  it('stays if newer work replaced it in the meantime', async () => {
    const about = { sub: store.sub() };
    const item = await outbox.storeWork('checklist-mail', about);
    await doNow(item, { 'checklist-mail': () => outbox.storeWork('checklist-mail', about) });
    expect(outcomes()).toEqual(['done']);
    const left = (await outbox.pendingIn('mail')).filter(({ kind }) => kind === 'checklist-mail');
    expect(left).toMatchObject([{ about, tries: 0 }]);
  });

  it('is not lost when its failure cannot be recorded', async () => {
    const item = await outbox.storeWork('notice', { kind: 'erased', username: store.username(), at: '' });
    await doNow({ ...item, pk: 'OUTBOX#mail', sk: '' }, { notice: async () => undefined });
    expect(lines).toMatchObject([{ outcome: 'postponed', error: { name: 'ValidationException' } }]);
    expect((await outbox.pendingIn('mail', item.sk)).map(({ id }) => id)).toEqual([item.id]);
  });
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
    expect(bus.taken).toEqual(['ApplicationSubmitted', 'application.withdrawn', 'checklist.changed']);
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
});

describe('the package of an applicant who was erased', () => {
  it('is no longer pending', async () => {
    await del({ pk: keys.application(store.sub()), sk: parts.submission });
    await runClock();
    expect([await pending(), outcomes()]).toEqual([undefined, ['done']]);
  });
});
