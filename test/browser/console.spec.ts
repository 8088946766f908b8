import { readFileSync } from 'node:fs';
import { emptyConsoleList } from '../support/table.ts';
import { button, heading } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { openApplication, part, row, signInAsStaff, submitApplication } from './support/staff.ts';
import { expect, type Page, test } from './support/test.ts';

// The staff console in a real browser: keys, focus, URLs, dialogs, phones.

let isListed = false;

/** Makes three applications the whole list, once for each worker. */
test.beforeEach(async ({ cloud }) => {
  if (isListed) return;
  isListed = true;
  await emptyConsoleList(cloud);
  for (const last_name of ['Lindgren', 'Okafor', 'Quintero']) await submitApplication(cloud, last_name);
});

const shown = (page: Page, text: string) => expect(page.locator('.list-status')).toHaveText(text);
const openPersonMenu = (page: Page) => page.locator('.person > summary').click();

/** Logs in once more at the identity provider, as a download asks for. */
async function signInAgain(page: Page, person: string) {
  const dialog = page.getByRole('dialog', { name: 'Please sign in again first' });
  await dialog.getByRole('link', { name: 'Sign in again to continue' }).click();
  await page.getByRole('button', { name: person }).click();
}

test('people who are not signed in see one button, and come back to the page that they asked for', async ({
  page,
}) => {
  await page.goto('/staff?q=okafor');
  await expect(heading(page, 'Admissions console')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign in with your university account' }).click();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Omar Office' }).click();
  await expect(page).toHaveURL(/\/staff\?q=okafor$/);
  await shown(page, '1 application');
  // The calls that begin before the page's script are not repeated by it.
  for (const call of ['/api/staff/me', '/api/staff/applications'])
    expect(calls.filter((each) => each === call)).toHaveLength(1);
  await openPersonMenu(page);
  await button(page, 'Sign out').click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click(); // the identity provider asks too
  await expect(heading(page, 'You are signed out')).toBeVisible();
  await page.goto('/staff');
  await expect(heading(page, 'Admissions console')).toBeVisible();
});

test('filters and searches are in the URL, Back removes them, and an old link leads to all applications', async ({
  page,
}) => {
  await signInAsStaff(page, 'Omar Office');
  await shown(page, '3 applications');
  await page.getByLabel('Missing').selectOption('Transcript');
  await expect(page).toHaveURL(/\/staff\?missing=transcript$/);
  await page.getByLabel('Search').pressSequentially('okaf');
  await expect(page).toHaveURL(/\/staff\?missing=transcript&q=okaf$|\/staff\?q=okaf&missing=transcript$/);
  await shown(page, '1 application');
  await expect(page.getByLabel('Search')).toBeFocused();
  await page.getByLabel('Missing').selectOption('Any');
  await expect(page).toHaveURL(/\/staff\?q=okaf$/);
  await page.goBack();
  await expect(page).toHaveURL(/missing=transcript/);
  await page.reload();
  await expect(page.getByLabel('Search')).toHaveValue('okaf');
  await page.goBack();
  await expect(page.getByLabel('Search')).toHaveValue('');
  await shown(page, '3 applications');
  await button(page, 'More filters').click();
  await page.getByLabel('Late').selectOption('Yes');
  await expect(page.getByText('No application matches: Missing: transcript, Late: Yes.')).toBeVisible();
  await button(page, 'Show all applications').click();
  await shown(page, '3 applications');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Missing').selectOption('Transcript');
  await button(page, 'Remove filter Missing: transcript').click();
  await shown(page, '3 applications');
  await page.setViewportSize({ width: 1280, height: 720 });
  await button(page, 'Name').click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await page.goto('/staff?after=zzz');
  await expect(page.getByRole('alert')).toContainText('This link to the list no longer works.');
  await button(page, 'Show all applications').click();
  await shown(page, '3 applications');
});

test('tags of the list say what is missing, and which applications are complete, withdrawn or late', async ({
  page,
}) => {
  const changes = [
    { late: '12 minutes after Early decision' },
    { missing: [], is_unread: false },
    { withdrawn_at: '2026-11-20T12:00:00.000Z' },
  ];
  await page.route(/\/api\/staff\/applications(\?|$)/, async (route) => {
    const response = await route.fetch();
    const list = await response.json();
    const applications = list.applications.map((each: object, place: number) => ({
      ...each,
      ...changes[place],
    }));
    await route.fulfill({ response, json: { ...list, applications } });
  });
  await signInAsStaff(page, 'Rita Reader');
  const rows = page.locator('tbody tr');
  await expect(rows.nth(0)).toContainText('Late: 12 minutes after Early decision');
  await expect(rows.nth(0)).toContainText('Missing: Transcript Test scores');
  await expect(rows.nth(1)).toContainText('Complete');
  await expect(rows.nth(2)).toContainText('Withdrawn');
  await expectAccessible(page);
});

