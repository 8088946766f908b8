import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadKey } from '../../lambdas/aws/object-keys.ts';
import type { StoredPdf } from '../../lambdas/table/items.ts';
import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import { hour, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
vi.spyOn(Math, 'random').mockReturnValue(0.5);
const documents = await import('../../lambdas/documents/documents.ts');
const conversions = await import('../../lambdas/documents/conversions.ts');
const pdfs = await import('../../lambdas/table/pdfs.ts');
const { readApplication } = await import('../../lambdas/table/application.ts');
const { beginErasure, lockedRevision } = await import('../../lambdas/table/erasures.ts');
const { addressAuditLog, auditLogOf, readAuditLog } = await import('../../lambdas/table/audit-log.ts');
const { keyOfConverted, keyOfApplicationPdf, uploadOf } = await import('../../lambdas/aws/object-keys.ts');
const { documentKey } = await import('../../lambdas/runtime/ids.ts');

const paper = documentKey.parse('paper');
const conversionTime = deadlineSeconds.conversion * 1000;
const file = { file_name: 'paper.pdf', file_size: 7 };
const read = () => readApplication(store.sub());
const stored = async () => (await read()).documents.get(paper);
const create = () => documents.createUpload(store.sub(), paper);
const request = (file_key: UploadKey) =>
  documents.requestConversion(store.sub(), paper, { file_key, ...file });
const events = async () =>
  (await readAuditLog(await auditLogOf(store.username(), store.sub()), '')).entries
    .filter(({ keys }) => keys.includes(paper))
    .map(({ event }) => event)
    .toSorted();
/** An upload that arrived, whose conversion was requested and has begun. */
async function begin(run = 'run') {
  const { object_key } = await create();
  await request(object_key);
  const upload = uploadOf(object_key);
  await conversions.markUploaded(upload);
  await conversions.claimConversion(upload, run);
  return upload;
}
const completed = (upload: ReturnType<typeof uploadOf>) => ({
  ...{ status: 'COMPLETED' as const, pdf_key: keyOfConverted(upload), pdf_size: 9, pages: 2, file_size: 8 },
});

beforeEach(() => store.pass(2 * hour));

describe('an upload', () => {
  it('is converted once, when it has arrived and its conversion was requested', async () => {
    const { object_key, removals } = await create();
    expect(removals).toEqual([]);
    const upload = uploadOf(object_key);
    expect(await conversions.claimConversion(upload, 'run')).toBe(false);
    expect(await request(object_key)).toMatchObject({ gen: upload.gen, uploaded: false });
    expect(await request(object_key)).toMatchObject({ gen: upload.gen, uploaded: false });
    expect(await stored()).toMatchObject({
      ...{ status: 'UNPROCESSED', requested: true, uploaded: false, ...file },
      deadline: store.now() + conversionTime,
    });
    expect(await conversions.claimConversion(upload, 'run')).toBe(false);
    expect(await conversions.markUploaded(upload)).toMatchObject({ uploaded: true, requested: true });
    expect(await conversions.claimConversion(upload, 'run')).toBe(true);
    expect(await conversions.claimConversion(upload, 'run')).toBe(true);
    expect(await conversions.claimConversion(upload, 'another run')).toBe(false);
    expect(await conversions.isConversionCompleted(upload)).toBe(false);
    const { rev } = await read();
    expect(await conversions.finishConversion(upload, completed(upload))).toBe(true);
    expect(await conversions.finishConversion(upload, completed(upload))).toBe(false);
    expect(await conversions.isConversionCompleted(upload)).toBe(true);
    expect((await read()).rev).toBe(rev + 1);
    expect(await stored()).toMatchObject({
      ...{ status: 'COMPLETED', pdf_key: keyOfConverted(upload), file_name: 'paper.pdf', file_size: 8 },
    });
    expect(await events()).toEqual(['convert', 'converted', 'upload']);
  });

  it('has failed when its conversion does not end in time', async () => {
    const upload = await begin();
    const beforehand = await stored();
    if (beforehand === undefined) throw new Error('There is no upload.');
    store.pass(conversionTime);
    expect(documents.isConverting(beforehand)).toBe(true);
    expect(await documents.documentOf(store.sub(), paper)).toMatchObject({ status: 'IN_PROGRESS' });
    store.pass(1);
    expect(documents.isConverting(beforehand)).toBe(false);
    const late = { status: 'FAILED', message: expect.stringContaining('too long') };
    expect(await documents.documentOf(store.sub(), paper)).toMatchObject(late);
    expect(await stored()).toMatchObject(late);
    expect(await conversions.finishConversion(upload, completed(upload))).toBe(false);
    expect(await events()).toContain('timeout');
    expect(await documents.documentOf(store.sub(), 'nothing')).toBeUndefined();
  });

  it('is late from two seconds after the request without an event until its conversion begins', async () => {
    const { object_key } = await create();
    const upload = uploadOf(object_key);
    const isLate = async () => documents.isEventLate((await stored()) ?? expect.unreachable());
    store.pass(hour);
    expect(await isLate()).toBe(false); // not requested
    await request(object_key);
    store.pass(2_000);
    expect(await isLate()).toBe(false);
    store.pass(1);
    expect(await isLate()).toBe(true);
    await conversions.markUploaded(upload);
    await conversions.claimConversion(upload, 'run');
    expect(await isLate()).toBe(false);
  });

  it('that is replaced in the moment in which it fails is not written again', async () => {
    await begin();
    store.pass(conversionTime + 1);
    store.beforeNextTransaction(create);
    const found = await documents.documentOf(store.sub(), paper);
    expect(found).toMatchObject({ uploaded: false, requested: false });
    expect(await stored()).toEqual(found);
    expect(await events()).not.toContain('timeout');
  });

  it('that is late after the submission has failed, and nothing is written', async () => {
    const upload = await begin();
    await store.submit();
    expect(await conversions.finishConversion(upload, completed(upload))).toBe(false);
    store.pass(conversionTime + 1);
    expect(await documents.documentOf(store.sub(), paper)).toMatchObject({ status: 'FAILED' });
    expect(await stored()).toMatchObject({ status: 'IN_PROGRESS' });
  });

  it('that ends during an erasure writes nothing, and the application keeps its deletion lock', async () => {
    const upload = await begin();
    await beginErasure({
      ...{ sk: store.sub(), reason: 'operator', asked_at: new Date(store.now()).toISOString() },
      address_log: await addressAuditLog(store.username()),
    });
    expect(await conversions.finishConversion(upload, completed(upload))).toBe(false);
    expect((await read()).rev).toBe(lockedRevision);
    expect(await stored()).toMatchObject({ status: 'IN_PROGRESS' });
  });
});

describe('the conversion lock', () => {
  it('belongs to one conversion until it ends, or all could have ended', async () => {
    expect(await conversions.acquireConversionLock(store.sub(), 'one')).toBe(true);
    expect(await conversions.acquireConversionLock(store.sub(), 'one')).toBe(true);
    expect(await conversions.acquireConversionLock(store.sub(), 'two')).toBe(false);
    expect(await conversions.releaseConversionLock(store.sub(), 'two')).toBe(false);
    expect(await conversions.releaseConversionLock(store.sub(), 'one')).toBe(true);
    expect(await conversions.acquireConversionLock(store.sub(), 'two')).toBe(true);
    store.pass(conversionTime);
    expect(await conversions.acquireConversionLock(store.sub(), 'three')).toBe(false);
    store.pass(1);
    expect(await conversions.acquireConversionLock(store.sub(), 'three')).toBe(true);
  });

  it('is waited for without the deadline coming closer', async () => {
    const upload = await begin();
    store.pass(1000);
    expect(await conversions.recordWaiting(upload, true)).toBe(true);
    expect(await stored()).toMatchObject({ waiting: true, deadline: store.now() + conversionTime });
    await create();
    expect(await conversions.recordWaiting(upload, false)).toBe(false);
  });
});

describe('the application PDF', () => {
  const current = async (rev: number) =>
    pdfs.currentPdf({ rev }, await pdfs.readStoredPdf(store.sub(), 'applicant'));
  const done = (id: string) =>
    ({ status: 'COMPLETED', pdf_key: keyOfApplicationPdf(store.sub(), id) }) as const;

  it('has failed when it is late, and is drawn again after twenty hours', async () => {
    const drawing = deadlineSeconds.applicationPdf * 1000;
    await pdfs.requestPdf(store.sub(), { audience: 'applicant', id: 'one', rev: 1, seen: undefined });
    store.pass(drawing);
    expect(await current(1)).toMatchObject({ status: 'UNPROCESSED' });
    store.pass(1);
    expect(await current(1)).toMatchObject({ status: 'FAILED' });
    await pdfs.recordPdfOutcome(store.sub(), 'one', done('one'));
    store.pass(20 * hour - 1);
    expect(await current(1)).toMatchObject({ status: 'COMPLETED' });
    store.pass(1);
    expect(await current(1)).toBeUndefined();
  });

  it('is not used once the partner hides other questions', async () => {
    const reader = { audience: 'reader', id: 'two', rev: 1, seen: undefined, hides: ['race'] } as const;
    await pdfs.requestPdf(store.sub(), reader);
    const stored = await pdfs.readStoredPdf(store.sub(), 'reader');
    expect(pdfs.currentPdf({ rev: 1 }, stored, { hides: ['race'] })).toMatchObject({ id: 'two' });
    expect(pdfs.currentPdf({ rev: 1 }, stored, { hides: ['race', 'gender'] })).toBeUndefined();
    expect(pdfs.currentPdf({ rev: 1 }, stored)).toBeUndefined();
  });

  it('is not used once its first page would show another checklist or another day', async () => {
    const checklist = {
      received: { fafsa: '2027-01-02', act: '2027-01-03' },
      missing: ['sat'],
      on: '2027-01-04',
    };
    const request = { audience: 'applicant', id: 'one', rev: 1, seen: undefined } as const;
    await pdfs.requestPdf(store.sub(), { ...request, checklist });
    const stored = await pdfs.readStoredPdf(store.sub(), 'applicant');
    const isCurrent = (shown: Partial<NonNullable<StoredPdf['checklist']>>) =>
      pdfs.currentPdf({ rev: 1 }, stored, { checklist: { ...checklist, ...shown } }) !== undefined;
    expect(isCurrent({ received: { act: '2027-01-03', fafsa: '2027-01-02' } })).toBe(true);
    expect(isCurrent({ received: { fafsa: '2027-01-02' } })).toBe(false);
    expect(isCurrent({ missing: ['sat', 'transcript'] })).toBe(false);
    expect(isCurrent({ on: '2027-01-05' })).toBe(false);
    expect(pdfs.currentPdf({ rev: 1 }, stored)).toBeUndefined();
  });
});
