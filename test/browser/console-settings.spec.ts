import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import type { Settings } from '../../shared/partners/settings.ts';
import { settingsPollMs } from '../../shared/rules/limits.ts';
import { signIn } from '../support/staff.ts';
import { button, comeBack, heading } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { completeAnswers } from './support/fill-page.ts';
import { signInAsStaff } from './support/staff.ts';
import { expect, type Page, test } from './support/test.ts';

// Directors save settings, and pages that are open follow.

const deadline = (at: string) => ({
  ...{ id: 'regular', label: 'Regular decision', at, graceMinutes: 0, warnDays: [] },
});
const risks = ['closes', 'earlier-deadline:regular', 'removed-deadline:regular'];

/** Publishes as another director. */
async function publish(cloud: LocalCloud, change: { set: Settings } | { restore: number }) {
  const olga = await signIn(cloud, 'Dana Director', '?fresh=yes');
  const { version: base } = (await olga.call('GET', '/api/staff/settings')).body;
  const body = { base, change, note: 'Prepared by the test', confirmed: risks };
  return olga.call('POST', '/api/staff/settings', body);
}

test.afterEach(({ cloud }) => publish(cloud, { restore: 0 }));

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const edit = (page: Page, name: string) => part(page, name).getByRole('button', { name: 'Edit' }).click();
const reason = (page: Page) => page.getByLabel('Reason for the change');
const save = (page: Page) => button(page, 'Save').click();

/** Gives a page a clock that tests advance. A routed request skips the browser's cache of 20 seconds. */
async function installClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.route('**/public/settings', (route) => route.continue());
}

/** Lets an open page read the settings again until they have arrived. */
async function untilPageFollows(page: Page, follows: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(settingsPollMs.otherwise);
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
    await reason(reader).fill('Snowstorm');
    await save(reader);
    await reader.getByRole('link', { name: 'Sign in again to continue' }).click();
    await reader.getByRole('button', { name: 'Dana Director' }).click();
  });
  await test.step('the day and the reason are still there, and she saves them', async () => {
    await expect(reader.getByLabel('Date and time')).toHaveValue('2034-01-15T23:59');
    await expect(reason(reader)).toHaveValue('Snowstorm');
    await save(reader);
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

test('a director saves one setting at a time, confirms risks, and restores a version', async ({
  page,
  cloud,
}) => {
  await page.goto(`/api/staff/sign-in?to=${encodeURIComponent('/staff/settings')}&fresh=yes`);
  await page.getByRole('button', { name: 'Dana Director' }).click();
  await expect(heading(page, 'Settings')).toBeVisible();
  await expectAccessible(page);

  const steps = part(page, 'Next steps');
  const transcript = steps.getByRole('listitem').filter({ hasText: 'Send your official transcript' });

  await test.step('an error is at its field', async () => {
    await edit(page, 'Deadlines');
    await expect(button(page, 'Add deadline')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.getByLabel('Name').fill('Regular decision');
    await page.getByLabel('Date and time').fill('2034-01-15T23:59');
    await page.getByLabel('Minutes of grace').fill('0');
    const days = page.getByLabel('Days before, for emails');
    await days.fill('7, x');
    await reason(page).fill('New season');
    await save(page);
    await expect(days).toHaveAccessibleDescription(/^A whole number/);
    await expectAccessible(page, 'main');
    await button(page, 'Cancel').click();
    await expect(part(page, 'Deadlines')).toContainText('None');
  });

  await test.step('a removed checklist item must be confirmed', async () => {
    await edit(page, 'Next steps');
    await page.getByRole('button', { name: 'Remove: Step 1' }).click();
    await expect(button(page, 'Add step')).toBeFocused();
    await reason(page).fill('New season');
    await save(page);
    const risks = steps.getByRole('alert');
    await expect(risks).toContainText('"Send your official transcript" is no longer on the checklist');
    await expectAccessible(page, 'main');
    await risks.getByRole('checkbox', { name: 'Save anyway' }).check();
    await save(page);
    await expect(steps.getByRole('heading', { name: 'Next steps' })).toBeFocused();
    await expect(transcript).toHaveCount(0);
  });

  await test.step('if someone else saved in the meantime, the form asks for a reload', async () => {
    await edit(page, 'Help');
    await publish(cloud, { set: { help: ['Another text.'] } });
    await part(page, 'Help').getByLabel('Text').fill('Call the office.');
    await reason(page).fill('New number');
    await save(page);
    await expect(part(page, 'Help').getByRole('alert')).toContainText('Someone else saved settings');
    await button(page, 'Reload').click();
    await expect(part(page, 'Help').getByRole('heading', { name: 'Help' })).toBeFocused();
    await expect(part(page, 'Help')).toContainText('Another text.');
  });

  await test.step('the history says what changed and why, and restores a version', async () => {
    const history = part(page, 'History');
    await expect(history.getByRole('listitem').filter({ hasText: 'New season' })).toContainText(
      'Changed: Next steps',
    );
    await button(page, 'Restore the original settings').click();
    await expect(reason(page)).toHaveValue('Restore the original settings');
    await save(page);
    await expect(history.getByRole('heading', { name: 'History' })).toBeFocused();
    await expect(part(page, 'Help')).toContainText('Tell us which page and question you were on');
    await expect(transcript).toHaveCount(1);
  });
});
