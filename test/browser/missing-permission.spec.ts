import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdf } from '../support/samples.ts';
import { button, comeBack, heading } from './support/applicant.ts';
import { expect, test } from './support/test.ts';

test('a missing IAM permission shows the applicant a message, keeps the answers, and is named in the log', async ({
  page,
  cloud,
  withhold,
}) => {
  await comeBack(page);
  const giveBack = withhold('/documents/', 'ReadUpload');

  await page.getByLabel('Last Name', { exact: true }).fill('Lindgren');
  await button(page, 'Save and Continue').click();
  await page.getByRole('link', { name: 'Academics' }).click();
  await expect(heading(page, 'Academics')).toBeVisible();
  const transcript = page.locator('#transcript_document');
  const file = { name: 'transcript.pdf', mimeType: '', buffer: Buffer.from(await pdf()) };
  await transcript.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText(/unexpected error/).first()).toBeVisible();
  expect(readFileSync(join(cloud.data, 'logs', 'functions.jsonl'), 'utf8')).toContain(
    'not authorized to perform: s3:GetObject',
  );

  giveBack();
  await page.reload();
  await transcript.locator('input[type=file]').setInputFiles(file);
  await expect(transcript.locator('.file-state')).toHaveText('Uploaded.');
  await page.getByRole('link', { name: 'About You' }).click();
  await expect(page.getByLabel('Last Name', { exact: true })).toHaveValue('Lindgren');
});
