import { describe, expect, it } from 'vitest';
import { minute, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { readApplication } = await import('../../lambdas/table/application.ts');
const { beginErasure } = await import('../../lambdas/table/erasures.ts');
const { addressAuditLog, readAuditLog } = await import('../../lambdas/table/audit-log.ts');
const { keys } = await import('../../lambdas/table/keys.ts');
const checklist = await import('../../lambdas/table/checklist.ts');
const { pendingIn } = await import('../../lambdas/table/outbox.ts');

const grace = { by: 'arn:aws:sts::123456789012:assumed-role/Admissions/grace', request: 'request-1' };

type Change = Parameters<typeof checklist.changeChecklist>[2];

/** Adds a checklist item to the received ones. */
const ticksOff =
  (checklistItem: string, owesMail = false): Change =>
  ({ checklist: { received } }) => ({
    ...{ event: 'checklist-item-received', checklistItem, owesMail },
    received: { ...received, [checklistItem]: '2026-11-20' },
  });
const receive = (checklistItem: string, owesMail?: boolean) =>
  checklist.changeChecklist(store.sub(), grace, ticksOff(checklistItem, owesMail));
const stored = async () => (await readApplication(store.sub())).checklist;

describe('the checklist items of an applicant', () => {
  it('are none at first', async () => {
    expect(await stored()).toEqual({ received: {}, rev: 0 });
  });

  it('are kept one after the other, with who ticked them off', async () => {
    expect(await receive('transcript')).toBe('changed');
    store.pass(minute);
    expect(await receive('test-scores')).toBe('changed');
    expect(await stored()).toEqual({
      received: { transcript: '2026-11-20', 'test-scores': '2026-11-20' },
      rev: 2,
    });
    const { entries } = await readAuditLog([keys.log(store.sub())], '');
    expect(entries).toMatchObject([
      { event: 'checklist-item-received', keys: ['transcript'], by: grace.by },
      { event: 'checklist-item-received', keys: ['test-scores'], by: grace.by },
    ]);
  });

  it('arrive after the application was submitted, too', async () => {
    await store.submit();
    expect(await receive('transcript')).toBe('changed');
    expect((await stored()).received).toEqual({ transcript: '2026-11-20' });
  });

  it('are planned again when the applicant submits at the same moment', async () => {
    const states: boolean[] = [];
    store.beforeNextTransaction(store.submit);
    const done = await checklist.changeChecklist(store.sub(), grace, (found) => {
      states.push(found.submittedAt !== undefined);
      return ticksOff('transcript')(found);
    });
    expect([done, states]).toEqual(['changed', [false, true]]);
  });

  it('stay as they are, without an entry in the audit log, when there is nothing to change', async () => {
    await receive('transcript');
    expect(await checklist.changeChecklist(store.sub(), grace, () => undefined)).toBe('unchanged');
    expect((await stored()).rev).toBe(1);
    expect((await readAuditLog([keys.log(store.sub())], '')).entries).toHaveLength(1);
  });

  it('are refused with a reason while the application is erased', async () => {
    await beginErasure({
      ...{ sk: store.sub(), reason: 'operator', asked_at: new Date(store.now()).toISOString() },
      address_log: await addressAuditLog(store.username()),
    });
    await expect(receive('transcript')).rejects.toMatchObject({
      kind: 'invalid',
      message: 'This application is being deleted.',
    });
    expect((await stored()).rev).toBe(0);
  });
});

describe('the mail that every checklist item arrived', () => {
  const pending = async () =>
    (await pendingIn('mail', `checklist#${store.sub()}`)).map(({ next_at }) => next_at - store.now());

  it('follows the last checklist item after two minutes, in which it can be undone', async () => {
    await receive('transcript');
    expect(await pending()).toEqual([]);
    await receive('test-scores', true);
    expect(await pending()).toEqual([2 * minute]);
  });
});
