import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCloud, startLocalCloud } from '../../scripts/local/index.ts';
import { assembly } from '../support/assembly.ts';
import { docx } from '../support/samples.ts';
import { becomeApplicant, button, heading } from './support/applicant.ts';
import { expect, test as shared } from './support/test.ts';

// A cloud of its own: what is taken away here must not be missing in other tests.
const test = shared.extend<{ readonly cloud: LocalCloud }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from here
  cloud: async ({}, use) => {
    const data = mkdtempSync(join(tmpdir(), 'matricula-grants-'));
    const cloud = await startLocalCloud({ assembly, data, port: 0, log: () => {} });
    await use(cloud);
    await cloud.close();
    rmSync(data, { recursive: true });
  },
  baseURL: ({ cloud }, use) => use(cloud.url),
});

test('a missing permission stops the applicant in words, keeps what was typed, and is named in the log', async ({
  page,
  cloud,
}) => {
  await becomeApplicant(page);
  const grant = cloud
    .statements()
    .find(({ role, statement }) => role.includes('/documents/') && statement.Sid === 'StartConversion');
  if (grant === undefined) throw new Error('There is no such statement.');
  const giveBack = cloud.withoutStatement(grant);

  await page.getByLabel('Last Name', { exact: true }).fill('Lindgren');
  await button(page, 'Save and Continue').click();
  await page.getByRole('link', { name: 'Academics' }).click();
  await expect(heading(page, 'Academics')).toBeVisible();
  const transcript = page.locator('#transcript_document');
  const file = { name: 'transcript.docx', mimeType: '', buffer: docx() };
  await transcript.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText(/unexpected error/).first()).toBeVisible();
  expect(readFileSync(join(cloud.data, 'logs', 'functions.jsonl'), 'utf8')).toContain(
    'not authorized to perform: states:StartExecution',
  );

  giveBack();
  await page.reload();
  await transcript.locator('input[type=file]').setInputFiles(file);
  await expect(transcript.getByRole('status')).toHaveText('Done', { timeout: 30_000 });
  await page.getByRole('link', { name: 'About You' }).click();
  await expect(page.getByLabel('Last Name', { exact: true })).toHaveValue('Lindgren');
});
