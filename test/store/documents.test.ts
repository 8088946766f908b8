import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadKey } from '../../lambdas/aws/object-keys.ts';
import type { StoredPdf } from '../../lambdas/table/items.ts';
import { deadlineSeconds } from '../../shared/api/conversion-time.ts';
import { hour, startSmallStore } from '../support/small-store.ts';

const store = await startSmallStore();
vi.spyOn(Math, 'random').mockReturnValue(0.5);
const documents = await import('../../lambdas/documents/documents.ts');
const { completedDocuments, deleteRemoval } = await import('../../lambdas/table/attached-documents.ts');
const conversions = await import('../../lambdas/documents/conversions.ts');
const pdfs = await import('../../lambdas/table/pdfs.ts');
const { recordPdfOutcome } = await import('../../lambdas/table/pdfs.ts');
const {
  releaseConversionLock: endTurn,
  recordWaiting,
  acquireConversionLock: takeTurn,
} = await import('../../lambdas/documents/conversions.ts');
const { readApplication } = await import('../../lambdas/table/application.ts');
const { change } = await import('../../lambdas/table/change.ts');
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
const remove = () => documents.removeDocument(store.sub(), paper);
const events = async () =>
  (await readAuditLog(await auditLogOf(store.username(), store.sub()), '')).entries
    .filter(({ keys }) => keys.includes(paper))
    .map(({ event }) => event)
    .toSorted();
