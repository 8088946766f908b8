import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import type { Settings } from '../../shared/partners/settings.ts';
import { settingsPollMs } from '../../shared/rules/limits.ts';
import { signIn } from '../support/staff.ts';
import { button, comeBack, heading } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { completeAnswers } from './support/fill-page.ts';
import { signInAsStaff } from './support/staff.ts';
import { expect, type Page, test } from './support/test.ts';

// Directors publish settings, and pages that are open follow.

const deadline = (at: string) => ({
  ...{ id: 'regular', label: 'Regular decision', at, graceMinutes: 0, warnDays: [] },
});
const risks = ['closes', 'earlier-deadline:regular', 'removed-deadline:regular'];

/** Publishes as another director. */
async function publish(cloud: LocalCloud, change: { set: Settings } | { undo_to: number }) {
  const olga = await signIn(cloud, 'Dana Director', '?fresh=yes');
  const { version: base } = (await olga.call('GET', '/api/staff/settings')).body;
  const body = { base, change, note: 'Prepared by the test', confirmed: risks };
  return olga.call('POST', '/api/staff/settings', body);
}

test.afterEach(({ cloud }) => publish(cloud, { undo_to: 0 }));

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const edit = (page: Page, name: string) => part(page, name).getByRole('button', { name: 'Edit' }).click();
const dialog = (page: Page) => page.getByRole('dialog', { name: /Publish these changes|Undo to/ });

/** Confirms the dialog, and signs in again where that is asked for. */
async function confirmPublication(page: Page, reason: string): Promise<void> {
  await button(page, 'Publish').click();
  await dialog(page).getByLabel('Why do you change this?').fill(reason);
  await dialog(page).getByRole('button', { name: 'Publish' }).click();
}

/** Gives a page a clock that tests advance. A routed request skips the browser's cache of 20 seconds. */
async function installClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.route('**/public/settings', (route) => route.continue());
}

/** Lets an open page read the settings again until they have arrived. */
async function untilPageFollows(page: Page, follows: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(settingsPollMs);
    await follows();
  }).toPass({ timeout: 60_000 });
}
const shortly = { timeout: 2_000 };

test('Dana extends a closed deadline, and an open page of an applicant shows it and submits', async ({
  page,
  reader,
  cloud,
}) => {
  await publish(cloud, { set: { deadlines: [deadline('2026-01-15T23:59')] } });
  await installClock(page);
  await comeBack(page, { answers: completeAnswers, path: '/final-steps' });
  const notice = page.getByText('The deadline has passed: Regular decision, January 15, 2026').first();
  await expect(notice).toBeVisible();

  await test.step('Dana changes the day, and is asked to sign in again', async () => {
    await signInAsStaff(reader, 'Dana Director', '/staff/settings');
    await edit(reader, 'Deadlines');
    await reader.getByLabel('Date and time').fill('2034-01-15T23:59');
    await confirmPublication(reader, 'Snowstorm');
    await reader.getByRole('link', { name: 'Sign in again to continue' }).click();
    await reader.getByRole('button', { name: 'Dana Director' }).click();
  });
  await test.step('the day and the reason are still there, and she publishes them', async () => {
    await expect(reader.getByLabel('Date and time')).toHaveValue('2034-01-15T23:59');
    await button(reader, 'Publish').click();
    await expect(dialog(reader).getByLabel('Why do you change this?')).toHaveValue('Snowstorm');
    await dialog(reader).getByRole('button', { name: 'Publish' }).click();
    await expect(reader.getByRole('heading', { name: /^Version \d+, in effect$/ })).toBeVisible();
    await expect(part(reader, 'Deadlines')).toContainText('January 15, 2034 at 11:59 PM EST');
    await expect(part(reader, 'History')).toContainText('Snowstorm');
  });
  await test.step("the applicant's page shows it without a reload", async () => {
    await untilPageFollows(page, () =>
      expect(page.getByText('Regular decision: submit by January 15, 2034').first()).toBeVisible(shortly),
    );
    await expect(notice).toBeHidden();
    await page.getByRole('button', { name: /^Submit/ }).click();
    await expect(heading(page, 'Your application is in')).toBeVisible();
  });
});

