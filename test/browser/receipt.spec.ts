import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { parse } from 'csv-parse/sync';
import { readZip } from '../../lambdas/conversion/zip.ts';
import { exportApplications } from '../../scripts/operator/export/index.ts';
import { packageVersions } from '../support/packages.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { lookSubmittedAgo } from '../support/submitted-ago.ts';
import { button, comeBack, heading } from './support/applicant.ts';
import { faults } from './support/faults.ts';
import { completeAnswers } from './support/fill-page.ts';
import { receiveItem, serviceToken } from './support/service-token.ts';
import { expect, type Page, test } from './support/test.ts';

async function submitAll(page: Page): Promise<string> {
  const { email } = await comeBack(page, { answers: completeAnswers, path: '/final-steps' });
  await page.getByRole('button', { name: /^Submit/ }).click();
  await expect(heading(page, 'Your application is in')).toBeVisible();
  return email;
}

const number = async (page: Page) =>
  (await page.locator('.receipt').textContent())?.match(/NLU-[0-9A-Z]{8}/)?.[0] ?? '';

test('the completion page shows the proof of submission, also on later visits', async ({ page }) => {
  const email = await submitAll(page);
  const receipt = page.locator('.receipt');
  const confirmation = await number(page);
  expect(confirmation).not.toBe('');
  await expect(receipt.locator('time')).toHaveText(/^\w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T$/);
  await expect(receipt).toContainText(email);
  await page.goto('/about');
  await expect(page).toHaveURL(/\/completion$/);
  expect(await number(page)).toBe(confirmation);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download receipt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`receipt-${confirmation}.pdf`);
  const bytes = await readFile(await download.path());
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
  for (const expected of [confirmation, email, 'Northern Lakes University', ' UTC)'])
    expect(bytes.toString('latin1')).toContain(expected);
});

test('a submission that fails shows an error, and the next try succeeds', async ({ page, injectFault }) => {
  await comeBack(page, { answers: completeAnswers, path: '/final-steps' });
  for (const what of [faults.tableWrites, faults.call('/api/submit')]) {
    const endFault = injectFault(what);
    await button(page, 'Submit').click();
    await expect(page.locator('.toasts')).toContainText('unexpected error');
    await expect(heading(page, 'Final Steps')).toBeVisible();
    endFault();
    await page.locator('.toasts').getByRole('button', { name: 'Close' }).first().click();
    await expect(page.locator('.toast')).toHaveCount(0);
  }
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/completion$/);
});

test('what the browser submits arrives once: as a package, a row of the export, and a PDF that begins with its number', async ({
  page,
  cloud,
}, { outputDir }) => {
  const email = await submitAll(page);
  const confirmation = await number(page);
  const submitted_at = String(await page.locator('.receipt time').getAttribute('datetime'));
  const folder = `packages/${confirmation}/`;
  await expect
    .poll(() => packageVersions(cloud, folder))
    .toEqual([`${folder}application.json`, `${folder}application.pdf`]);
  await cloud.quiet();
  expect(await packageVersions(cloud, folder)).toHaveLength(2);

  // An export stays two minutes behind the clock.
  const since = await lookSubmittedAgo(cloud, { confirmation, submitted_at }, 180);
  const place = ['--data', cloud.data, '--port', String(cloud.port)];
  await exportApplications(['--since', since.slice(0, 10), '--out', outputDir, ...place]);
  const rows: readonly Readonly<Record<string, string>>[] = parse(
    readFileSync(join(outputDir, 'applications.csv')),
    { bom: true, columns: true, record_delimiter: '\r\n' },
  );
  expect(rows.filter(({ account_email }) => account_email === email)).toEqual([
    expect.objectContaining({
      application_id: confirmation,
      first_name: completeAnswers.first_name,
      hs_name: completeAnswers.hs_name,
    }),
  ]);
  const pdfs = readZip(readFileSync(join(outputDir, 'pdfs-001.zip')));
  const own = pdfs.filter(({ name }) => name === `${confirmation}.pdf`);
  expect(own).toHaveLength(1);
  const { pages } = await readPdf(own[0]?.packed ?? Buffer.alloc(0));
  expect(pages[0]?.text).toContain(confirmation);
  expect(pages[0]?.text).toContain(email);
  expect(pages[1]?.text).toContain('About You');
});

test('a submission whose response was lost counts, and the next try shows the receipt', async ({ page }) => {
  await comeBack(page, { answers: completeAnswers, path: '/final-steps' });
  // The network drops between the submission and its response.
  await page.route(
    '**/api/submit',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await button(page, 'Submit').click();
  await expect(page.locator('.toasts')).toContainText('unexpected error');
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(page.getByText(/NLU-/).first()).toBeVisible();
});

test('the receipt is also mailed, with the same confirmation number', async ({ page }) => {
  const email = await submitAll(page);
  const confirmation = await number(page);
  const mails = await (await page.request.get(`/_local/mail.json?to=${encodeURIComponent(email)}`)).json();
  expect(mails[0].text).toContain(confirmation);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test("the completion page shows the submission time in the reader's zone and in the university's", async ({
    page,
  }) => {
    await submitAll(page);
    await expect(page.locator('.receipt time')).toHaveText(/GMT\+9.*E[SD]T$/);
  });
});

test('an application stored as submitted shows as submitted even when the status update failed [ST-13, ST-14]', async ({
  page,
}) => {
  await comeBack(page, { answers: completeAnswers, path: '/final-steps' });
  await page.route('**/api/web-status', (route) =>
    route.request().postData()?.includes('submitted') ? route.abort() : route.continue(),
  );
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/completion$/);
  await expect(page.getByText(/NLU-/).first()).toBeVisible();
});

