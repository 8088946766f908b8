import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { docx, lockedPdf, pdf, picture } from '../support/samples.ts';
import { startSmallCloud } from '../support/small-cloud.ts';

const cloud = await startSmallCloud();
const { table, TableName } = await import('../../lambdas/table/table.ts');
const inspect = (await import('../../lambdas/functions/conversion-inspect.ts')).handler;
const convert = (await import('../../lambdas/functions/conversion-convert.ts')).handler;
const office = (await import('../../lambdas/functions/conversion-office.ts')).handler;
const record = (await import('../../lambdas/functions/conversion-record.ts')).handler;

afterAll(cloud.close);
beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level)
      .mockImplementation(() => {})
      .mockClear();
});

interface Sample {
  readonly sub?: string;
  readonly question?: string;
  readonly fileName?: string;
  readonly bytes?: Uint8Array;
  readonly requested?: boolean;
}

const unreadable = 'We could not read this file. Please save it again and upload it.';

/** An applicant who has uploaded a file and, by default, requested its conversion. */
const upload = async ({
  sub = randomUUID(),
  question = 'transcript_document',
  fileName = 'transcript.pdf',
  bytes,
  requested = true,
}: Sample = {}) => {
  const gen = randomUUID();
  const key = `uploads/${sub}/${question}/${gen}`;
  const item = {
    pk: `APP#${sub}`,
    sk: `DOC#${question}`,
    gen,
    object_key: key,
    uploaded: false,
    requested,
  };
  const asked = { file_name: fileName, file_size: 1, status: 'UNPROCESSED', deadline: Date.now() + 90_000 };
  await put({ pk: `APP#${sub}`, sk: 'META', rev: 7 });
  await put(requested ? { ...item, ...asked } : item);
  cloud.objects.set(`uploads/${key}`, { bytes: Buffer.from(bytes ?? (await pdf())), type: '' });
  const stored = async (sk: string) =>
    (await table.send(new GetCommand({ TableName, Key: { pk: `APP#${sub}`, sk } }))).Item;
  return {
    sub,
    event: { bucket: 'uploads', key, execution: gen },
    output: `documents/documents/${sub}/${question}/${gen}.pdf`,
    change: (changes: object) => put({ ...item, ...asked, ...changes }),
    document: () => stored(`DOC#${question}`),
    revision: async () => (await stored('META'))?.rev,
  };
};

const put = (Item: Record<string, unknown>) => table.send(new PutCommand({ TableName, Item }));

/** The result of the first step for an upload that is to be converted. */
const inspectedFor = async (event: object) => {
  const inspected = await inspect(event);
  if (!('job' in inspected)) throw new Error(`It is not converted: ${inspected.next}`);
  return inspected;
};

/** Runs the steps as the state machine does. */
const runPipeline = async (event: object) => {
  const inspected = await inspect(event);
  if (!('job' in inspected)) return;
  const step = { convert, office }[inspected.next];
  await record(await step(inspected.job));
};

test.each([
  ['transcript.pdf', await pdf({ texts: ['One', 'Two'] }), 2],
  ['photo.png', await picture('png'), 1],
  ['photo.JPG', await picture('jpeg'), 1],
  ['resume.docx', docx(), 1],
])('conversion: turns %s into a PDF [UP-27]', async (fileName, bytes, pages) => {
  const one = await upload({ fileName, bytes });
  await runPipeline(one.event);
  const stored = cloud.objects.get(one.output);
  expect(await one.document()).toMatchObject({
    status: 'COMPLETED',
    uploaded: true,
    file_name: fileName,
    pdf_key: one.output.slice('documents/'.length),
    pdf_size: stored?.bytes.length,
    file_size: bytes.length,
    pages,
  });
  expect(stored?.type).toBe('application/pdf');
  expect((await readPdf(stored?.bytes ?? Buffer.alloc(0))).pages.length).toBe(pages);
  expect(await one.revision()).toBe(8);
});

