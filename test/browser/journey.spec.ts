import { readFileSync } from 'node:fs';
import { type PrintLine, printLines } from '../../shared/form/index.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { docx, paragraph, pdf, photograph } from '../support/samples.ts';
import { becomeApplicant, button, heading } from './support/applicant.ts';
import { expectPage, expectSaved } from './support/expect-page.ts';
import { completeAnswers, counts, fillPage, form } from './support/fill-page.ts';
import { serviceToken } from './support/service-token.ts';
import { type Browser, expect, type Page, test } from './support/test.ts';

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

/** Saved, opened anew, and still there. */
async function reopen(page: Page, path: string, title: string): Promise<void> {
  await expectSaved(page, path);
  await page.reload();
  await expect(heading(page, title)).toBeVisible();
  await expectPage(page, path);
}

test('applies from sign-up to the completion page, and finds every answer again [PD-01, CO-12]', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  await becomeApplicant(page);
  await expect(page.getByText('Welcome to your application!')).toBeVisible();

  await fillPage(page, '/about');
  await reopen(page, '/about', 'About You');
  await button(page, 'Save and Continue').click();
  await expect(heading(page, 'Academics')).toBeVisible();

  await fillPage(page, '/education');
  await reopen(page, '/education', 'Academics');
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
  await reopen(page, '/final-steps', 'Final Steps');
  const copy = page.waitForEvent('download', { timeout: 60_000 });
  await button(page, 'Download PDF copy').click();
  const { pages, text } = await readPdf(readFileSync(await (await copy).path()));
  expect(text).toContain('Grades of Ada Lindgren');
  const lines = printLines(form, { counts, answers: { ...completeAnswers, transcript_document: 'ANSWERED' } })
    .flatMap((each) => each.lines)
    .flatMap(wordsOf);
  expect(lines.length).toBeGreaterThan(400);
  expectAll(lines, pages.map(({ body }) => body).join('\n'));
  expectAll(lines, await printView(page, browser));

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

/** What of a line stands on paper. */
const wordsOf = (line: PrintLine): readonly string[] => {
  if (line.kind === 'section') return [line.title];
  if (line.kind === 'notice') return [line.text];
  if (line.kind === 'document' || line.options === undefined) return [line.label, line.text];
  return [line.label, ...line.options.map(({ label, chosen }) => `${chosen ? '[X]' : '[ ]'} ${label}`)];
};

/** What staff read of the application, in a browser of their own. */
async function printView(page: Page, browser: Browser): Promise<string> {
  const context = await browser.newContext({ baseURL: String(process.env.MATRICULA_URL) });
  const reader = await context.newPage();
  await reader.goto(`/about?service_token=${await serviceToken(page)}`);
  await expect(heading(reader, 'First-year application')).toBeVisible();
  const text = await reader.locator('body').innerText();
  await context.close();
  return text;
}

const expectAll = (lines: readonly string[], text: string) =>
  expect(lines.filter((words) => !flat(text).includes(flat(words)))).toEqual([]);

const flat = (text: string) => text.normalize('NFC').replace(/[\s\u00a0]+/g, ' ');

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

test('keeps either the list of activities or the document, whichever tab is chosen [EN-09, TB-01, TB-02, TB-04]', async ({
  page,
}) => {
  await becomeApplicant(page);
  await page.getByRole('link', { name: 'Academics' }).click();
  await page.locator('#activity_name').getByRole('textbox').fill('Robotics team');
  await page.getByRole('tab', { name: 'Upload a résumé' }).click();
  const document = page.locator('#activities_document');
  const buffer = Buffer.from(await pdf({ texts: ['Robotics, orchestra'] }));
  await document
    .locator('input[type=file]')
    .setInputFiles({ name: 'resume.pdf', mimeType: 'application/pdf', buffer });
  await expect(document.getByRole('status')).toHaveText('Done', { timeout: 45_000 });
  await expect(page.getByText(/^Saved at /)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('tab', { name: 'Upload a résumé' })).toHaveAttribute('aria-selected', 'true');
  await expect(document.getByText('resume.pdf').first()).toBeVisible();
  await expect(page.locator('#activity_name')).toHaveCount(0);

  const { answer } = (await (await page.request.get('/api/profile')).json()) as {
    readonly answer: Readonly<Record<string, string>>;
  };
  expect(answer).toMatchObject({ activity_name: '', activities_document: 'ANSWERED' });
});
