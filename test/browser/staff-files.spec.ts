import { readFileSync } from 'node:fs';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { newApplicant } from '../support/applicant.ts';
import { button } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { completeAnswers } from './support/fill-page.ts';
import { signInAsStaff } from './support/staff.ts';
import { expect, type Page, test } from './support/test.ts';

// Files of chosen applications in the staff console: CSV, links, and a ZIP file of PDFs.

const names = ['Abara', 'Bergström', 'Castillo', 'Dubois'] as const;
/** A part of the addresses, by which the list is filtered: other tests submit applications too. */
const mark = 'filespec';
let isPrepared = false;

/** Submits four applications, once for each worker. */
async function submitApplications(cloud: LocalCloud) {
  if (isPrepared) return;
  isPrepared = true;
  for (const last_name of names) {
    const client = await newApplicant(cloud, `${mark}-${crypto.randomUUID().slice(0, 8)}@example.org`);
    await client.call('PUT', '/api/answer', { answer: { ...completeAnswers, last_name } });
    const { status, body } = await client.call('POST', '/api/submit');
    if (status !== 200) throw new Error(`Not submitted: ${status} ${JSON.stringify(body)}`);
  }
}

test.beforeEach(({ cloud }) => submitApplications(cloud));

const shown = (page: Page, text: string) => expect(page.locator('.list-status')).toHaveText(text);
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Choose Ada ${name}` });
const bar = (page: Page) => page.getByRole('region', { name: 'Chosen applications' });

/** Signs in with a log-in that is recent enough for a file. */
async function signInFresh(page: Page, path: string) {
  await page.goto(`/api/staff/sign-in?to=${encodeURIComponent(path)}&fresh=yes`);
  await page.getByRole('button', { name: 'Omar Office' }).click();
  await expect(page).toHaveURL((url) => url.pathname.startsWith('/staff'));
}

test('a person chooses applications with keys, and the choice survives filters, a reload and a sign-in', async ({
  page,
}) => {
  await signInAsStaff(page, 'Omar Office', `/staff?q=${mark}&sort=name`);
  await shown(page, '4 applications shown');
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(box(page, 'Abara')).toBeChecked();
  await expect(page.getByRole('link', { name: 'Ada Abara' })).toBeFocused();
  await box(page, 'Bergström').press('Space');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'Ada Castillo' })).toBeFocused();
  await expect(bar(page)).toContainText('2 chosen');
  await expect(page.getByRole('checkbox', { name: 'Choose this page' })).toHaveJSProperty(
    'indeterminate',
    true,
  );
  await expectAccessible(page);
  await page.getByLabel('Search').fill('dubois');
  await shown(page, '1 application shown');
  await expect(bar(page)).toContainText('2 chosen');
  await box(page, 'Dubois').check();
  await page.reload();
  await expect(bar(page)).toContainText('3 chosen');
  await button(page, 'Download PDFs (ZIP)').click();
  const dialog = page.getByRole('dialog', { name: 'Please sign in again first' });
  await dialog.getByRole('link', { name: 'Sign in again to continue' }).click();
  await page.getByRole('button', { name: 'Omar Office' }).click();
  await expect(bar(page)).toContainText('3 chosen');
  await shown(page, '1 application shown');
  await bar(page).getByRole('button', { name: 'Clear' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Choose this page' })).toBeFocused();
});

test('three PDFs are downloaded as a ZIP file, with progress and across a reload', async ({
  page,
  cloud,
}) => {
  await signInFresh(page, `/staff?q=${mark}&sort=name`);
  for (const name of names.slice(0, 3)) await box(page, name).check();
  const release = cloud.injectFault({
    matches: ({ method, url }) => method === 'PUT' && url.pathname.includes('/application-pdfs/'),
    effect: 'held',
  });
  await button(page, 'Download PDFs (ZIP)').click();
  const files = page.getByRole('region', { name: 'ZIP files of PDFs' });
  await expect(files.getByText('Preparing the PDFs: 0 of 3')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'ZIP files of PDFs' })).toBeFocused();
  await expect(files.getByRole('progressbar')).toHaveAttribute('max', '6');
  await expectAccessible(page);
  await page.reload();
  await expect(files.getByRole('progressbar')).toBeVisible();
  await expect(files.getByRole('button', { name: /^Cancel/ })).toBeVisible();
  release();
  await expect(files.getByText(/^Ready: 3 PDFs and an index/)).toBeVisible({ timeout: 60_000 });
  const saving = page.waitForEvent('download');
  await files.getByRole('button', { name: /^Download/ }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^NLU-applications-\d{4}-\d\d-\d\d\.zip$/);
  await expect(page).toHaveURL(/\/staff\?q=filespec&sort=name$/);
});

test('a ZIP file can be canceled, and says why a PDF is missing', async ({ page, cloud }) => {
  await signInFresh(page, `/staff?q=${mark}`);
  const fault = (effect: 'held' | { errorName: string }) =>
    cloud.injectFault({
      matches: ({ method, url }) => method === 'PUT' && url.pathname.includes('/application-pdfs/'),
      effect,
    });
  await box(page, 'Dubois').check();
  const release = fault('held');
  await button(page, 'Download PDFs (ZIP)').click();
  const files = page.getByRole('region', { name: 'ZIP files of PDFs' });
  await files.getByRole('button', { name: /^Cancel/ }).click();
  await expect(files.getByText('Canceled.')).toBeVisible();
  release();
  await cloud.quiet();
  const answer = JSON.stringify([
    { applicant: 'a', name: 'Ada Dubois', confirmation: 'NLU-1', reason: 'The PDF could not be made.' },
    { applicant: 'b', name: '', confirmation: '', reason: 'The application was deleted.' },
  ]);
  await page.route('**/api/staff/zips', async (route) => {
    const response = await route.fetch();
    const { zips } = await response.json();
    const [newest] = zips;
    await route.fulfill({
      response,
      json: { zips: [{ ...newest, state: 'completed', total: 3, failed: JSON.parse(answer) }] },
    });
  });
  await page.reload();
  await expect(files.getByText(/^Ready: 1 PDF and an index/)).toBeVisible();
  await files.getByText('2 applications without a PDF').click();
  await expect(files.getByRole('listitem').filter({ hasText: 'Ada Dubois, NLU-1' }).last()).toContainText(
    'The PDF could not be made.',
  );
  await box(page, 'Dubois').uncheck(); // its bar may be over the button
  await expectAccessible(page);
});

test('the whole list is chosen, downloaded as CSV and copied as links', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInFresh(page, `/staff?q=${mark}&sort=name`);
  await button(page, 'Choose all of this list').click();
  await expect(page.locator('.choose-line')).toContainText('All 4 applications of the list are chosen.');
  await expect(page.getByRole('checkbox', { name: 'Choose this page' })).toBeChecked();
  const saving = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Download CSV' }).click();
  const lines = readFileSync(await (await saving).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines.map((line) => line.split(',')[0]?.replace('\uFEFF', ''))).toEqual([
    'Name',
    ...names.map((name) => `Ada ${name}`),
  ]);
  await bar(page).getByRole('button', { name: 'Copy links' }).click();
  await expect(bar(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(copied).toHaveLength(4);
  const [, link = ''] = /^NLU-\w+ Ada Abara (http\S+)$/.exec(copied[0] ?? '') ?? [];
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Ada Abara' })).toBeVisible();
});

test('links that cannot be copied are shown to be copied by hand', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await signInAsStaff(page, 'Omar Office', `/staff?q=${mark}`);
  await box(page, 'Abara').check();
  await bar(page).getByRole('button', { name: 'Copy links' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy the links' });
  await expect(dialog.getByLabel('Links')).toHaveValue(/Ada Abara http/);
  await expectAccessible(page, 'dialog[open]');
});

test('people without the permission to export cannot choose', async ({ page }) => {
  await signInAsStaff(page, 'Rita Reader', `/staff?q=${mark}`);
  await shown(page, '4 applications shown');
  await expect(page.getByRole('table').getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByText('Choose')).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).not.toContainText('Choose');
});