test.each([
  [
    'disguised.pdf',
    await picture('png'),
    'This file is a PNG image, but its name ends in .pdf. Please save it as one of these types and upload that: .png, .jpeg, .jpg, .pdf, .docx',
  ],
  [
    'locked.pdf',
    await lockedPdf({ user: 'a', owner: 'b' }),
    'This PDF is password-protected. Please save a copy without a password and upload that.',
  ],
])('conversion: %s ends with a message to act on [UP-31]', async (fileName, bytes, message) => {
  const one = await upload({ fileName, bytes });
  await runPipeline(one.event);
  expect(await one.document()).toMatchObject({ status: 'FAILED', message });
  expect(cloud.objects.has(one.output)).toBe(false);
});

test.each([
  ['a drawing', 'photo.png', await picture('png'), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['another photo', 'photo.jpg', await picture('jpeg'), await picture('jpeg', { width: 20 })],
  ['another document', 'resume.docx', docx(), docx({ body: '<w:p/>' })],
])(
  'conversion: converts only the bytes that were inspected, not %s sent in their place',
  async (...sample) => {
    const [, fileName, bytes, other] = sample;
    const one = await upload({ fileName, bytes });
    const inspected = await inspectedFor(one.event);
    cloud.objects.set(`uploads/${one.event.key}`, { bytes: other, type: '' });
    await record(await { convert, office }[inspected.next](inspected.job));
    expect(await one.document()).toMatchObject({ status: 'FAILED', message: unreadable });
    expect(cloud.objects.has(one.output)).toBe(false);
  },
);

test('conversion: looks again at the type of the bytes that it converts', async () => {
  const one = await upload({ fileName: 'photo.png', bytes: await picture('png') });
  const inspected = await inspectedFor(one.event);
  expect(await convert({ ...inspected.job, kind: 'jpeg' })).toMatchObject({ refused: unreadable });
});

test.each([
  [
    'Lambda.Unknown',
    'Runtime exited with error: signal: killed',
    "We couldn't convert this file right now. Please try again.",
  ],
  [
    'Sandbox.Timedout',
    'Task timed out after 30.00 seconds',
    'Your document took too long to convert. Please save it as a PDF and upload that.',
  ],
])('conversion: ends after a crashed step (%s)', async (name, cause, message) => {
  const one = await upload();
  const inspected = await inspect(one.event);
  await record({ ...inspected, error: { Error: name, Cause: cause } });
  expect(await one.document()).toMatchObject({ status: 'FAILED', message });
});

test('conversion: changes nothing in an application that was submitted before it ended', async () => {
  const one = await upload();
  const inspected = await inspectedFor(one.event);
  const converted = await convert(inspected.job);
  await put({ pk: `APP#${one.sub}`, sk: 'META', rev: 8, submitted_at: '2027-01-15T10:00:00.000Z' });
  const before = await one.document();
  await record(converted);
  expect(await one.document()).toEqual(before);
  expect(await one.revision()).toBe(8);
});

test('conversion: an alarm counts a failed step, but not when its file was replaced', async () => {
  const error = { Error: 'AccessDenied' };
  const replaced = await upload();
  const inspected = await inspectedFor(replaced.event);
  await replaced.change({ gen: 'newer' });
  await record({ ...inspected, error });
  expect(logged('error')).toEqual([]);
  await record({ ...(await inspectedFor((await upload()).event)), error });
  expect(logged('error')).toEqual(['conversion-step.failed']);
});

/** The events that the function's log has, by level. */
const logged = (level: 'warn' | 'error') =>
  vi
    .mocked(console[level])
    .mock.calls.flatMap(([line]) => (typeof line === 'object' && 'event' in line ? [line.event] : []));

test('conversion: the log tells a document that cannot be read from a converter that fails', async () => {
  vi.stubEnv('SOFFICE', '/no/such/office');
  const lost = await upload({ fileName: 'resume.docx', bytes: docx() });
  await runPipeline(lost.event);
  vi.unstubAllEnvs();
  expect(await lost.document()).toMatchObject({ status: 'FAILED' });
  expect(logged('error')).toEqual(['conversion.failed']);
  const locked = await upload({ bytes: await lockedPdf({ user: 'secret', owner: 'secret' }) });
  await runPipeline(locked.event);
  expect(await locked.document()).toMatchObject({ status: 'FAILED' });
  expect(logged('error')).toEqual(['conversion.failed']);
  expect(logged('warn')).toContain('conversion.rejected');
});

test('conversion: the log says that the first step failed, though the execution succeeds', async () => {
  const one = await upload();
  cloud.objects.clear();
  await expect(inspect(one.event)).rejects.toThrow();
  expect(logged('error')).toEqual(['conversion-step.failed']);
  expect(await inspect(one.event)).toEqual({ next: 'end' });
});

/** Two uploads of one applicant, of which the first is being converted. */
const twoUploads = async () => {
  const first = await upload();
  const second = await upload({ sub: first.sub, question: 'activities_document', fileName: 'resume.pdf' });
  const { job } = await inspectedFor(first.event);
  return { first, second, job };
};

test('conversion lock: a file waits for the other conversion of its applicant, and is converted after it', async () => {
  const { first, second, job } = await twoUploads();
  await second.change({ deadline: 1, status: 'UNPROCESSED' });
  const { bucket, key } = second.event;
  const repeated = { next: 'wait', detail: { bucket: { name: bucket }, object: { key } } };
  expect(await inspect(second.event)).toEqual(repeated);
  expect(await inspect(second.event)).toEqual(repeated);
  expect(await second.document()).toMatchObject({ status: 'IN_PROGRESS', waiting: true });
  expect((await second.document())?.deadline).toBeGreaterThan(Date.now());
  await record(await convert(job));
  await runPipeline(second.event);
  expect(await first.document()).toMatchObject({ status: 'COMPLETED' });
  expect(await second.document()).toMatchObject({ status: 'COMPLETED', waiting: false });
});

test.each([
  ['a rejected file', 'photo.png', undefined],
  ['a failed step', 'transcript.pdf', { Error: 'States.Timeout' }],
])('conversion lock: %s lets the next file in', async (_, fileName, error) => {
  const one = await upload({ fileName });
  const inspected = await inspect(one.event);
  if ('job' in inspected) await record({ ...inspected, error });
  expect(await one.document()).toMatchObject({ status: 'FAILED' });
  const next = await upload({ sub: one.sub, question: 'activities_document' });
  expect(await inspect(next.event)).toMatchObject({ next: 'convert' });
});

test('conversion lock: a file that has waited for too long fails with a message to act on', async () => {
  const { second } = await twoUploads();
  const started = new Date(Date.now() - 3_600_000).toISOString();
  expect(await inspect({ ...second.event, started })).toEqual({ next: 'end' });
  expect(await second.document()).toMatchObject({
    status: 'FAILED',
    message: "We're still converting your other files. Wait for those, then upload this one again.",
  });
});

test('conversion lock: LibreOffice stops when the file that it converts is replaced', async () => {
  const program = join(mkdtempSync(join(tmpdir(), 'programs-')), 'hangs');
  const script = `#!/bin/sh\ntouch ${program}-runs\nwhile :; do sleep 1; done\n`;
  writeFileSync(program, script, { mode: 0o755 });
  vi.stubEnv('SOFFICE', program);
  const one = await upload({ fileName: 'resume.docx', bytes: docx() });
  const { job } = await inspectedFor(one.event);
  const conversion = office(job);
  await eventually(() => expect(existsSync(`${program}-runs`)).toBe(true));
  cloud.objects.delete(`uploads/${one.event.key}`);
  const stopped = await conversion;
  vi.unstubAllEnvs();
  expect(stopped).toMatchObject({ refused: unreadable });
  await one.change({ gen: 'newer' });
  await record(stopped);
  expect(logged('error')).toEqual([]);
  expect(console.warn).toHaveBeenLastCalledWith(
    expect.objectContaining({ event: 'conversion.recorded', status: 'REPLACED' }),
  );
});
