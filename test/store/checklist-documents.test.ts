import { beforeEach, describe, expect, it } from 'vitest';
import { startSmallStore } from '../support/small-store.ts';
import { submissionOf } from '../support/submission.ts';

const store = await startSmallStore();
const documents = await import('../../lambdas/documents/documents.ts');
const conversions = await import('../../lambdas/documents/conversions.ts');
const { attachChecklistDocument } = await import('../../lambdas/documents/checklist-documents.ts');
const { changeChecklist } = await import('../../lambdas/table/checklist.ts');
const { change, putItem } = await import('../../lambdas/table/change.ts');
const { parts } = await import('../../lambdas/table/keys.ts');
const { rowOf } = await import('../../lambdas/staff/list-rows.ts');
const { readApplication } = await import('../../lambdas/table/application.ts');
const { beginErasure, lockedRevision } = await import('../../lambdas/table/erasures.ts');
const { addressAuditLog } = await import('../../lambdas/table/audit-log.ts');
const { keyOfConverted, uploadOf } = await import('../../lambdas/aws/object-keys.ts');
const { documentKey } = await import('../../lambdas/runtime/ids.ts');

// Changes of the checklist by the office and by the applicant at the same moment.

const key = documentKey.parse('checklist-transcript');
const office = { by: 'Remy Records (remy)', request: 'request-1' };
const file = { file_name: 'transcript.pdf', file_size: 7 };
const read = () => readApplication(store.sub());
const sent = async () => (await rowOf(store.sub()))?.sent;

beforeEach(async () => {
  const submission = submissionOf({ answers: { first_name: 'Ada', last_name: 'Lindgren' } });
  await change(store.sub(), () => ({
    ...{ event: 'submit', keys: [], result: undefined, submittedAt: submission.submitted_at },
    writes: [putItem(store.sub(), parts.submission, { ...submission })],
  }));
});

const receive = (item: string) =>
  changeChecklist(store.sub(), office, ({ checklist: { received } }) => ({
    ...{ event: 'checklist-item-received', checklistItem: item, owesMail: false },
    received: { ...received, [item]: '2026-11-20' },
  }));

/** An upload that arrived, whose conversion was requested and has begun. */
async function begin(of = key) {
  const { object_key } = await documents.createUpload(store.sub(), of);
  await documents.requestConversion(store.sub(), of, { file_key: object_key, ...file });
  const upload = uploadOf(object_key);
  await conversions.markUploaded(upload);
  await conversions.claimConversion(upload, 'run');
  return upload;
}
const attach = (upload: ReturnType<typeof uploadOf>) =>
  attachChecklistDocument(upload, {
    ...{ status: 'COMPLETED', pdf_key: keyOfConverted(upload), pdf_size: 9, pages: 2 },
  });
const erase = async () =>
  beginErasure({
    ...{ sk: store.sub(), reason: 'operator', asked_at: new Date(store.now()).toISOString() },
    address_log: await addressAuditLog(store.username()),
    confirmation: submissionOf({ answers: {} }).confirmation,
  });

describe('a document for the checklist', () => {
  it('stays in the row when the office marks another item at the same moment', async () => {
    const upload = await begin();
    store.beforeNextTransaction(() => attach(upload));
    await receive('test-scores');
    expect(await rowOf(store.sub())).toMatchObject({
      ...{ sent: { transcript: expect.any(String) }, received: { 'test-scores': '2026-11-20' } },
    });
  });

  it('is not attached when the office marks its item at the same moment', async () => {
    const upload = await begin();
    store.beforeNextTransaction(() => receive('transcript'));
    expect(await attach(upload)).toEqual({ rejected: expect.any(String) });
    expect(await sent()).toBeUndefined();
  });

  it('is not removed when the office marks its item at the same moment', async () => {
    await attach(await begin());
    store.beforeNextTransaction(() => receive('transcript'));
    await expect(documents.removeDocument(store.sub(), key)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await sent()).toEqual({ transcript: expect.any(String) });
  });

  it('writes nothing while the application is deleted', async () => {
    const [upload, failing] = [await begin(), await begin(documentKey.parse('checklist-test-scores'))];
    await erase();
    const before = await read();
    expect(before.rev).toBe(lockedRevision);
    expect(await attach(upload)).toEqual({ rejected: expect.any(String) });
    expect(await conversions.finishConversion(failing, { status: 'FAILED', message: 'no' })).toBe(false);
    await expect(documents.createUpload(store.sub(), key)).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(await read()).toEqual(before);
  });
});
