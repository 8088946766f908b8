import { readFileSync } from 'node:fs';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { button } from '../browser/support/applicant.ts';
import { expectAccessible } from '../browser/support/expect-accessible.ts';
import { signInAsStaff, submitApplication } from '../browser/support/staff.ts';
import { expect, type Page, test } from '../browser/support/test.ts';
import { unzipped } from '../support/unzipped.ts';

// Files of the list in the staff console: CSV, and a ZIP file of PDFs.

const names = ['Abara', 'Bergström', 'Castillo', 'Dubois'] as const;
/** A part of the addresses, by which the list is filtered: other tests submit applications too. */
const mark = 'filespec';
let isPrepared = false;

/** Submits four applications, once for each worker. */
async function submitApplications(cloud: LocalCloud) {
  if (isPrepared) return;
  isPrepared = true;
  for (const last_name of names)
    await submitApplication(cloud, last_name, `${mark}-${crypto.randomUUID().slice(0, 8)}@example.org`);
}

test.beforeEach(({ cloud }) => submitApplications(cloud));

/** Signs in with a log-in that is recent enough for a file. */
async function signInFresh(page: Page, path: string) {
  await page.goto(`/api/staff/sign-in?to=${encodeURIComponent(path)}&fresh=yes`);
  await page.getByRole('button', { name: 'Omar Office' }).click();
  await expect(page).toHaveURL((url) => url.pathname.startsWith('/staff'));
}

const holdPdfs = (cloud: LocalCloud) =>
  cloud.injectFault({
    matches: ({ method, url }) => method === 'PUT' && url.pathname.includes('/application-pdfs/'),
    effect: 'held',
  });

test('the list is downloaded as CSV, and its PDFs as a ZIP file, with progress, unless that is canceled', async ({
  page,
  cloud,
}) => {
  await signInFresh(page, `/staff?q=${mark}&sort=name`);
  const list = page.waitForEvent('download');
  await button(page, 'Download list (CSV)').click();
  const lines = readFileSync(await (await list).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines.map((line) => line.split(',')[0]?.replace('\uFEFF', ''))).toEqual([
    'Name',
    ...names.map((name) => `Ada ${name}`),
  ]);
  const release = holdPdfs(cloud);
  await button(page, 'Download PDFs (4)').click();
  await button(page, 'Cancel').click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(button(page, 'Download PDFs (4)')).toBeFocused();
  await button(page, 'Download PDFs (4)').click();
  const dialog = page.getByRole('dialog', { name: 'Downloading PDFs' });
  await expect(dialog.getByRole('progressbar')).toHaveAttribute('max', '4');
  await expect(dialog.getByText('0 of 4')).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  const saving = page.waitForEvent('download', { timeout: 60_000 });
  release();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^NLU-applications-\d{4}-\d\d-\d\d\.zip$/);
  const files = unzipped(readFileSync(await download.path()));
  expect([...files.keys()].map((name) => name.replace(/ NLU-\w+/, ''))).toEqual([
    ...names.map((name) => `Ada ${name}.pdf`),
    'index.csv',
  ]);
  await expect(dialog).toBeHidden();
});

test('applications without a PDF are named with the reason', async ({ page }) => {
  await signInFresh(page, `/staff?q=${mark}&sort=name`);
  let refused = '';
  await page.route('**/api/staff/applications/*/pdf', (route) => {
    refused ||= route.request().url();
    if (route.request().url() !== refused) return route.continue();
    return route.fulfill({ status: 503, json: { message: 'No.', status: 'FAILED' } });
  });
  const saving = page.waitForEvent('download', { timeout: 60_000 });
  await button(page, 'Download PDFs (4)').click();
  await saving;
  const dialog = page.getByRole('dialog', { name: 'Some PDFs are missing' });
  await expect(dialog).toContainText('The ZIP file has 3 PDFs and an index.');
  await expect(dialog.getByRole('listitem')).toHaveText(/^Ada \w+, NLU-\w+: The PDF could not be made\.$/u);
  await expectAccessible(page, 'dialog[open]');
});

test('more than 500 PDFs are not offered, and readers are offered no file', async ({ page, reader }) => {
  await signInAsStaff(page, 'Omar Office', '/staff');
  await page.route('**/api/staff/total?*', (route) => route.fulfill({ json: { total: 1284 } }));
  await page.getByLabel('Missing').selectOption({ index: 1 });
  await expect(page.getByText('At most 500 PDFs in one download.')).toBeVisible();
  await expect(button(page, 'Download PDFs (1,284)')).toHaveAttribute('aria-disabled', 'true');
  await signInAsStaff(reader, 'Rita Reader', `/staff?q=${mark}`);
  await expect(reader.locator('.list-status')).toHaveText('4 applications');
  await expect(reader.getByRole('button', { name: /^Download/ })).toHaveCount(0);
});
