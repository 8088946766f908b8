import { randomUUID } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { printLines } from '../../shared/form/index.ts';
import { application, completeAnswers } from '../support/form.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { pdf } from '../support/samples.ts';
import { startSmallCloud } from '../support/small-cloud.ts';

const cloud = await startSmallCloud();
const { table, TableName } = await import('../../lambdas/table/table.ts');
const { handler } = await import('../../lambdas/functions/application-pdf-make.ts');

afterAll(cloud.close);
beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
});

const stored = (answers: object) =>
  Object.fromEntries(Object.entries(answers).map(([key, value]) => [key, [value, 1]]));

/** An applicant with a complete application who has requested its PDF. */
const applicant = async () => {
  const sub = randomUUID();
  const put = (sk: string, item: object) =>
    table.send(new PutCommand({ TableName, Item: { pk: `APP#${sub}`, sk, ...item } }));
  await put('META', { rev: 3 });
  await put('ANSWERS#0', stored(completeAnswers));
  const putPdf = (item: object) =>
    table.send(new PutCommand({ TableName, Item: { pk: `PDF#${sub}`, sk: 'PDF', ...item } }));
  await putPdf({ id: 'first', rev: 3, status: 'UNPROCESSED', deadline: Date.now() + 60_000 });
  return {
    sub,
    put,
    putPdf,
    copy: async () =>
      (await table.send(new GetCommand({ TableName, Key: { pk: `PDF#${sub}`, sk: 'PDF' } }))).Item,
    /** The names of the PDFs in the bucket. */
    objects: () => {
      const folder = `documents/application-pdfs/${sub}/`;
      const keys = [...cloud.objects.keys()].filter((key) => key.startsWith(folder));
      return keys.map((key) => key.slice(folder.length));
    },
    pdf: async (id = 'first') =>
      readPdf(cloud.objects.get(`documents/application-pdfs/${sub}/${id}.pdf`)?.bytes ?? Buffer.alloc(0)),
  };
};

const flat = (text: string) => text.replace(/[\s\u00a0]+/g, ' ');

test('application PDF: prints every line of a complete application', async () => {
  const { sub, copy, pdf: made } = await applicant();
  await handler({ sub, id: 'first' });
  expect(await copy()).toMatchObject({ status: 'COMPLETED', pdf_key: `application-pdfs/${sub}/first.pdf` });
  const { pages, text } = await made();
  const whole = flat(pages.map(({ body }) => body).join('\n'));
  const lines = printLines(application, { answers: completeAnswers }).flatMap(({ label, lines }) => [
    label,
    ...lines,
  ]);
  const words = lines.map((line) =>
    typeof line === 'string' ? line : 'title' in line ? line.title : 'label' in line ? line.label : line.text,
  );
  expect(words.length).toBeGreaterThan(40);
  expect(whole).toContain('[X] American Indian or Alaska Native [X] Asian [ ] Black or African American');
  expect(words.filter((each) => !whole.includes(flat(each)))).toEqual([]);
  expect(text).toContain('Draft');
});

test('application PDF: appends converted documents in the order of the form', async () => {
  const { sub, put, pdf: made } = await applicant();
  const asked = printLines(application, { answers: completeAnswers })
    .flatMap(({ lines }) => lines)
    .flatMap((line) => (line.kind === 'document' ? [line.key] : []));
  expect(asked.length).toBeGreaterThan(0);
  for (const key of asked.toReversed()) {
    await put(`DOC#${key}`, {
      gen: 'g',
      object_key: 'uploads/o',
      uploaded: true,
      requested: true,
      status: 'COMPLETED',
      file_name: `${key}.pdf`.slice(-32),
      pdf_key: `documents/${key}.pdf`,
    });
    cloud.objects.set(`documents/documents/${key}.pdf`, {
      bytes: Buffer.from(await pdf({ texts: [`Page of ${key}`] })),
      type: '',
    });
  }
  await handler({ sub, id: 'first' });
  const { pages } = await made();
  expect(pages.slice(-asked.length).map(({ body }) => body)).toEqual(asked.map((key) => `Page of ${key}`));
});

test('application PDF: leaves out documents that were not converted', async () => {
  const { sub, put, pdf: made } = await applicant();
  await put('DOC#transcript_document', {
    gen: 'g',
    object_key: 'uploads/o',
    uploaded: true,
    requested: true,
    status: 'FAILED',
  });
  await put('ANSWERS#1', stored({ transcript_document: 'ANSWERED' }));
  await handler({ sub, id: 'first' });
  const { outline, text } = await made();
  expect(outline.map(({ title }) => title)).not.toContain('Uploaded documents');
  expect(text).not.toContain('Document attached for');
});

test('application PDF: shows the confirmation number and the submitted answers after submission', async () => {
  const { sub, put, putPdf, pdf: made } = await applicant();
  await put('SUBMISSION#1', {
    confirmation: 'NLU-7K3QX9PD',
    username: 'ada.lindgren@mail.example',
    submitted_at: '2026-11-20T10:00:00.000Z',
    answers: { ...completeAnswers, first_name: 'Wilhelmina' },
    counts: {},
    tabs: {},
    documents: {},
  });
  const checklist = { received: {}, missing: ['transcript', 'test-scores'], on: '2026-11-20' };
  await putPdf({ id: 'first', rev: 3, status: 'UNPROCESSED', deadline: Date.now() + 60_000, checklist });
  await handler({ sub, id: 'first' });
  const { text } = await made();
  expect(text).toContain('Confirmation number NLU-7K3QX9PD');
  expect(text).toContain('Wilhelmina');
  expect(flat(text)).toContain('Still needed on November 20, 2026 transcript, test scores');
  expect(text).not.toContain('Ada Maria');
});

test('application PDF: neither records nor leaves behind a PDF that a newer one replaced', async () => {
  const { sub, putPdf, copy, objects } = await applicant();
  const newer = { id: 'second', rev: 4, status: 'UNPROCESSED', deadline: 1 };
  await putPdf(newer);
  cloud.objects.set(`documents/application-pdfs/${sub}/second.pdf`, {
    bytes: Buffer.from('second'),
    type: '',
  });
  expect(await handler({ sub, id: 'first' })).toEqual({ status: 'FAILED' });
  expect(await copy()).toMatchObject(newer);
  expect(objects()).toEqual(['second.pdf']);
});

test('application PDF: records a failure for good, and leaves no file behind', async () => {
  const { sub, copy, objects } = await applicant();
  await handler({ sub, id: 'first', failed: true });
  expect(await copy()).toMatchObject({ status: 'FAILED' });
  expect(await handler({ sub, id: 'first' })).toEqual({ status: 'FAILED' });
  expect(await copy()).toMatchObject({ status: 'FAILED' });
  expect(objects()).toEqual([]);
});

test('application PDF: keeps the file when the step is repeated or its response was lost', async () => {
  const { sub, copy, objects } = await applicant();
  for (const again of [{}, {}, { failed: true }])
    expect(await handler({ sub, id: 'first', ...again })).toEqual({ status: 'COMPLETED' });
  expect(await copy()).toMatchObject({ status: 'COMPLETED' });
  expect(objects()).toEqual(['first.pdf']);
});
