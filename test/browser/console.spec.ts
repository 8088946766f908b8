import { readFileSync } from 'node:fs';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { newAddress } from '../support/applicant.ts';
import { signedUp } from '../support/person.ts';
import { signIn } from '../support/staff.ts';
import { emptyConsoleList } from '../support/table.ts';
import { button, heading } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { completeAnswers } from './support/fill-page.ts';
import { holdRoute, loseResponse } from './support/routes.ts';
import { signInAsStaff } from './support/staff.ts';
import { expect, type Page, test } from './support/test.ts';

// The staff console in a real browser: keys, focus, URLs, dialogs, phones.

const names = ['Lindgren', 'Okafor', 'Quintero'] as const;
let isPrepared = false;

/** Submits an application, and returns the address of its account. */
async function submitOne(cloud: LocalCloud, last_name: string): Promise<string> {
  const email = newAddress();
  const client = await signedUp(cloud, email);
  await client.call('PUT', '/api/answer', { answer: { ...completeAnswers, last_name } });
  const { status, body } = await client.call('POST', '/api/submit');
  if (status !== 200) throw new Error(`Not submitted: ${status} ${JSON.stringify(body)}`);
  return email;
}

/** Submits three applications, once for each worker. */
async function submitApplications(cloud: LocalCloud) {
  if (isPrepared) return;
  isPrepared = true;
  await emptyConsoleList(cloud);
  for (const last_name of names) await submitOne(cloud, last_name);
}

test.beforeEach(({ cloud }) => submitApplications(cloud));

const row = (page: Page, name: string) => page.getByRole('link', { name: `Ada ${name}` });
const shown = (page: Page, text: string) => expect(page.locator('.list-status')).toHaveText(text);
const openPersonMenu = (page: Page) => page.locator('.person > summary').click();
const part = (page: Page, name: string) => page.getByRole('region', { name });

/** Logs in once more at the identity provider, as a download asks for. */
async function signInAgain(page: Page, person: string) {
  const dialog = page.getByRole('dialog', { name: 'Please sign in again first' });
  await dialog.getByRole('link', { name: 'Sign in again to continue' }).click();
  await page.getByRole('button', { name: person }).click();
}

async function openApplication(page: Page, person: string, name = 'Lindgren') {
  await signInAsStaff(page, person);
  await row(page, name).click();
  await expect(heading(page, `Ada ${name}`)).toBeVisible();
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

test('filters and searches are in the URL, and Back removes them', async ({ page }) => {
  await signInAsStaff(page, 'Omar Office');
  await shown(page, '3 applications');
  await page.getByLabel('Missing').selectOption('Transcript');
  await expect(page).toHaveURL(/\/staff\?missing=transcript$/);
  await page.getByLabel('Search').pressSequentially('okaf');
  await expect(page).toHaveURL(/\/staff\?missing=transcript&q=okaf$|\/staff\?q=okaf&missing=transcript$/);
  await shown(page, '1 application');
  await expect(page.getByLabel('Search')).toBeFocused();
  await expect(button(page, 'Remove filter Missing: transcript')).toBeHidden();
  await page.getByLabel('Missing').selectOption('Any');
  await expect(page).toHaveURL(/\/staff\?q=okaf$/);
  await page.goBack();
  await expect(page).toHaveURL(/missing=transcript/);
  await page.reload();
  await expect(page.getByLabel('Search')).toHaveValue('okaf');
  await page.goBack();
  await expect(page.getByLabel('Search')).toHaveValue('');
  await shown(page, '3 applications');
  await expect(page.getByLabel('Late')).toBeHidden();
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
});

test('a typed day is searched once, and one press of Back removes it', async ({ page }) => {
  await signInAsStaff(page, 'Omar Office');
  await shown(page, '3 applications');
  const searches: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/staff/applications' && search !== '') searches.push(search);
  });
  await button(page, 'More filters').click();
  await page.getByLabel('Submitted from').pressSequentially('11272020', { delay: 400 });
  await expect(page).toHaveURL(/\/staff\?since=2020-11-27$/);
  await shown(page, '3 applications');
  expect(searches).toEqual(['?since=2020-11-27']);
  await page.goBack();
  await expect(page).toHaveURL(/\/staff$/);
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

test('an old link to the list leads to all applications', async ({ page }) => {
  await signInAsStaff(page, 'Omar Office', '/staff?after=zzz');
  await expect(page.getByRole('alert')).toContainText('This link to the list no longer works.');
  await expect(button(page, 'Try again')).toHaveCount(0);
  await button(page, 'Show all applications').click();
  await shown(page, '3 applications');
});

test('an application leads to the next one of the list, and back to its row', async ({ page }) => {
  await signInAsStaff(page, 'Rita Reader', '/staff?sort=name');
  await shown(page, '3 applications');
  await row(page, 'Okafor').press('Enter');
  await expect(heading(page, 'Ada Okafor')).toBeFocused();
  await expect(page).toHaveURL(/\/staff\/applications\/[\w-]+\?sort=name$/);
  await page.getByRole('link', { name: 'Next application' }).press('Enter');
  await expect(heading(page, 'Ada Quintero')).toBeVisible();
  await page.getByRole('link', { name: 'Previous application' }).press('Enter');
  await expect(heading(page, 'Ada Okafor')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).press('Enter');
  await expect(row(page, 'Okafor')).toBeFocused();
});

test('the name, the neighbors, the checklist and the notes stay in view while an application is read', async ({
  page,
}) => {
  await openApplication(page, 'Omar Office');
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await expect(page.getByRole('heading', { name: 'Final Steps' })).toBeInViewport();
  await expect(heading(page, 'Ada Lindgren')).toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'List' })).toBeInViewport();
  for (const name of ['Checklist', 'Private notes'])
    await expect(part(page, name).getByRole('heading', { name })).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'About You' })).toBeVisible();
  const top = async (name: string) => (await page.getByText(name, { exact: true }).first().boundingBox())?.y;
  expect(await top('Checklist')).toBeLessThan(Number(await top('Submitted')));
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