test('an application leads to the next one of the list, back to its row, and can be marked as unread', async ({
  page,
}) => {
  await signInAsStaff(page, 'Rita Reader', '/staff?sort=name');
  await shown(page, '3 applications');
  await row(page, 'Okafor').press('Enter');
  await expect(heading(page, 'Ada Okafor')).toBeFocused();
  await expect(page).toHaveURL(/\/staff\/applications\/[\w-]+\?sort=name$/);
  await page.getByRole('link', { name: 'Next application' }).press('Enter');
  await expect(heading(page, 'Ada Quintero')).toBeVisible();
  await page.getByRole('link', { name: 'Previous application' }).press('Enter');
  await expect(heading(page, 'Ada Okafor')).toBeVisible();
  await button(page, 'Mark as unread').click();
  await expect(page.getByText('Marked as unread.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).press('Enter');
  await expect(row(page, 'Okafor')).toBeFocused();
  await expect(page.getByRole('row').filter({ hasText: 'Okafor' })).toContainText('Unread');
});

test('the list, an application and the audit log are accessible and fit on a phone', async ({ page }) => {
  await signInAsStaff(page, 'Dana Director');
  await shown(page, '3 applications');
  await expectAccessible(page);
  await row(page, 'Lindgren').click();
  await expect(page.getByRole('heading', { name: 'About You' })).toBeVisible();
  await button(page, 'Show history').press('Enter');
  await expect(part(page, 'History').getByText('submitted the application')).toBeVisible();
  await expect(part(page, 'History').getByRole('listitem').first()).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByText(/entries shown/)).toBeVisible();
  await expect(page.getByRole('cell', { name: 'signed in to the console' }).first()).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Download CSV').click();
  await signInAgain(page, 'Dana Director');
  const downloads = page.waitForEvent('download');
  await button(page, 'Download CSV').click();
  const file = await downloads;
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toContain('Time (UTC),Person,Action,Event,Details,Purpose\r\n');
  expect(text).toMatch(/,Dana Director \(.+\),signed in to the console,staff-sign-in,/);
});

test('a note survives a session that has ended, and can be deleted', async ({ page, context }) => {
  await openApplication(page, 'Omar Office', 'Lindgren');
  await page.getByLabel('New note').fill('The counselor will send the transcript.');
  await context.clearCookies({ name: /staff/ });
  await button(page, 'Add note').click();
  const dialog = page.getByRole('alertdialog', { name: 'You are signed out' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await dialog.getByRole('link', { name: 'Sign in again' }).click();
  await expect(heading(page, 'Ada Lindgren')).toBeVisible();
  await expect(page.getByLabel('New note')).toHaveValue('The counselor will send the transcript.');
  await button(page, 'Add note').click();
  const notes = part(page, 'Private notes');
  await expect(notes.getByRole('listitem')).toContainText('The counselor will send the transcript.');
  await expect(page.getByLabel('New note')).toHaveValue('');
  await notes.getByRole('button', { name: 'Delete' }).press('Enter');
  let deletions = 0;
  await page.route('**/notes/*', async (route) => {
    deletions += 1;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).dblclick();
  await expect(notes.getByText('There are no notes.')).toBeVisible();
  await expect(notes.getByRole('heading')).toBeFocused();
  expect(deletions).toBe(1);
});

const dataOfTab = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('staff-')));

test('signing out everywhere asks first, and ends the sessions of other browsers', async ({
  page,
  reader: elsewhere,
}) => {
  for (const each of [page, elsewhere]) await signInAsStaff(each, 'Dana Director');
  await openPersonMenu(page);
  await button(page, 'Sign out everywhere').click();
  const dialog = page.getByRole('alertdialog', { name: 'Sign out everywhere?' });
  await expect(dialog).toContainText('in this browser and on every other device');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(button(page, 'Sign out everywhere')).toBeFocused();
  await button(page, 'Sign out everywhere').click();
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(heading(page, 'You are signed out')).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere.getByRole('link', { name: 'Sign in with your university account' })).toBeVisible();
});

test('typed text is deleted in all tabs by signing out, and when another person signs in', async ({
  page,
  context,
}) => {
  await openApplication(page, 'Omar Office', 'Lindgren');
  await page.getByLabel('New note').fill('Only for Omar.');
  const other = await context.newPage();
  await other.goto('/staff');
  await openPersonMenu(page);
  await button(page, 'Sign out').click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  for (const each of [page, other]) {
    await expect(heading(each, 'You are signed out')).toBeVisible();
    expect(await dataOfTab(each)).toEqual([]);
  }
  await openApplication(other, 'Dana Director', 'Lindgren');
  await expect(other.getByLabel('New note')).toHaveValue('');
  await other.getByLabel('New note').fill('Only for Dana.');
  await context.clearCookies({ name: /staff/ });
  await page.goto('/api/staff/sign-in?fresh=yes');
  await page.getByRole('button', { name: 'Omar Office' }).click();
  await expect(other.getByText('Omar Office')).toBeVisible();
  await expect(other.getByLabel('New note')).toHaveValue('');
});

test('a person is asked before an idle session ends, and errors are in words', async ({ page, context }) => {
  const idle_at = () => new Date(Date.now() + 63_000).toISOString();
  const member = () => ({
    name: 'Omar Office',
    roles: ['office'],
    idle_at: idle_at(),
    is_provider_down: true,
  });
  await page.route('**/api/staff/me', (route) => route.fulfill({ json: member() }));
  await signInAsStaff(page, 'Omar Office');
  await expect(page.getByText("The university's sign-in service does not respond.")).toBeVisible();
  const dialog = page.getByRole('alertdialog', { name: 'Are you still working?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(dialog).toBeHidden();
  await page.unroute('**/api/staff/me');
  // The script of the application's page loads before the connection is lost.
  await row(page, 'Lindgren').click();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(row(page, 'Okafor')).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline. You can read this page')).toBeVisible();
  await page.keyboard.press('Escape');
  await row(page, 'Okafor').click();
  await expect(page.getByRole('alert').first()).toContainText('You are offline');
  await context.setOffline(false);
  await button(page, 'Try again').first().click();
  await expect(heading(page, 'Ada Okafor')).toBeVisible();
});