test('a save in another tab after submission leads to the completion page [RT-13]', async ({
  page,
  context,
}) => {
  await comeBack(page, { answers: completeAnswers, path: '/final-steps' });
  const other = await context.newPage();
  await other.goto('/about#first_name');
  const name = other.getByLabel('First Name', { exact: true });
  await expect(name).toHaveValue(String(completeAnswers.first_name));
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/completion$/);
  await name.fill('Too late');
  await expect(other).toHaveURL(/\/completion$/);
  await expect(other.getByText(/NLU-/).first()).toBeVisible();
  await expect(other.locator('.toasts')).toContainText('you can no longer change it');
});

test('the printed receipt leaves out the buttons and links', async ({ page }) => {
  await submitAll(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.receipt dl')).toBeVisible();
  await expect(heading(page, 'Your application is in')).toBeVisible();
  for (const hidden of ['.steps', '.toasts', '.footer', 'button'])
    for (const each of await page.locator(hidden).all()) await expect(each).toBeHidden();
});

const nextSteps = (page: Page) => page.locator('.next-steps h3');

test('the completion page and the mail name only the steps that the applicant needs', async ({ page }) => {
  await submitAll(page);
  await expect(nextSteps(page)).toContainText(['Send your official transcript', 'Send your test scores']);
  await page.context().clearCookies();
  const { email } = await comeBack(page, {
    answers: { ...completeAnswers, test_optional: 'Y' },
    path: '/final-steps',
  });
  await button(page, 'Submit').click();
  await expect(heading(page, 'Your application is in')).toBeVisible();
  await expect(nextSteps(page).first()).toHaveText('Send your official transcript');
  await expect(nextSteps(page)).not.toContainText(['Send your test scores']);
  const mails = await (await page.request.get(`/_local/mail.json?to=${encodeURIComponent(email)}`)).json();
  expect(mails[0].text).toContain('Send your official transcript');
  expect(mails[0].text).not.toContain('Send your test scores');
});

test('the completion page and the mail say until when the university decides', async ({ page }) => {
  const email = await submitAll(page);
  const decision = page.locator('.receipt dl > div').filter({ hasText: 'Decision by' }).locator('dd');
  await expect(decision).toHaveText(/^[A-Z][a-z]+ \d+, \d{4}$/);
  const submitted = (await page.locator('.receipt time').getAttribute('datetime')) ?? '';
  const days = (Date.parse((await decision.textContent()) ?? '') - Date.parse(submitted)) / 86_400_000;
  expect(Math.abs(days - 14)).toBeLessThan(1.5);
  const mails = await (await page.request.get(`/_local/mail.json?to=${encodeURIComponent(email)}`)).json();
  expect(mails[0].text).toContain(`by ${await decision.textContent()}`);
});

test('the completion page shows the submitted answers when they are opened', async ({ page }) => {
  await submitAll(page);
  await page.reload();
  const answers = page.locator('.submitted-answers');
  await expect(answers.locator('dl')).toHaveCount(0);
  await answers.locator('summary').click();
  for (const name of ['About You', 'Academics', 'Final Steps'])
    await expect(answers.getByRole('heading', { level: 3, name })).toBeVisible();
  await expect(answers.getByText(String(completeAnswers.hs_name))).toBeVisible();
  await expect(answers).not.toContainText('[X]');
  await expect(answers.getByRole('link')).toHaveCount(0);
});

test('the completion page prints its answers on full pages, and no heading without its first line', async ({
  page,
}) => {
  await submitAll(page);
  const answers = page.locator('.submitted-answers');
  await answers.locator('summary').click();
  await expect(answers.getByText(String(completeAnswers.hs_name))).toBeVisible();
  const headings = await answers.getByRole('heading').allTextContents();
  const { pages } = await readPdf(await page.pdf({ format: 'Letter' }));
  expect(pages.length).toBeLessThanOrEqual(7);
  for (const { pieces, height } of pages.slice(0, -1)) {
    const texts = pieces.filter(({ text }) => text.trim() !== '');
    expect(Math.min(...texts.map(({ y }) => y))).toBeLessThan(height / 4);
    expect(headings).not.toContain(texts.at(-1)?.text);
  }
});

test('after submission the steps are plain text, and the message of success is shown once', async ({
  page,
}) => {
  await submitAll(page);
  const steps = page.getByRole('navigation', { name: 'Application' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expect(steps.getByRole('link')).toHaveCount(0);
  await expect(page.locator('main').getByText('successfully submitted')).toHaveCount(0);
});

test('the completion page says which checklist items arrived, and staff read the same', async ({
  page,
  reader,
  cloud,
}) => {
  const email = await submitAll(page);
  const statuses = page.locator('.next-steps li .step-status');
  const completion = page.getByText('We have everything we need for your application.');
  await expect(statuses).toHaveText(['Still needed', 'Still needed']);
  await receiveItem(cloud, email, 'transcript', '2026-03-03');
  await page.reload();
  await expect(statuses).toHaveText(['Received on March 3, 2026', 'Still needed']);
  await expect(completion).toBeHidden();
  await reader.goto(`/about?service_token=${await serviceToken(cloud, page)}`);
  await expect(reader.getByRole('region', { name: 'Supporting documents' }).locator('div')).toHaveText([
    'Send your official transcriptReceived on March 3, 2026',
    'Send your test scoresStill needed',
  ]);
  await receiveItem(cloud, email, 'test-scores', '2026-03-04');
  await page.reload();
  await expect(completion).toBeVisible();
});
