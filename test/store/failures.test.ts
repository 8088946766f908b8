import { afterEach, describe, expect, it, vi } from 'vitest';
import { uploadId } from '../../lambdas/runtime/ids.ts';
import { interceptTable, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { table } = await import('../../lambdas/table/table.ts');
const { readDeviceLink } = await import('../../lambdas/application/visitor-calls.ts');
const { storeValidationReport } = await import('../../lambdas/application/progress.ts');
const {
  finishConversion,
  markUploaded,
  acquireConversionLock: takeTurn,
} = await import('../../lambdas/documents/conversions.ts');
const { forgetPdf, requestPdf } = await import('../../lambdas/table/pdfs.ts');
const { revokeToken } = await import('../../lambdas/table/staff-tokens.ts');
const { recordSessionOver } = await import('../../lambdas/table/sessions.ts');
const { whileUnanswered } = await import('../../lambdas/runtime/call.ts');
const { saveAnswers } = await import('../../lambdas/application/answers.ts');
const { readApplication } = await import('../../lambdas/table/application.ts');
const { claimWork, workItem } = await import('../../lambdas/table/outbox.ts');
const { tryAddressChange } = await import('../../lambdas/account/address-changes.ts');
const { UpdateCommand } = await import('@aws-sdk/lib-dynamodb');
const { documentKey } = await import('../../lambdas/runtime/ids.ts');

const upload = () => ({
  ...{ sub: store.sub(), answer_key: documentKey.parse('paper'), gen: uploadId.parse('gen') },
});
const over = () => ({ reason: 'idle' as const, at: store.now(), hash: 'hash' });

afterEach(() => {
  vi.mocked(table.send).mockRestore?.();
});

describe('a table that is down', () => {
  it.each<[what: string, work: () => Promise<unknown>]>([
    ['a link to another device that is used up', () => readDeviceLink('token')],
    ['too many reports', () => storeValidationReport(store.sub(), {})],
    ['an upload that was replaced', () => markUploaded(upload())],
    ['a conversion that had ended', () => finishConversion(upload(), { status: 'FAILED', message: 'No.' })],
    ['a PDF that was forgotten', () => forgetPdf(store.sub(), 'applicant', 'one')],
    [
      'a PDF that another request draws',
      () => requestPdf(store.sub(), { audience: 'applicant', id: 'one', rev: 1, seen: undefined }),
    ],
    ['an unknown link for staff', () => revokeToken('jti', { by: 'grace', request: 'request-1' })],
    ['an end of a session that was recorded', () => recordSessionOver(store.sub(), over())],
    ['work that is done', () => claimWork(workItem('checklist-mail', { sub: store.sub() }))],
    ['a change of address that is over', () => tryAddressChange(store.sub())],
    ['a conversion lock that another conversion holds', () => takeTurn(store.sub(), 'run')],
  ])('is not taken for %s', async (_what, work) => {
    vi.spyOn(table, 'send').mockImplementation(async () => {
      throw new Error('The table is down.');
    });
    await expect(work()).rejects.toThrow('The table is down.');
  });

  it('for writes only is not taken for too many reports', async () => {
    const end = interceptTable((command, send) =>
      command instanceof UpdateCommand ? Promise.reject(new Error('The table is down.')) : send(),
    );
    await expect(storeValidationReport(store.sub(), {})).rejects.toThrow('The table is down.');
    end();
  });
});

it('a PDF that a transaction forgets at the same moment is not being drawn', async () => {
  const conflict = Object.assign(new Error('Conflict.'), { name: 'TransactionConflictException' });
  vi.spyOn(table, 'send').mockRejectedValue(conflict as never);
  expect(await requestPdf(store.sub(), { audience: 'applicant', id: 'one', rev: 1, seen: undefined })).toBe(
    false,
  );
});

it('a call that was answered without waiting reads and writes nothing more', async () => {
  const answered = new AbortController();
  const call = whileUnanswered(answered.signal, async () => {
    await saveAnswers(store.sub(), { city: 'Houghton' }, {});
    answered.abort();
    await saveAnswers(store.sub(), { city: 'Hancock' }, {});
  });
  await expect(call).rejects.toThrow('The call was answered without waiting for this.');
  expect((await readApplication(store.sub())).answers).toEqual({ city: 'Houghton' });
});
