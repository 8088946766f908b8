import { pdf } from '../support/samples.ts';
import { saveAnswers } from './support/answers.ts';
import { comeBack } from './support/applicant.ts';
import { faults } from './support/faults.ts';
import { expect, type Page, test } from './support/test.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const list = (page: Page) => tab(page, 'List my activities');
const resume = (page: Page) => tab(page, 'Upload a résumé');
const activity = (page: Page) => page.locator('#activity_name-control');
const file = (page: Page) => page.locator('#activities_document');

const conversion = '/api/pdf/document-answer/activities_document';
const statusOf = async (page: Page) => (await (await page.request.get(conversion)).json()).status;

async function attach(page: Page): Promise<void> {
  const buffer = Buffer.from(await pdf());
  await file(page).locator('input[type=file]').setInputFiles({ name: 'resume.pdf', mimeType: '', buffer });
}

/** The page's calls to the server, in order. */
function listen(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/') && request.method() !== 'GET')
      calls.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`.trim());
  });
  return calls;
}

/** Waits until the page knows whether the tab has a file; until then the tab cannot be left. */
async function documentStatus(page: Page): Promise<void> {
  const answer = await page.waitForResponse((response) => response.url().endsWith(conversion));
  await answer.finished();
}

test('selecting a tab stores it, clears the other tab, and is restored after a reload [TB-01] [TB-02] [TB-04]', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  await activity(page).fill('Cello');
  const calls = listen(page);
  await resume(page).click();
  await expect(file(page)).toBeVisible();
  await expect(activity(page)).toHaveCount(0);
  expect(calls).toContain('PUT /api/tabs {"tab_id":"activities_tab","chosen_tab":"upload"}');
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  const statusLoaded = documentStatus(page);
  await page.reload();
  await statusLoaded;
  await expect(resume(page)).toHaveAttribute('aria-selected', 'true');
  await list(page).click();
  await expect(activity(page)).toHaveValue('');
});

test('arrow keys move between tabs; only Enter and Space select one [TB-04]', async ({ page }) => {
  await comeBack(page, { path: '/education' });
  await list(page).focus();
  const calls = listen(page);
  for (const [key, tab] of [
    ['ArrowRight', resume(page)],
    ['ArrowRight', list(page)],
    ['ArrowLeft', resume(page)],
    ['Home', list(page)],
    ['End', resume(page)],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab).toBeFocused();
  }
  await expect(list(page)).toHaveAttribute('aria-selected', 'true');
  expect(calls).toEqual([]);
  const statusLoaded = documentStatus(page);
  await page.keyboard.press('Enter');
  await expect(resume(page)).toHaveAttribute('aria-selected', 'true');
  await statusLoaded;
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect(list(page)).toHaveAttribute('aria-selected', 'true');
});

const deletion = (page: Page) => page.getByRole('alertdialog', { name: 'Delete File' });

test('a key press on a tab deletes no file before the applicant confirms [TB-05] [TB-06]', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  await resume(page).click();
  await attach(page);
  await expect(file(page).locator('.file-state')).toHaveText('Uploaded.');
  const calls = listen(page);
  await resume(page).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(deletion(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(deletion(page)).toContainText('If you switch, your file will be deleted.');
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeFocused();
  await expect(resume(page)).toHaveAttribute('aria-selected', 'true');
  await expect(file(page).getByRole('link', { name: /^View the PDF/ })).toBeVisible();
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  await page.keyboard.press('Enter');
  await deletion(page).getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(list(page)).toHaveAttribute('aria-selected', 'true');
  await expect(list(page)).toBeFocused();
  expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(2);
});

test('selecting a tab shows which answers were cleared and offers to restore them [TB-04]', async ({
  page,
}) => {
  await comeBack(page, {
    path: '/education',
    answers: { activity_name: 'Chess', activity_position: 'First' },
  });
  const statusLoaded = documentStatus(page);
  await resume(page).click();
  await expect(
    page.locator('.status-line').getByText('We cleared 2 answers in Activity 1.'),
  ).toBeInViewport();
  await statusLoaded;
  await expect(file(page).getByRole('button', { name: /Choose file/ })).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(activity(page)).toHaveValue('Chess');
  await expect(list(page)).toBeFocused();
  await expect(page.locator('.status-line').getByText('2 answers restored')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0);
  const saved = async () => (await (await page.request.get('/api/profile')).json()).answer;
  await expect.poll(saved).toMatchObject({ activity_name: 'Chess', activity_position: 'First' });
});

test('a stored tab that the group does not have selects the default tab and keeps its answers [TB-02]', async ({
  page,
}) => {
  await comeBack(page, { path: '/education', answers: { activity_name: 'Chess' } });
  await saveAnswers(page, '/api/tabs', { tab_id: 'activities_tab', chosen_tab: 'nonsense' });
  await page.reload();
  await expect(list(page)).toHaveAttribute('aria-selected', 'true');
  await expect(activity(page)).toHaveValue('Chess');
  await resume(page).click();
  await expect(resume(page)).toHaveAttribute('aria-selected', 'true');
});

test('leaving a tab with a file deletes the file and its conversion first [TB-05] [TB-06]', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  await resume(page).click();
  await attach(page);
  await expect(file(page).locator('.file-state')).toHaveText('Uploaded.');
  const calls = listen(page);
  await list(page).click();
  await deletion(page).getByRole('button', { name: 'Delete' }).click();
  await expect(activity(page)).toBeVisible();
  const order = calls.map((call) => call.split(' ').slice(0, 2).join(' '));
  expect(order.filter((call) => /^DELETE|\/api\/tabs$/.test(call))).toEqual([
    `DELETE ${conversion}`,
    'DELETE /api/document-answer/activities_document',
    'PUT /api/tabs',
  ]);
  await resume(page).click();
  await expect(file(page).getByRole('button', { name: /Choose file/ })).toBeVisible();
});

for (const [status, what] of [
  ['UNPROCESSED', faults.claimingConversions],
  ['IN_PROGRESS', faults.inspectingUploads],
] as const)
  test(`a tab cannot be left while its file is ${status} [TB-07, TB-08, TB-10, ER-09]`, async ({
    page,
    injectFault,
  }) => {
    await comeBack(page, { path: '/education' });
    await resume(page).click();
    injectFault(what, 'held');
    await attach(page);
    await expect(file(page).locator('.file-state')).toHaveText('Converting...');
    await expect.poll(() => statusOf(page)).toBe(status);
    await list(page).click();
    const dialog = page.getByRole('alertdialog', { name: 'File Upload in Progress' });
    await expect(dialog).toContainText('Please wait until the file upload has completed.');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(resume(page)).toHaveAttribute('aria-selected', 'true');
  });

test('a tab cannot be left while its file is being uploaded [TB-09]', async ({ page }) => {
  await comeBack(page, { path: '/education' });
  await resume(page).click();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/presigned-url', async (route) => {
    await held;
    await route.continue();
  });
  await attach(page);
  await list(page).click();
  const dialog = page.getByRole('alertdialog', { name: 'File Upload in Progress' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  release();
  await expect(file(page).locator('.file-state')).toHaveText('Uploaded.');
});

test('a file that cannot be deleted keeps its tab [TB-11]', async ({ page, injectFault }) => {
  await comeBack(page, { path: '/education' });
  await resume(page).click();
  await attach(page);
  await expect(file(page).locator('.file-state')).toHaveText('Uploaded.');
  injectFault(faults.tableWrites);
  await list(page).click();
  await deletion(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Error handling tabs for Activities').first()).toBeVisible();
  await expect(resume(page)).toHaveAttribute('aria-selected', 'true');
  await expect(file(page).getByText('resume.pdf').first()).toBeVisible();
  expect(await (await page.request.get('/api/document-answer')).json()).toHaveProperty('activities_document');
});

test('a tab that cannot be stored is not selected and shows an error [TB-12, ER-08]', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { path: '/education' });
  injectFault(faults.tableWrites);
  await resume(page).click();
  await expect(page.getByText('Error handling tabs for Activities').first()).toBeVisible();
  await expect(list(page)).toHaveAttribute('aria-selected', 'true');
});

test('an anonymous visitor sees the default tab only [TB-03, RO-02]', async ({ page }) => {
  await page.goto('/education');
  await expect(resume(page)).toHaveAttribute('aria-disabled', 'true');
  await resume(page).click({ force: true });
  await expect(activity(page)).toBeVisible();
  await expect(file(page)).toHaveCount(0);
});
