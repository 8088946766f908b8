import { afterEach, expect, it } from 'vitest';
import { documentKey, uploadId } from '../../lambdas/runtime/ids.ts';
import type { Erasure } from '../../lambdas/table/items.ts';
import { interceptTable, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { TransactionCanceledException } = await import('@aws-sdk/client-dynamodb');
const { TransactWriteCommand } = await import('@aws-sdk/lib-dynamodb');
const { saveAnswers } = await import('../../lambdas/application/answers.ts');
const { finishConversion } = await import('../../lambdas/documents/conversions.ts');
const { askForErasure, beginErasure, endErasure } = await import('../../lambdas/table/erasures.ts');
const { addressAuditLog } = await import('../../lambdas/table/audit-log.ts');
const { changeChecklist } = await import('../../lambdas/table/checklist.ts');

const cancelled = (...Codes: readonly string[]) =>
  new TransactionCanceledException({
    ...{ message: 'Transaction cancelled.', $metadata: {} },
    CancellationReasons: Codes.map((Code) => ({ Code })),
  });

let endFailures: () => void = () => undefined;
afterEach(() => endFailures());

/** Every transaction fails, or the first so many. */
function failTransactions(errorOf: () => Error, count = Number.POSITIVE_INFINITY) {
  let failed = 0;
  endFailures = interceptTable((command, send) => {
    if (!(command instanceof TransactWriteCommand) || failed >= count) return send();
    failed += 1;
    store.pass(900);
    return Promise.reject(errorOf());
  });
  return () => failed;
}

const asked = async (): Promise<Erasure> => ({
  ...{ sk: store.sub(), reason: 'operator', asked_at: new Date(store.now()).toISOString() },
  address_log: await addressAuditLog(store.username()),
});
const mail = () => ({
  ...({
    kind: 'deletion-asked',
    username: store.username(),
    host: 'apply.example.edu',
    browser: '',
  } as const),
  at: '2026-11-22T12:00:00.000Z',
});
const upload = () => ({
  ...{ sub: store.sub(), answer_key: documentKey.parse('paper'), gen: uploadId.parse('gen') },
});
const operator = { by: 'arn:aws:sts::123456789012:assumed-role/Admissions/grace', request: 'request-1' };
const receive = () =>
  changeChecklist(store.sub(), operator, ({ checklist: { received } }) => ({
    ...{ event: 'checklist-item-received', checklistItem: 'transcript', owesMail: false },
    received: { ...received, transcript: '2026-11-20' },
  }));
const save = () => saveAnswers(store.sub(), { city: 'Houghton' }, {});

const noRoom = 'Other changes of the same items left no room for this one.';

type Work = readonly [what: string, work: () => Promise<unknown>, message: string | RegExp];
const writes: readonly Work[] = [
  ['a save', save, /^Your application may be open in more than one place\. Please try again in \d/],
  [
    'a checklist item that arrives',
    receive,
    'The supporting documents are being changed at the same time. Try again.',
  ],
  ['an erasure that is asked for', async () => askForErasure(await asked(), mail()), noRoom],
  ['an erasure that begins', async () => beginErasure(await asked()), noRoom],
  ['an erasure that ends', async () => endErasure(await asked()), noRoom],
  ['the end of a conversion', () => finishConversion(upload(), { status: 'FAILED', message: 'No.' }), noRoom],
];

it.each(writes)(
  '%s is tried for five seconds while other changes come first, then fails with a message',
  async (_what, work, message) => {
    const tries = failTransactions(() => cancelled('None', 'TransactionConflict'));
    await expect(work()).rejects.toThrow(message);
    expect(tries()).toBeGreaterThanOrEqual(5);
    expect(tries()).toBeLessThanOrEqual(7);
  },
);

it.each([
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
])('a change is planned again after a transaction that was canceled by %s', async (reason) => {
  const tries = failTransactions(() => cancelled('None', reason), 2);
  expect(await save()).toMatchObject({ revision: 1 });
  expect(await receive()).toBe('changed');
  expect(tries()).toBe(2);
});

it('a transaction is not tried again for a reason that a retry does not change', async () => {
  const tries = failTransactions(() => cancelled('None', 'ItemCollectionSizeLimitExceeded'));
  await expect(save()).rejects.toThrow('Transaction cancelled.');
  await expect(receive()).rejects.toThrow('Transaction cancelled.');
  expect(tries()).toBe(2);
});

it('a transaction is not tried again when the table is down', async () => {
  const tries = failTransactions(() => new Error('The table is down.'));
  for (const [, work] of writes) await expect(work()).rejects.toThrow('The table is down.');
  expect(tries()).toBe(writes.length);
});
