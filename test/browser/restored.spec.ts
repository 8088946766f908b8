import { comeBack } from './support/applicant.ts';
import { listen, spoken } from './support/screen-reader.ts';
import { expect, type Page, test } from './support/test.ts';

const country = (page: Page) => page.locator('#country-control');
const state = (page: Page) => page.locator('#state-control');
const removed = (page: Page) => page.getByText(/answers? removed$/);

test('a select that another one empties says so, and is given back with it [CC-12]', async ({ page }) => {
  await comeBack(page, {
    answers: {
      country: 'USA',
      country_desc: 'United States of America',
      state: 'MI',
      state_desc: 'Michigan',
    },
  });
  await listen(page);
  await country(page).selectOption('CAN');
  await expect(state(page)).toHaveValue('');
  await expect.poll(() => spoken(page)).toContain('polite: 1 answer removed');
  await expect(removed(page)).toBeInViewport();
  await state(page).selectOption('ON');
  await country(page).selectOption('USA');
  await expect(state(page)).toHaveValue('MI');
  await expect.poll(() => spoken(page)).toContain('polite: 1 answer restored');
  // A country without states hides the question; its own state comes back all the same.
  await country(page).selectOption('FRA');
  await expect(state(page)).toHaveCount(0);
  await country(page).selectOption('CAN');
  await expect(state(page)).toHaveValue('ON');
  await country(page).selectOption('USA');
  await expect(state(page)).toHaveValue('MI');
  const saved = async () => (await (await page.request.get('/api/profile')).json()).answer;
  await expect.poll(saved).toMatchObject({ state: 'MI', state_desc: 'Michigan' });
});

test('what a choice removed can be undone in the line that says so', async ({ page }) => {
  await comeBack(page, { answers: { citizenship_type: '2', alien_registration_number: 'A123' } });
  await page
    .locator('#citizenship_type')
    .getByLabel(/U.S. citizen/)
    .check();
  await expect(removed(page)).toBeInViewport();
  // Typing elsewhere does not take the way back away.
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.getByLabel('First Name', { exact: true }).blur();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByLabel('Alien Registration Number')).toHaveValue('A123');
  await expect(page.locator('#citizenship_type').getByLabel(/permanent resident/)).toBeFocused();
  await expect(removed(page)).toHaveCount(0);
});
