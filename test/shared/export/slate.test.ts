import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { packageOf } from '../../../lambdas/delivery/package.ts';
import { applicantId } from '../../../lambdas/runtime/ids.ts';
import { root } from '../../../scripts/build/root.ts';
import { exportKeys, factColumns } from '../../../shared/export/columns.ts';
import { lineWriter } from '../../../shared/export/formats.ts';
import { slateFields } from '../../../shared/export/slate.ts';
import { slateLayout } from '../../../shared/export/slate-documents.ts';
import { checklistItems, checklistOf } from '../../../shared/partners/next-steps.ts';
import { application, complete, partner } from '../../support/form.ts';
import { submissionOf } from '../../support/submission.ts';

const sub = applicantId.parse('5e8a4c1e-0000-4000-8000-000000000001');
const submission = { ...submissionOf(complete), submitted_at: '2026-11-20T21:04:05.678Z' };
const checklist = checklistOf(partner, submission.answers, { transcript: '2026-11-18' });
const sample = packageOf(application, submission, { sub, username: 'ada.lindgren@mail.example', checklist });

const { head, lineOf } = lineWriter('slate', {
  ...{ partner: partner.id, keys: exportKeys(application) },
  ...{ items: checklistItems(partner), facts: [] },
});
const file = head + lineOf(sample);
const [row = {}]: readonly Readonly<Record<string, string>>[] = parse(file, {
  columns: true,
  record_delimiter: '\r\n',
});

it('a file for Slate has every other answer under its own name, and none twice', () => {
  const taken = new Set<string>(Object.values(slateFields));
  const others = exportKeys(application).filter((key) => !taken.has(key));
  expect(Object.keys(row)).toEqual(expect.arrayContaining(others));
  expect(new Set(Object.keys(row)).size).toBe(head.split(',').length);
  expect(row).not.toHaveProperty('first_name');
});

it('every field for Slate is filled by a key of the form or a fact about the application', () => {
  const known = new Set([...exportKeys(application), ...factColumns.map(({ title }) => title)]);
  expect(Object.values(slateFields).filter((key) => !known.has(key))).toEqual([]);
});

it('the integrations page lists the fields for Slate, and its sample is what is written', async () => {
  const page = readFileSync(join(root, 'docs/integrations.md'), 'utf8');
  const listed = [...page.matchAll(/^\| ([A-Z][\w ]+) \| `(\w+)` \|$/gm)].map(([, field, key]) => [
    field,
    key,
  ]);
  expect(listed).toEqual(Object.entries(slateFields));
  expect(page).toContain(slateLayout);
  await expect(file).toMatchFileSnapshot(join(root, 'docs/samples/slate-sample.csv'));
});