test('a director edits, previews, publishes and undoes with few keys and without loss', async ({
  page,
  cloud,
}) => {
  await page.goto(`/api/staff/sign-in?to=${encodeURIComponent('/staff/settings')}&fresh=yes`);
  await page.getByRole('button', { name: 'Dana Director' }).click();
  await expect(heading(page, 'Settings')).toBeVisible();
  await expectAccessible(page);

  const step = part(page, 'Next steps').getByRole('listitem');
  await expect(step.filter({ hasText: 'transcript' }).first()).toContainText('Applicants can upload a copy');
  await expect(step.filter({ hasText: 'Watch your email' })).not.toContainText('upload a copy');

  await test.step('errors lead to their fields', async () => {
    await edit(page, 'Deadlines');
    await expect(button(page, 'Add deadline')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
    await button(page, 'Publish').click();
    await expectAccessible(page, 'main');
    await page.getByRole('button', { name: 'Deadline 1, Date and time: fill this in' }).click();
    await expect(page.getByLabel('Date and time')).toBeFocused();
    const days = page.getByLabel('Days before, for emails');
    await days.fill('7, x');
    await button(page, 'Publish').click();
    await page.getByRole('button', { name: /^Deadline 1, Days before, for emails: a whole number/ }).click();
    await expect(days).toBeFocused();
    await expect(days).toHaveAttribute('aria-invalid', 'true');
    await part(page, 'Deadlines').getByRole('button', { name: 'Discard changes' }).click();
    await expect(part(page, 'Deadlines')).toContainText('None');
  });

  await test.step('steps are moved, removed and kept, also after a reload', async () => {
    await edit(page, 'Next steps');
    await page.getByRole('button', { name: 'Move down: Step 1' }).click();
    await page.getByRole('button', { name: 'Remove: Step 2' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Undo remove: Step 2' }).click();
    await expect(page.getByLabel('Title').nth(1)).toHaveValue('Send your official transcript');
    await page.getByRole('button', { name: 'Remove: Step 2' }).click();
  });

  await test.step('the preview shows what applicants would see', async () => {
    await edit(page, 'Help');
    await part(page, 'Help').getByLabel('Text').fill('Call the office.');
    await button(page, 'Preview').click();
    const preview = page.getByRole('dialog', { name: 'As applicants see it now' });
    await expect(preview.getByRole('listitem').first()).toContainText('Send your test scores');
    await expect(preview).toContainText('Call the office.');
    await expect(preview).not.toContainText('Send your official transcript');
    await expectAccessible(page, 'dialog[open]');
    await page.keyboard.press('Escape');
  });

  await test.step('another publication in between is shown, and nothing typed is lost', async () => {
    await publish(cloud, { set: { help: ['Another text.'] } });
    await button(page, 'Publish').click();
    await dialog(page)
      .getByRole('checkbox', { name: /"Send your official transcript" is no longer/ })
      .check();
    await dialog(page).getByRole('button', { name: 'Publish' }).click();
    await expect(dialog(page)).toContainText('Write why you change this first.');
    await dialog(page).getByLabel('Why do you change this?').fill('New season');
    await dialog(page).getByRole('button', { name: 'Publish' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'was published while you were editing' });
    await expect(alert).toContainText('You both changed: Help');
    await expectAccessible(page, '[role=alert]');
    await expect(part(page, 'Help').getByLabel('Text')).toHaveValue('Call the office.');
    await button(page, 'Continue with my changes').click();
    await button(page, 'Publish').click();
    await dialog(page).getByRole('checkbox').check();
    await dialog(page).getByRole('button', { name: 'Publish' }).click();
    await expect(part(page, 'Help')).toContainText('Call the office.');
    await expect(part(page, 'History').getByRole('heading', { name: 'History' })).toBeFocused();
  });

  await test.step('the history says what changed, and undo restores it', async () => {
    await part(page, 'History')
      .getByText('What changed: Help, Next steps')
      .or(page.getByText('What changed: Next steps, Help'))
      .first()
      .click();
    await expectAccessible(page, 'main');
    await page.getByRole('button', { name: 'Undo to the original settings' }).click();
    await expectAccessible(page, 'dialog[open]');
    await dialog(page).getByRole('button', { name: 'Publish' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(part(page, 'History').getByRole('heading', { name: 'History' })).toBeFocused();
    await expect(part(page, 'Help')).toContainText('Tell us which page and question you were on');
    await expect(part(page, 'Next steps')).toContainText('Send your official transcript');
  });
});

test('only directors find the page of the settings', async ({ page }) => {
  await signInAsStaff(page, 'Omar Office', '/staff/settings');
  await expect(heading(page, 'There is no such page')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden();
});
