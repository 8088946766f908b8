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
