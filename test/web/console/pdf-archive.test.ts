import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ListedApplication } from '../../../shared/api/console-replies.ts';
import { pdfNameOf, zipPdfs } from '../../../web/console/pdf-archive.ts';
import { unzipped } from '../../support/unzipped.ts';

const application = (number: number): ListedApplication => ({
  applicant: `id-${number}`,
  name: `José Núñez ${number}`,
  confirmation: `NLU-${number}`,
  email: `a${number}@example.org`,
  submitted_at: '2026-11-25T17:05:00.000Z',
  term: 'Fall 2027',
  major: 'Biology',
  missing: [],
  sent: {},
  late: '',
  withdrawn_at: '',
  is_unread: false,
});

const numberIn = (url: unknown) => Number(/id-(\d+)/.exec(String(url))?.[1]);
const pdf = (url: unknown) => new Response(`PDF ${numberIn(url)}`);
const failure = (status: number, body: object, headers = {}) =>
  Response.json({ message: 'No.', ...body }, { status, headers });

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('location', { origin: 'https://apply.example.edu' });
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const ofNumbers = (count: number) => Array.from({ length: count }, (_, index) => application(index + 1));

/** Makes the file, while the time of its waits passes. */
async function make(count: number, { signal } = new AbortController()) {
  const progress: number[] = [];
  const onProgress = (done: number) => void progress.push(done);
  const making = zipPdfs(ofNumbers(count), { signal, onProgress });
  making.catch(() => undefined);
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  const { file, without } = await making;
  const entries = unzipped(new Uint8Array(await file.arrayBuffer()));
  return { progress, without, entries };
}

it('the ZIP file has the PDFs in the order of the list, and an index', async () => {
  fetched.mockImplementation(async (url) => pdf(url));
  const { progress, without, entries } = await make(3);
  expect(progress).toEqual([1, 2, 3]);
  expect(without).toEqual([]);
  expect([...entries.keys()]).toEqual([
    ...[1, 2, 3].map((number) => `José Núñez ${number} NLU-${number}.pdf`),
    'index.csv',
  ]);
  const index = String(entries.get('index.csv'));
  expect(index.split('\r\n')).toHaveLength(5);
  expect(index).toContain('https://apply.example.edu/staff/applications/id-2');
});

it('at most four PDFs are fetched at the same time', async () => {
  let [now, most] = [0, 0];
  fetched.mockImplementation(async (url) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve, 100));
    now -= 1;
    return pdf(url);
  });
  await make(12);
  expect(most).toBe(4);
});

it('a PDF that is being drawn is asked for again, and a busy server after the time it names', async () => {
  const times: number[] = [];
  const begin = Date.now();
  fetched.mockImplementation(async (url) => {
    times.push((Date.now() - begin) / 1000);
    if (times.length === 1) return Response.json({ status: 'IN_PROGRESS' }, { status: 202 });
    if (times.length === 2) return failure(429, {}, { 'retry-after': '7' });
    return times.length === 3 ? failure(503, {}) : pdf(url);
  });
  const { without } = await make(1);
  expect(times).toEqual([0, 2, 9, 14]);
  expect(without).toEqual([]);
});

it('applications without a PDF are in the index and in the result, with the reason', async () => {
  const problems = [
    'The application was deleted.',
    'The PDF could not be made.',
    'The PDF could not be made.',
    'The PDF was not made in time.',
  ];
  fetched.mockImplementation(async (url) => {
    const responses = [
      () => failure(404, {}),
      () => failure(503, { status: 'FAILED' }),
      () => failure(503, {}),
      () => Response.json({ status: 'IN_PROGRESS' }, { status: 202 }),
    ];
    return responses[numberIn(url) - 1]?.() ?? pdf(url);
  });
  const { progress, without, entries } = await make(5);
  expect(progress).toHaveLength(5);
  expect(without.map(({ problem }) => problem)).toEqual(problems);
  expect([...entries.keys()]).toEqual(['José Núñez 5 NLU-5.pdf', 'index.csv']);
  for (const problem of problems) expect(String(entries.get('index.csv'))).toContain(problem);
});

it('the name of a PDF fits into a file system, and ends with the confirmation number', () => {
  expect(pdfNameOf({ ...application(1), name: 'a/b: c' })).toBe('a b c NLU-1.pdf');
  expect(pdfNameOf({ ...application(1), name: '' })).toBe('NLU-1.pdf');
  const long = pdfNameOf({ ...application(1), name: '𝒜'.repeat(300) });
  expect(Buffer.byteLength(long)).toBeLessThan(255);
});