const submit = () =>
  change(store.sub(), () => ({
    ...{ event: 'submit', keys: [], writes: [], result: undefined },
    submittedAt: '2026-11-22T12:00:00.000Z',
  }));

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
async function convert() {
  const upload = await begin();
  await conversions.finishConversion(upload, completed(upload));
  return upload;
}

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
    expect(documents.isEventLate((await stored()) ?? expect.unreachable())).toBe(false);
    store.pass(2_001);
    expect(documents.isEventLate((await stored()) ?? expect.unreachable())).toBe(true);
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
    expect(completedDocuments((await read()).documents)).toEqual({
      paper: { file_name: 'paper.pdf', file_size: 8 },
    });
    expect(await events()).toEqual(['convert', 'converted', 'upload']);
  });

  it('of another generation is neither requested nor marked', async () => {
    const { object_key: old } = await create();
    await create();
    expect(await request(old)).toBeUndefined();
    expect(await conversions.markUploaded(uploadOf(old))).toBeUndefined();
    expect(await stored()).toMatchObject({ requested: false, uploaded: false });
  });

  it('that fails says why, and is not attached', async () => {
    const upload = await begin();
    await conversions.finishConversion(upload, { status: 'FAILED', message: 'Locked.' });
    expect(await documents.documentOf(store.sub(), paper)).toMatchObject({
      status: 'FAILED',
      message: 'Locked.',
    });
    expect(completedDocuments((await read()).documents)).toEqual({});
    expect(await events()).toContain('upload-refused');
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

  it('has failed in time when its conversion never began', async () => {
    const { object_key } = await create();
    await request(object_key);
    store.pass(conversionTime + 1);
    expect(await documents.documentOf(store.sub(), paper)).toMatchObject({ status: 'FAILED' });
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
    await submit();
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

  it('is one of 120 in an hour', async () => {
    store.pass(hour - (store.now() % hour));
    for (let index = 0; index < 120; index++) await create();
    store.pass(hour / 4);
    await expect(create()).rejects.toMatchObject({
      ...{ kind: 'tooMany', retryAfter: 2700, message: "That's a lot of files in an hour." },
    });
    store.pass((3 * hour) / 4);
    await create();
    expect((await read()).uploads).toEqual({ since: store.now(), count: 1 });
  });
});

describe('a converted document', () => {
  it('stays attached while another file is to replace it', async () => {
    const first = await convert();
    const { object_key, removals } = await create();
    expect(removals).toEqual([]);
    expect(completedDocuments((await read()).documents)).toEqual({
      paper: { file_name: 'paper.pdf', file_size: 8 },
    });
    expect(documents.replacedDocuments((await read()).documents)).toEqual([]);
    expect(await documents.removeReplaced(store.sub())).toEqual([]);
    const cancelled = await documents.removeReplacement(store.sub(), paper);
    expect(cancelled).toMatchObject([{ object_key }]);
    expect(await stored()).toMatchObject({ gen: first.gen, status: 'COMPLETED' });
    expect(await documents.removeReplacement(store.sub(), paper)).toMatchObject([{ object_key }]);
    expect(await events()).toContain('cancel-replacement');
  });

  it('leaves when its replacement is converted, and its files are listed until they are gone', async () => {
    const first = await convert();
    const second = await convert();
    expect(documents.replacedDocuments((await read()).documents)).toMatchObject([{ gen: first.gen }]);
    expect(await documents.removeReplaced(store.sub())).toMatchObject([
      { gen: first.gen, pdf_key: keyOfConverted(first) },
    ]);
    expect(await stored()).toMatchObject({ gen: second.gen });
    expect((await stored())?.replaces).toBeUndefined();
    expect((await read()).removals).toMatchObject([{ gen: first.gen }]);
    await deleteRemoval(store.sub(), first.gen);
    const { removals, rev } = await read();
    expect(removals).toEqual([]);
    expect(await documents.removeReplaced(store.sub())).toEqual([]);
    expect((await read()).rev).toBe(rev);
    expect(await events()).toContain('replace-document');
  });

  it('that is replaced leaves the files of other questions as they are', async () => {
    const other = documentKey.parse('other');
    await documents.createUpload(store.sub(), other);
    const before = (await read()).documents.get(other);
    await convert();
    await convert();
    await documents.removeReplaced(store.sub());
    expect((await read()).documents.get(other)).toEqual(before);
    const { entries } = await readAuditLog(await auditLogOf(store.username(), store.sub()), '');
    expect(entries.findLast(({ event }) => event === 'replace-document')?.keys).toEqual([paper]);
  });

  it('is removed with the upload that was to replace it', async () => {
    const first = await convert();
    const second = await begin('another run');
    const removed = await remove();
    expect(removed.map(({ gen }) => gen)).toEqual([second.gen, first.gen]);
    // A conversion that runs may still write its PDF.
    expect(removed.map(({ until }) => until)).toEqual([store.now() + conversionTime, undefined]);
    expect(await stored()).toBeUndefined();
    expect((await remove()).map(({ gen }) => gen).toSorted()).toEqual([first.gen, second.gen].toSorted());
    expect(await conversions.finishConversion(second, completed(second))).toBe(false);
    expect(await events()).toContain('delete-document');
  });

  it('is not replaced by an upload that was dropped for a third', async () => {
    const first = await convert();
    const second = await begin('another run');
    const { removals } = await create();
    expect(removals.map(({ gen }) => gen)).toEqual([second.gen]);
    expect((await stored())?.replaces).toMatchObject({ gen: first.gen });
  });
});

describe('the conversion lock', () => {
  it('belongs to one conversion until it ends, or all could have ended', async () => {
    expect(await takeTurn(store.sub(), 'one')).toBe(true);
    expect(await takeTurn(store.sub(), 'one')).toBe(true);
    expect(await takeTurn(store.sub(), 'two')).toBe(false);
    expect(await endTurn(store.sub(), 'two')).toBe(false);
    expect(await endTurn(store.sub(), 'one')).toBe(true);
    expect(await takeTurn(store.sub(), 'two')).toBe(true);
    store.pass(conversionTime);
    expect(await takeTurn(store.sub(), 'three')).toBe(false);
    store.pass(1);
    expect(await takeTurn(store.sub(), 'three')).toBe(true);
  });

  it('is waited for without the deadline coming closer', async () => {
    const upload = await begin();
    store.pass(1000);
    expect(await recordWaiting(upload, true)).toBe(true);
    expect(await stored()).toMatchObject({ waiting: true, deadline: store.now() + conversionTime });
    await create();
    expect(await recordWaiting(upload, false)).toBe(false);
  });
});

describe('the application PDF', () => {
  const ask = (id: string, rev: number, seen?: Parameters<typeof pdfs.requestPdf>[1]['seen']) =>
    pdfs.requestPdf(store.sub(), { audience: 'applicant', id, rev, seen });
  const current = async (rev: number) =>
    pdfs.currentPdf({ rev }, await pdfs.readStoredPdf(store.sub(), 'applicant'));
  const done = (id: string) =>
    ({ status: 'COMPLETED', pdf_key: keyOfApplicationPdf(store.sub(), id) }) as const;

  it('is drawn once for a revision, whichever session asks', async () => {
    expect(await current(3)).toBeUndefined();
    expect(await ask('one', 3)).toBe(true);
    expect(await ask('two', 3)).toBe(false);
    expect(await current(3)).toMatchObject({ id: 'one', status: 'UNPROCESSED' });
    expect(await current(4)).toBeUndefined();
    expect(await recordPdfOutcome(store.sub(), 'two', done('two'))).toBe(false);
    expect(await recordPdfOutcome(store.sub(), 'one', done('one'))).toBe(true);
    expect(await recordPdfOutcome(store.sub(), 'one', done('one'))).toBe(true);
    expect(await current(3)).toMatchObject(done('one'));
    const seen = await pdfs.readStoredPdf(store.sub(), 'applicant');
    expect(await ask('three', 4, seen)).toBe(true);
    expect(await ask('four', 4, seen)).toBe(false);
    expect(await recordPdfOutcome(store.sub(), 'one', done('one'))).toBe(false);
  });

  it('has failed when it is late, and is drawn again after twenty hours', async () => {
    const drawing = deadlineSeconds.applicationPdf * 1000;
    await ask('one', 1);
    store.pass(drawing);
    expect(await current(1)).toMatchObject({ status: 'UNPROCESSED' });
    store.pass(1);
    expect(await current(1)).toMatchObject({ status: 'FAILED' });
    await recordPdfOutcome(store.sub(), 'one', done('one'));
    store.pass(20 * hour - 1);
    expect(await current(1)).toMatchObject({ status: 'COMPLETED' });
    store.pass(1);
    expect(await current(1)).toBeUndefined();
  });

  it('that failed is not the current one, and one may be forgotten by its id', async () => {
    await ask('one', 1);
    expect(await recordPdfOutcome(store.sub(), 'one', { status: 'FAILED' })).toBe(false);
    expect(await current(1)).toMatchObject({ status: 'FAILED' });
    await pdfs.forgetPdf(store.sub(), 'applicant', 'two');
    expect(await current(1)).toBeDefined();
    await pdfs.forgetPdf(store.sub(), 'applicant', 'one');
    expect(await current(1)).toBeUndefined();
  });

  it('is another one for readers, and neither replaces the other', async () => {
    const sub = store.sub();
    const reader = { audience: 'reader', id: 'two', rev: 1, seen: undefined, hides: ['race'] } as const;
    await ask('one', 1);
    expect(await pdfs.requestPdf(sub, reader)).toBe(true);
    expect(await recordPdfOutcome(sub, 'two', done('two'))).toBe(true);
    expect(await current(1)).toMatchObject({ id: 'one', status: 'UNPROCESSED' });
    expect(await recordPdfOutcome(sub, 'one', done('one'))).toBe(true);
    expect(await pdfs.readStoredPdf(sub, 'reader')).toMatchObject({ ...done('two'), hides: ['race'] });
    const all = await pdfs.readStoredPdfs(sub);
    expect(all.map(({ audience, id }) => [audience, id])).toEqual([
      ['applicant', 'one'],
      ['reader', 'two'],
    ]);
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

  it('is not forgotten when a first file is sent', async () => {
    await ask('one', 1);
    await create();
    expect(await pdfs.readStoredPdf(store.sub(), 'applicant')).toMatchObject({ id: 'one' });
  });

  it('is forgotten when a document leaves', async () => {
    await convert();
    await ask('one', 1);
    await pdfs.requestPdf(store.sub(), { audience: 'reader', id: 'two', rev: 1, seen: undefined });
    await remove();
    expect(await pdfs.readStoredPdfs(store.sub())).toEqual([]);
    expect(await pdfs.readStoredPdf(store.sub(), 'applicant')).toBeUndefined();
    expect(await recordPdfOutcome(store.sub(), 'one', done('one'))).toBe(false);
  });
});