test('the records office marks an item as received, and takes it back', async ({ page }) => {
  await openApplication(page, 'Remy Records');
  await expect(part(page, 'Checklist')).toBeVisible();
  for (const other of ['Documents', 'Private notes', 'History'])
    await expect(part(page, other)).toHaveCount(0);
  await expect(page.getByText('Application PDF')).toHaveCount(0);
  const item = part(page, 'Checklist').getByRole('listitem').filter({ hasText: 'Transcript' });
  await item.getByRole('button', { name: 'Mark received' }).click();
  await expect(item.getByText(/^Received /)).toBeVisible();
  await expect(item.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'marked as received' })).toBeAttached();
  const change = item.getByRole('button', { name: 'Change date' });
  await change.click();
  await expect(item.getByLabel('Received on')).toBeFocused();
  await item.getByRole('button', { name: 'Cancel' }).click();
  await expect(change).toBeFocused();
  await change.click();
  await item.getByLabel('Received on').fill('2026-11-20');
  await item.getByLabel('Received on').press('Enter');
  await expect(change).toBeFocused();
  await expect(item.getByText('Received November 20, 2026')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Lindgren' })).not.toContainText('Transcript');
  await row(page, 'Lindgren').click();
  await item.getByRole('button', { name: 'Undo' }).click();
  await expect(item.getByText('Missing')).toBeVisible();
});

test('two items that are marked quickly stay marked, also if the reply about the first comes last', async ({
  page,
}) => {
  await openApplication(page, 'Remy Records', 'Quintero');
  const item = (name: string) => part(page, 'Checklist').getByRole('listitem').filter({ hasText: name });
  const release = await holdRoute(page, '**/checklist/transcript');
  await item('Transcript').getByRole('button', { name: 'Mark received' }).click();
  const marked = page.waitForResponse('**/checklist/test-scores');
  await item('Test scores').getByRole('button', { name: 'Mark received' }).click();
  await marked;
  await expect(item('Transcript').locator('.item-status')).toHaveText(/^Received/);
  release();
  await expect(item('Transcript').getByRole('button', { name: 'Undo' })).not.toHaveAttribute('aria-disabled');
  await page.route('**/checklist/transcript*', (route) => route.abort());
  await expect(item('Test scores').locator('.item-status')).toHaveText(/^Received/);
  await item('Transcript').getByRole('button', { name: 'Undo' }).click();
  await item('Test scores').getByRole('button', { name: 'Undo' }).click();
  await expect(item('Test scores').locator('.item-status')).toHaveText('Missing');
  await expect(item('Transcript').getByRole('alert')).toBeVisible();
  await expect(item('Transcript').locator('.item-status')).toHaveText(/^Received/);
});

