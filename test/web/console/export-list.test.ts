import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exportPage, fetchList, listAsCsv } from '../../../web/console/export-list.ts';

const application = (number: number) => ({
  applicant: `id-${number}`,
  name: number === 0 ? '=HYPERLINK("https://example.org")' : `José Núñez ${number}`,
  confirmation: `NLU-${number}`,
  email: `a${number}@example.org`,
  submitted_at: '2026-11-25T17:05:00.000Z',
  term: 'Fall 2027',
  major: 'Biology, pre-med',
  missing: ['transcript', 'test-scores'],
  sent: { transcript: '2026-11-25T18:00:00.000Z', fafsa: '2026-11-25T18:00:00.000Z' },
  late: '',
  withdrawn_at: '',
  is_unread: false,
});

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

it('the export of the list fetches page after page with the filters in use', async () => {
  fetched.mockImplementationOnce(async () => Response.json({ applications: [application(0)], next: 'abc' }));
  fetched.mockImplementationOnce(async () => Response.json({ applications: [application(1)] }));
  const counts: number[] = [];
  const query = { missing: 'transcript', after: 'xyz' };
  const onProgress = (count: number) => counts.push(count);
  const all = await fetchList(exportPage, query, { signal: new AbortController().signal, onProgress });
  expect(all.map(({ applicant }) => applicant)).toEqual(['id-0', 'id-1']);
  expect(counts).toEqual([1, 2]);
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    '/api/staff/export?missing=transcript',
    '/api/staff/export?missing=transcript&after=abc',
  ]);
});

it('the export of the list stops when it is canceled', async () => {
  const controller = new AbortController();
  fetched.mockImplementation(async () => Response.json({ applications: [], next: 'abc' }));
  const { signal } = controller;
  const fetching = fetchList(exportPage, {}, { signal, onProgress: () => controller.abort() });
  await expect(fetching).rejects.toThrow();
  expect(fetched).toHaveBeenCalledOnce();
});

it('the exported list is safe in a spreadsheet and has the words of the page', () => {
  const [header, formula, other] = parse(listAsCsv([application(0), application(1)]), { bom: true });
  expect(header).toEqual([
    ...['Name', 'Confirmation number', 'Email', 'Submitted', 'Term', 'Major', 'Status', 'Missing'],
    ...['Copies sent', 'Late', 'Withdrawn'],
  ]);
  expect(formula?.[0]).toBe(`'=HYPERLINK("https://example.org")`);
  expect(other).toEqual([
    ...['José Núñez 1', 'NLU-1', 'a1@example.org', 'Nov 25, 2026, 12:05 PM', 'Fall 2027', 'Biology, pre-med'],
    ...['Awaiting documents', 'transcript; test scores', 'transcript', '', ''],
  ]);
});
