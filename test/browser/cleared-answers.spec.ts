import { savedAnswers } from './support/answers.ts';
import { comeBack } from './support/applicant.ts';
import { expectHeard, recordAnnouncements } from './support/live-regions.ts';
import { expect, type Page, test } from './support/test.ts';

const country = (page: Page) => page.locator('#country-control');
const state = (page: Page) => page.locator('#state-control');
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
const citizenship = (page: Page) => page.locator('#citizenship_type');
const alienNumber = (page: Page) => page.getByLabel('Alien Registration Number');
const firstName = (page: Page) => page.getByLabel('First Name', { exact: true });

const inMichigan = {
  country: 'USA',
  country_desc: 'United States',
  state: 'MI',
  state_desc: 'Michigan',
};
const residentInMichigan = { ...inMichigan, citizenship_type: '2', alien_registration_number: 'A123' };

test('a dependent select is cleared with its country, without an offer to undo that [CC-12, CC-13]', async ({
  page,
}) => {
  await comeBack(page, { answers: inMichigan });
  await country(page).selectOption('CAN');
  await expect(state(page)).toHaveValue('');
  await expect(undo(page)).toHaveCount(0);
  await expect.poll(() => savedAnswers(page)).toMatchObject({ country: 'CAN', state: '', state_desc: '' });
  await country(page).selectOption('USA');
  await expect(state(page)).toHaveValue('');
});

test('hidden answers stay empty when they show again; Undo under the question brings back its choice and them, and keeps everything typed before [CC-02]', async ({
  page,
}) => {
  const announcements = await recordAnnouncements(page);
  await comeBack(page, { answers: residentInMichigan });
  const citizen = citizenship(page).getByLabel(/U.S. citizen/);
  const resident = citizenship(page).getByLabel(/permanent resident/);
  const text = 'We cleared 1 answer: Alien Registration Number.';
  await test.step('Undo selects the earlier choice again', async () => {
    await firstName(page).fill('Ada');
    await citizen.check();
    await expect(alienNumber(page)).toHaveCount(0);
    await expect(citizenship(page).getByText(text)).toBeInViewport();
    await expectHeard(announcements, text);
    await expect.poll(() => savedAnswers(page)).toMatchObject({ alien_registration_number: '' });
    await undo(page).press('Enter');
    await expect(alienNumber(page)).toHaveValue('A123');
    await expect(resident).toBeChecked();
    await expect(resident).toBeFocused();
    await expect(firstName(page)).toHaveValue('Ada');
    await expect(undo(page)).toHaveCount(0);
    await expect
      .poll(() => savedAnswers(page))
      .toMatchObject({ citizenship_type: '2', alien_registration_number: 'A123', first_name: 'Ada' });
  });
  await test.step('the next change ends the offer', async () => {
    await citizen.check();
    await expect(undo(page)).toBeVisible();
    await firstName(page).fill('Augusta');
    await firstName(page).blur();
    await expect(undo(page)).toHaveCount(0);
    await resident.check();
    await expect(alienNumber(page)).toHaveValue('');
  });
  await test.step('leaving the page ends the offer', async () => {
    await alienNumber(page).fill('A123');
    await citizen.check();
    await expect(undo(page)).toBeVisible();
    const steps = page.getByRole('navigation', { name: 'Application' });
    for (const name of ['Academics', 'About You']) {
      await steps.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
    await expect(undo(page)).toHaveCount(0);
  });
});
