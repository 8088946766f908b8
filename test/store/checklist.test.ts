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
