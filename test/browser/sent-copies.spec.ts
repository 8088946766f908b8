import { pdf } from '../support/samples.ts';
import { openCompletion } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { signInAsStaff } from './support/staff.ts';
import { recordItem } from './support/staff-token.ts';
import { expect, type Page, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const step = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
const transcript = (page: Page) => step(page, 'Send your official transcript');
const status = (page: Page) => transcript(page).locator('.step-status');
const fileNamed = (page: Page, name: string) =>
  transcript(page).locator('.file-name').filter({ hasText: name });
const chooser = (page: Page) => transcript(page).getByRole('button', { name: /^Choose file/ });
const today = () =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Detroit' }).format(new Date());
const sentToday = () => `Sent on ${today()}. Not yet checked.`;

const part = (page: Page, name: string) => page.getByRole('region', { name });

const file = async (name = 'transcript.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(await pdf()),
});

/** Opens the completion page and the upload field of the transcript. */
async function openSubmitted(page: Page): Promise<string> {
  const { email } = await openCompletion(page);
  await transcript(page).locator('summary').click();
  await page.mouse.move(30, 30);
  await expect(chooser(page)).toBeVisible();
  return email;
}

async function choose(page: Page, name?: string): Promise<void> {
  await transcript(page)
    .locator('input[type=file]')
    .setInputFiles(await file(name));
}

test('an applicant sends a copy, staff look at it and mark the item as received, and the page says so', async ({
  page,
  reader,
}) => {
  const email = await openSubmitted(page);
  await expect(status(page)).toHaveText('Still needed');
  await expectAccessible(page);
  await choose(page);
  await expect(status(page)).toHaveText(sentToday());
  await expectAccessible(page, '.next-steps');

  await signInAsStaff(reader, 'Dana Director', `/staff?q=${encodeURIComponent(email)}`);
  const row = reader.getByRole('row').filter({ hasText: 'Lindgren' });
  await expect(row).toContainText('Missing: Transcript, copy sent Test scores');
  await row.getByRole('link').click();
  const item = part(reader, 'Checklist').getByRole('listitem').filter({ hasText: 'Transcript' });
  await expect(item).toContainText(`Sent by the applicant on ${today()}, unofficial.`);
  await expectAccessible(reader);
  const view = item.getByRole('link', { name: 'View the copy: Transcript, opens in a new tab' });
  const opened = await reader.request.get((await view.getAttribute('href')) ?? '');
  expect(opened.headers()['content-type']).toBe('application/pdf');
  await item.getByRole('button', { name: 'Mark received' }).click();
  await expect(item.getByText(`Received ${today()}`)).toBeVisible();
  await expect(reader.getByRole('status').filter({ hasText: 'marked as received' })).toBeAttached();

  await page.reload();
  await expect(status(page)).toHaveText(`Received on ${today()}`);
  await expect(step(page, 'Send your test scores').getByText('Upload a copy')).toBeVisible();
  await expect(transcript(page).getByText('Upload a copy')).toHaveCount(0);
});

test('a copy can be replaced and deleted with the keyboard until it is checked, which a later copy reads', async ({
  page,
  cloud,
}) => {
  const email = await openSubmitted(page);
  await choose(page);
  await expect(status(page)).toHaveText(sentToday());
  await choose(page, 'better.pdf');
  await expect(fileNamed(page, 'better.pdf').getByText('Uploaded.')).toBeVisible();
  await transcript(page).getByRole('button', { name: 'Delete better.pdf' }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Delete File' });
  await expectAccessible(page, 'dialog[open]');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(status(page)).toHaveText('Still needed');
  await expect(chooser(page)).toBeFocused();
  await recordItem(cloud, email, 'transcript', '2026-03-03');
  await choose(page);
  const message = "We have already checked off this document, so you can't change your copy.";
  await expect(transcript(page).getByText(message)).toBeVisible();
});

test('the page says that sent copies cannot be shown, and tries again on request', async ({ page }) => {
  await openSubmitted(page);
  await page.route('**/api/document-answer', (route) => route.abort());
  await page.reload();
  await transcript(page).locator('summary').click();
  const again = transcript(page).getByRole('button', { name: /^Try again/ });
  await expect(again).toBeVisible();
  await page.unroute('**/api/document-answer');
  await again.click();
  await expect(chooser(page)).toBeVisible();
});
