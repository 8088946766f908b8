import { readFileSync } from 'node:fs';
import { readPdf } from '../support/pdf-reading.ts';
import { docx, paragraph, pdf, photograph } from '../support/samples.ts';
import { becomeApplicant, button, heading } from './support/applicant.ts';
import { fillPage } from './support/fill-page.ts';
import { expect, type Page, test } from './support/test.ts';

interface File {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const transcript = (page: Page) => page.locator('#transcript_document');

async function upload(page: Page, file: File): Promise<void> {
  await transcript(page).locator('input[type=file]').setInputFiles(file);
  await expect(transcript(page).getByText(file.name).first()).toBeVisible({ timeout: 45_000 });
  await expect(transcript(page).getByRole('status')).toHaveText('Done');
}

async function deleteFile(page: Page): Promise<void> {
  await transcript(page)
    .getByRole('button', { name: /^Delete/ })
    .click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete File' });
  await expect(dialog).toContainText('Are you sure you want to delete your file?');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(transcript(page).getByRole('button', { name: /^Choose file/ })).toBeVisible();
}

const word = (text: string): File => ({
  name: 'transcript.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: docx({ body: paragraph(text) }),
});

test('applies from sign-up to the completion page', async ({ page }) => {
  test.setTimeout(240_000);
  await becomeApplicant(page);
  await expect(page.getByText('Welcome to your application!')).toBeVisible();

  await fillPage(page, '/about');
  await button(page, 'Save and Continue').click();
  await expect(heading(page, 'Academics')).toBeVisible();

  await fillPage(page, '/education');
  await upload(page, word('I play the cello.'));
  await deleteFile(page);
  const photo = await photograph(6);
  await upload(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo });
  await deleteFile(page);
  const paper = Buffer.from(await pdf({ texts: ['Grades of Ada Lindgren'] }));
  await upload(page, { name: 'grades.pdf', mimeType: 'application/pdf', buffer: paper });
  await button(page, 'Save and Continue').click();
  await expect(heading(page, 'Final Steps')).toBeVisible();

  await fillPage(page, '/final-steps');
  const copy = page.waitForEvent('download', { timeout: 60_000 });
  await button(page, 'Download PDF copy').click();
  const { text } = await readCopy(await (await copy).path());
  for (const expected of ['Lindgren', 'Houghton', 'Copper Country High School', 'Grades of Ada Lindgren'])
    expect(text).toContain(expected);

  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(
    page.getByText('To complete your application, you must take the following steps.'),
  ).toBeVisible();
  await expect(page.getByText('Your application was successfully submitted.').first()).toBeVisible();
  await expect(page.getByText(/NLU-/)).toBeVisible();

  await page.reload();
  await expect(page).toHaveURL(/\/completion$/);
  await page.goto('/about');
  await expect(page).toHaveURL(/\/completion$/);
});

async function readCopy(file: string): Promise<{ text: string }> {
  const read = await readPdf(readFileSync(file));
  return { text: read.text };
}

test('leads from what is missing to its field', async ({ page }) => {
  await becomeApplicant(page);
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await button(page, 'Submit').click();

  const summary = page.getByRole('region', { name: "We're missing some information!" });
  await expect(summary).toBeFocused();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page).toHaveTitle('Error: About You - First-year application');
  await expect(page.locator('#last_name')).toContainText('Please complete: Last Name');

  await summary.getByRole('link', { name: 'Last Name', exact: true }).click();
  await expect(page.getByLabel('Last Name', { exact: true })).toBeFocused();
  await page.getByLabel('Last Name', { exact: true }).fill('Lindgren');
  await page.getByLabel('Last Name', { exact: true }).blur();
  await expect(summary.getByRole('link', { name: 'Last Name', exact: true })).toHaveCount(0);

  await summary.getByRole('link', { name: 'Graduation Date' }).click();
  await expect(page).toHaveURL(/\/education#grad_month$/);
  await expect(page.locator('#grad_month').getByLabel('Month')).toBeFocused();
});

test('empties what a choice hides, and gives it back', async ({ page }) => {
  await becomeApplicant(page);
  const citizenship = page.locator('#citizenship_type');
  await citizenship.getByLabel(/permanent resident/).check();
  await page.getByLabel('Alien Registration Number').fill('A123');
  await citizenship.getByLabel(/U.S. citizen/).check();
  await expect(page.getByLabel('Alien Registration Number')).toHaveCount(0);
  await expect(page.getByText('1 answer removed')).toBeAttached();
  await citizenship.getByLabel(/permanent resident/).check();
  await expect(page.getByLabel('Alien Registration Number')).toHaveValue('A123');
});

test('resumes on the page where the applicant left', async ({ page }) => {
  await becomeApplicant(page);
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await button(page, 'Save and Continue').click();
  await expect(heading(page, 'Academics')).toBeVisible();
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  await page.goto('/login');
  await expect(heading(page, 'Academics')).toBeVisible();
  await page.getByRole('link', { name: 'About You' }).click();
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
});