test('many items are marked from a pasted list after each line was shown, and undone', async ({
  page,
  cloud,
}) => {
  const email = await submitOne(cloud, 'Tickson');
  const summary = (name: string) => page.getByRole('heading', { name, level: 2 });
  await signInAsStaff(page, 'Remy Records');
  await page.getByRole('link', { name: 'Checklist items' }).click();
  await expect(heading(page, 'Checklist items')).toBeFocused();
  const list = page.getByLabel('List of received items');
  await button(page, 'Check lines').click();
  await expect(page.getByText('Paste a list, or choose a CSV file.')).toBeVisible();
  await list.fill('name,item\nAda,transcript');
  await button(page, 'Check lines').click();
  await expect(page.getByText('Line 1: the header has no column applicant, date.')).toBeVisible();
  await list.fill(
    `Email\tItem\tReceived\n${email}\ttranscript\t11/2/2026\n${email}\tessay\t11/2/2026\n${email}\ttranscript\t11/3/2026`,
  );
  await page.reload(); // the list is kept
  await button(page, 'Check lines').click();
  await expect(summary('Ready to mark: 1. Errors: 2.')).toBeFocused();
  await button(page, 'Edit the list').click();
  await expect(list).toBeFocused();
  await expect(list).toHaveValue(/essay/);
  await button(page, 'Check lines').click();
  await expect(page.getByRole('row', { name: 'Ada Tickson' })).toContainText('Ready to mark');
  await expect(page.getByText('The item must be one of: transcript, test-scores, fafsa.')).toBeVisible();
  await expect(page.getByText('Line 2 has the same checklist item of the same applicant.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  // Undo includes lines that were marked although no response arrived.
  await loseResponse(page, '**/api/staff/checklist');
  await button(page, 'Mark 1 line as received').click();
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
  await button(page, 'Mark 1 line as received').click();
  await expect(summary('Marked as received: 1. Errors: 2.')).toBeFocused();
  await button(page, 'Undo 1 line').click();
  await expect(summary('Undone: 1. Errors: 2.')).toBeFocused();
  await button(page, 'New list').click();
  await expect(list).toBeFocused();
  await expect(list).toHaveValue('');
  await page.getByLabel('CSV file').setInputFiles({
    ...{ name: 'list.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(`applicant,item,date\n${email},transcript,2026-11-04\n`),
  });
  await expect(summary('Ready to mark: 1.')).toBeFocused();
});

test('a change that another person made first is shown with the reason, and can be undone', async ({
  page,
  cloud,
}) => {
  await openApplication(page, 'Remy Records', 'Okafor');
  const item = part(page, 'Checklist').getByRole('listitem').filter({ hasText: 'Transcript' });
  await expect(item.getByText('Missing')).toBeVisible();
  const dana = await signIn(cloud, 'Dana Director');
  const applicant = new URL(page.url()).pathname.split('/').at(-1);
  const marked = await dana.call('PUT', `/api/staff/applications/${applicant}/checklist/transcript`, {
    day: '2026-11-20',
  });
  expect(marked.status).toBe(200);
  await item.getByRole('button', { name: 'Mark received' }).click();
  await expect(item.getByRole('alert')).toHaveText(
    'This item is already marked as received on November 20, 2026. To change the day, undo that first.',
  );
  await expect(item.locator('.item-status')).toHaveText('Received November 20, 2026');
  await item.getByRole('button', { name: 'Undo' }).click();
  await expect(item.getByText('Missing')).toBeVisible();
});

test('a note survives a session that has ended, and can be deleted', async ({ page, context }) => {
  await openApplication(page, 'Omar Office');
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

test('signing out deletes typed text in all tabs', async ({ page, context }) => {
  await openApplication(page, 'Omar Office');
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
  await openApplication(other, 'Dana Director');
  await expect(other.getByLabel('New note')).toHaveValue('');
});

test('a page that is open starts again when another person signs in in another tab', async ({
  page,
  context,
}) => {
  await openApplication(page, 'Omar Office');
  await page.getByLabel('New note').fill('Only for Omar.');
  await context.clearCookies({ name: /staff/ });
  const other = await context.newPage();
  await other.goto('/api/staff/sign-in?fresh=yes');
  await other.getByRole('button', { name: 'Dana Director' }).click();
  await expect(page.getByText('Dana Director')).toBeVisible();
  await expect(page.getByLabel('New note')).toHaveValue('');
});

test('an application that was read can be marked as unread', async ({ page }) => {
  await openApplication(page, 'Omar Office', 'Quintero');
  await expect(page.getByRole('heading', { name: 'About You' })).toBeVisible();
  await expect(page.getByText(/^\d+ optional questions without an answer are left out\.$/)).toBeVisible();
  await button(page, 'Mark as unread').click();
  await expect(page.getByText('Marked as unread.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Quintero' })).toContainText('Unread');
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
