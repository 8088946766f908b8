import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { complete, completeAnswers } from '../support/form.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { startSmallStore } from '../support/small-store.ts';
import { submissionOf } from '../support/submission.ts';

const store = await startSmallStore();

/** A university that hides two parts of the form from its systems. */
vi.mock('../../lambdas/runtime/partner.ts', async (original) => {
  const { partnerOfFile } = await original<typeof import('../../lambdas/runtime/partner.ts')>();
  const hiding = () => ({ ...partnerOfFile(), copies: { systems: { hides: ['race', 'Legal questions'] } } });
  return { partner: hiding, partnerOfFile: hiding };
});

const { table, TableName } = await import('../../lambdas/table/table.ts');
const { keys, parts } = await import('../../lambdas/table/keys.ts');
const { readApplication } = await import('../../lambdas/table/application.ts');
const { exportPage } = await import('../../lambdas/delivery/export-page.ts');
const { drawPackagePdf } = await import('../../lambdas/pdf/package-pdf.ts');

const submitted_at = '2026-11-22T11:00:00.000Z';
const put = (Item: object) => table.send(new PutCommand({ TableName, Item }));

/** Stores a submitted application, in the list that exports read. */
async function submitted() {
  const sub = store.sub();
  await put({ pk: keys.application(sub), sk: parts.meta, rev: 1, submitted_at });
  const submission = { ...submissionOf(complete), submitted_at, username: store.username() };
  await put({ pk: keys.application(sub), sk: parts.submission, ...submission });
  await put(keys.listed('submitted', submitted_at, sub));
  return sub;
}

test('exports: have no answer to a question that the partner hides from systems', async () => {
  await submitted();
  const { packages } = await exportPage({ after: '2026-11-22', limit: 10 });
  expect(packages).toHaveLength(1);
  const answers = packages[0]?.answers ?? {};
  expect(answers).toHaveProperty('first_name');
  expect(answers).toHaveProperty('gender');
  expect(Object.keys(answers).filter((key) => /race|felony|conviction/.test(key))).toEqual([]);
});

test('application.pdf of a package: prints no question that the partner hides from systems', async () => {
  const sub = await submitted();
  const { text, outline } = await readPdf(await drawPackagePdf(await readApplication(sub), new Map()));
  expect(text).toContain(String(completeAnswers.last_name));
  expect(text).toContain('Are you Hispanic or Latino?');
  for (const hidden of ['How do you identify', 'felony', 'conviction', 'Legal questions'])
    expect(text + outline.join(' ')).not.toContain(hidden);
});
