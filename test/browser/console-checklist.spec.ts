import { signIn } from '../support/staff.ts';
import { button, heading } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { holdRoute, loseResponse } from './support/routes.ts';
import { openApplication, part, row, signInAsStaff, submitApplication } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test('the records office marks an item as received, takes it back, and reads why a change of another person wins', async ({
  page,
  cloud,
}) => {
  await submitApplication(cloud, 'Markson');
  await openApplication(page, 'Remy Records', 'Markson');
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
  await item.getByLabel('Received on').fill('2026-11-20');
  await item.getByLabel('Received on').press('Enter');
  await expect(change).toBeFocused();
  await expect(item.getByText('Received November 20, 2026')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Markson' })).not.toContainText('Transcript');
  await row(page, 'Markson').click();
  // The page shows the change before the server has made it.
  const undone = page.waitForResponse('**/checklist/transcript*');
  await item.getByRole('button', { name: 'Undo' }).click();
  await undone;
  await test.step('another person marked it first', async () => {
    const dana = await signIn(cloud, 'Dana Director');
    const applicant = new URL(page.url()).pathname.split('/').at(-1);
    const path = `/api/staff/applications/${applicant}/checklist/transcript`;
    expect((await dana.call('PUT', path, { day: '2026-11-20' })).status).toBe(200);
    await item.getByRole('button', { name: 'Mark received' }).click();
    await expect(item.getByRole('alert')).toHaveText(
      'This item is already marked as received on November 20, 2026. To change the day, undo that first.',
    );
    await expect(item.locator('.item-status')).toHaveText('Received November 20, 2026');
    await item.getByRole('button', { name: 'Undo' }).click();
    await expect(item.getByText('Missing')).toBeVisible();
  });
});

test('two items that are marked quickly stay marked, also if the reply about the first comes last', async ({
  page,
  cloud,
}) => {
  await submitApplication(cloud, 'Quickson');
  await openApplication(page, 'Remy Records', 'Quickson');
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
  const email = await submitApplication(cloud, 'Tickson');
  const summary = (name: string) => page.getByRole('heading', { name, level: 2 });
  await signInAsStaff(page, 'Remy Records');
  await page.getByRole('link', { name: 'Checklist items' }).click();
  await expect(heading(page, 'Checklist items')).toBeFocused();
  const list = page.getByLabel('List of received items');
  await list.fill('name,item\nAda,transcript');
  await button(page, 'Check lines').click();
  await expect(page.getByText('Line 1: the header has no column applicant, date.')).toBeVisible();
  await list.fill(
    `Email\tItem\tReceived\n${email}\ttranscript\t11/2/2026\n${email}\tessay\t11/2/2026\n${email}\ttranscript\t11/3/2026`,
  );
  await page.reload(); // the list is kept
  await button(page, 'Check lines').click();
  await expect(summary('Ready to mark: 1. Errors: 2.')).toBeFocused();
  await expect(page.getByRole('row', { name: 'Ada Tickson' })).toContainText('Ready to mark');
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
