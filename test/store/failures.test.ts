import { afterEach, describe, expect, it, vi } from 'vitest';
import { uploadId } from '../../lambdas/runtime/ids.ts';
import { startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
const { table } = await import('../../lambdas/store/table.ts');
const { readDeviceLink } = await import('../../lambdas/store/device-links.ts');
const { storeValidationReport } = await import('../../lambdas/store/validations.ts');
const { finishConversion, markUploaded } = await import('../../lambdas/store/conversions.ts');
const { forgetPdf, requestPdf } = await import('../../lambdas/store/pdfs.ts');
const { revokeToken } = await import('../../lambdas/store/service-tokens.ts');
const { claimReceipt } = await import('../../lambdas/store/outbox.ts');
const { recordSessionOver } = await import('../../lambdas/store/sessions.ts');
const { takeTurn } = await import('../../lambdas/store/turns.ts');
const { documentKey } = await import('../../lambdas/runtime/ids.ts');

const upload = () => ({
  ...{ sub: store.sub(), answer_key: documentKey.parse('paper'), gen: uploadId.parse('gen') },
});
const over = () => ({ reason: 'idle' as const, at: store.now(), hash: 'hash' });

afterEach(() => {
  vi.mocked(table.send).mockRestore();
});

describe('a table that is down', () => {
  it.each<[what: string, work: () => Promise<unknown>]>([
    ['a link to another device that is used up', () => readDeviceLink('token')],
    ['too many reports', () => storeValidationReport(store.sub(), {})],
    ['an upload that was replaced', () => markUploaded(upload())],
    ['a conversion that had ended', () => finishConversion(upload(), { status: 'FAILED', message: 'No.' })],
    ['a PDF that was forgotten', () => forgetPdf(store.sub(), 'one')],
    [
      'a PDF that another request draws',
      () => requestPdf(store.sub(), { id: 'one', rev: 1, seen: undefined }),
    ],
    ['an unknown link for staff', () => revokeToken('jti', { by: 'grace', request: 'request-1' })],
    ['a receipt that was mailed', () => claimReceipt(store.sub())],
    ['an end of a session that was recorded', () => recordSessionOver(store.sub(), over())],
    ['a turn that another conversion has', () => takeTurn(store.sub(), 'run')],
  ])('is not taken for %s', async (_what, work) => {
    vi.spyOn(table, 'send').mockImplementation(async () => {
      throw new Error('The table is down.');
    });
    await expect(work()).rejects.toThrow('The table is down.');
  });
});
