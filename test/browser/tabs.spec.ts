import { pdf } from '../support/samples.ts';
import { savedAnswers } from './support/answers.ts';
import { comeBack } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { faults } from './support/faults.ts';
import { holdRoute } from './support/routes.ts';
import { expect, type Locator, type Page, test } from './support/test.ts';

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

/** Waits until the page knows whether the tab has a file; until then the tab cannot be left. */
async function documentStatus(page: Page): Promise<void> {
  const answer = await page.waitForResponse((response) => response.url().endsWith(conversion));
  await answer.finished();
}

const question = (page: Page, label: string) => page.getByRole('alertdialog', { name: `${label}?` });
const toResume = (page: Page) => question(page, 'Upload a résumé');
const toList = (page: Page) => question(page, 'List my activities');
const press = (dialog: Locator, name: string) => dialog.getByRole('button', { name }).press('Enter');

test('selecting a tab stores it, and clears the other tab once the applicant confirms, by mouse and by keyboard [TB-01] [TB-02] [TB-04]', async ({
  page,
}) => {
  await comeBack(page, {
    path: '/education',
    answers: { activity_name: 'Chess', activity_position: 'First', activity_2_name: 'Choir' },
  });
  const calls = callsOf(page);
  const changes = () => calls.filter((call) => !call.startsWith('GET '));
  await test.step('arrow keys move between tabs and select none', async () => {
    await list(page).focus();
    for (const key of ['ArrowRight', 'Home', 'End']) await page.keyboard.press(key);
    await expect(resume(page)).toBeFocused();
    await expect(list(page)).toHaveAttribute('aria-selected', 'true');
    expect(changes()).toEqual([]);
  });
  await test.step('Enter asks first, and says what would be removed', async () => {
    await page.keyboard.press('Enter');
    await expect(toResume(page)).toContainText('Switching removes the 2 activities you listed.');
    await press(toResume(page), 'Cancel');
    await expect(resume(page)).toBeFocused();
    await expect(list(page)).toHaveAttribute('aria-selected', 'true');
    await expect(activity(page)).toHaveValue('Chess');
    expect(changes()).toEqual([]);
  });
  await test.step('the tab is selected, and the answers are cleared', async () => {
    const statusLoaded = documentStatus(page);
    await page.keyboard.press('Enter');
    await press(toResume(page), 'Switch');
    await expect(resume(page)).toHaveAttribute('aria-selected', 'true');
    await expect(resume(page)).toBeFocused();
    await statusLoaded;
    await expect(file(page).getByRole('button', { name: /Choose file/ })).toBeVisible();
    await expect(activity(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    expect(calls).toContain('PUT /api/tabs {"tab_id":"activities_tab","chosen_tab":"upload"}');
    await expect.poll(() => savedAnswers(page)).toMatchObject({ activity_name: '', activity_2_name: '' });
  });
  await test.step('Space selects a tab, without a question when nothing would be lost', async () => {
    await resume(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await expect(list(page)).toHaveAttribute('aria-selected', 'true');
    await expect(activity(page)).toHaveValue('');
  });
});

test('a stored tab that the group does not have selects the default tab, and a tab that cannot be stored is not selected [TB-02, TB-12, ER-08]', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { path: '/education', answers: { activity_name: 'Chess' } });
  // A release of the form may drop a tab.
  await page.route('**/api/tabs', (route) => route.fulfill({ json: { activities_tab: 'nonsense' } }), {
    times: 1,
  });
  await page.reload();
  await expect(list(page)).toHaveAttribute('aria-selected', 'true');
  await expect(activity(page)).toHaveValue('Chess');
  await test.step('the choice cannot be stored', async () => {
    const endFault = injectFault(faults.tableWrites);
    await resume(page).click();
    await press(toResume(page), 'Switch');
    await expect(page.getByText('Error handling tabs for Activities').first()).toBeVisible();
    await expect(list(page)).toHaveAttribute('aria-selected', 'true');
    endFault();
  });
});

test('leaving a tab with a file deletes the file and its conversion once the applicant confirms [EN-09, TB-01, TB-02, TB-04, TB-05, TB-06, TB-11]', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { path: '/education', answers: { activity_name: 'Chess' } });
  await resume(page).click();
  await expect(toResume(page)).toContainText('Switching removes the activity you listed.');
  await press(toResume(page), 'Switch');
  await attach(page);
  await expect(file(page).locator('.file-state')).toHaveText('Uploaded.');
  const calls = callsOf(page);
  await test.step('the file is the answer, also after a reload', async () => {
    await expect
      .poll(() => savedAnswers(page))
      .toMatchObject({ activity_name: '', activities_document: 'ANSWERED' });
    const statusLoaded = documentStatus(page);
    await page.reload();
    await statusLoaded;
    await expect(resume(page)).toHaveAttribute('aria-selected', 'true');
    await expect(file(page).getByText('resume.pdf').first()).toBeVisible();
  });
  await test.step('a key press deletes no file before the applicant confirms', async () => {
    await resume(page).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(toList(page)).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(toList(page)).toContainText('Switching removes your file.');
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeFocused();
    await expect(resume(page)).toHaveAttribute('aria-selected', 'true');
    await expect(file(page).getByRole('link', { name: /^View the PDF/ })).toBeVisible();
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });
  await test.step('a file that cannot be deleted keeps its tab', async () => {
    const endFault = injectFault(faults.tableWrites);
    await list(page).click();
    await toList(page).getByRole('button', { name: 'Switch' }).click();
    await expect(page.getByText('Error handling tabs for Activities').first()).toBeVisible();
    await expect(resume(page)).toHaveAttribute('aria-selected', 'true');
    await expect(file(page).getByText('resume.pdf').first()).toBeVisible();
    endFault();
  });
  await test.step('the file and its conversion are deleted before the tab changes', async () => {
    const before = calls.length;
    await list(page).focus();
    await page.keyboard.press('Enter');
    await toList(page).getByRole('button', { name: 'Switch' }).press('Enter');
    await expect(list(page)).toHaveAttribute('aria-selected', 'true');
    await expect(list(page)).toBeFocused();
    await expect(activity(page)).toBeVisible();
    const order = pathsOf(calls.slice(before));
    expect(order.filter((call) => /^DELETE|^PUT \/api\/tabs$/.test(call))).toEqual([
      `DELETE ${conversion}`,
      'DELETE /api/document-answer/activities_document',
      'PUT /api/tabs',
    ]);
    await resume(page).click();
    await expect(file(page).getByRole('button', { name: /Choose file/ })).toBeVisible();
  });
});

test('a tab cannot be left while its file is being uploaded, waits for its conversion or is being converted [TB-07, TB-08, TB-09, TB-10, ER-09]', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { path: '/education' });
  await resume(page).click();
  const cannotLeave = async () => {
    await list(page).click();
    const dialog = page.getByRole('alertdialog', { name: 'File Upload in Progress' });
    await expect(dialog).toContainText('Please wait until the file upload has completed.');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(resume(page)).toHaveAttribute('aria-selected', 'true');
  };
  const send = await holdRoute(page, '**/api/presigned-url');
  await test.step('the file is being uploaded', async () => {
    await attach(page);
    await cannotLeave();
  });
  const [claim, inspect] = [faults.claimingConversions, faults.inspectingUploads].map((what) =>
    injectFault(what, 'held'),
  );
  send();
  for (const [status, release] of [
    ['UNPROCESSED', claim],
    ['IN_PROGRESS', inspect],
  ] as const)
    await test.step(`the conversion is ${status}`, async () => {
      await expect(file(page).locator('.file-state')).toHaveText('Converting...');
      await expect.poll(() => statusOf(page)).toBe(status);
      await cannotLeave();
      release?.();
    });
  await expect(file(page).locator('.file-state')).toHaveText('Uploaded.');
});
