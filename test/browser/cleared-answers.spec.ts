import { comeBack } from './support/applicant.ts';
import { spoken, startScreenReader } from './support/screen-reader.ts';
import { expect, type Page, test } from './support/test.ts';

const country = (page: Page) => page.locator('#country-control');
const state = (page: Page) => page.locator('#state-control');
const restore = (page: Page) => page.getByRole('button', { name: 'Restore' });
const citizenship = (page: Page) => page.locator('#citizenship_type');
const alienNumber = (page: Page) => page.getByLabel('Alien Registration Number');
const saved = async (page: Page) => (await (await page.request.get('/api/profile')).json()).answer;

const inMichigan = {
  country: 'USA',
  country_desc: 'United States',
  state: 'MI',
  state_desc: 'Michigan',
};

test('cleared answers: a dependent select stays empty when its country returns, until Restore [CC-12]', async ({
  page,
}) => {
  await comeBack(page, { answers: inMichigan });
  await startScreenReader(page);
  await country(page).selectOption('CAN');
  await expect(state(page)).toHaveValue('');
  await expect.poll(() => spoken(page)).toContain('polite: 1 answer removed: State/Province');
  await expect(page.getByText('1 answer removed: State/Province')).toBeInViewport();
  await expect.poll(() => saved(page)).toMatchObject({ country: 'CAN', state: '', state_desc: '' });

  await country(page).selectOption('USA');
  await expect(state(page)).toHaveValue('');
  await restore(page).click();
  await expect(state(page)).toHaveValue('MI');
  await expect.poll(() => spoken(page)).toContain('polite: 1 answer restored');
  await expect(restore(page)).toHaveCount(0);
  await expect.poll(() => saved(page)).toMatchObject(inMichigan);
});

test('cleared answers: hidden answers stay empty when they show again, until Restore [CC-02]', async ({
  page,
}) => {
  await comeBack(page, { answers: { citizenship_type: '2', alien_registration_number: 'A123' } });
  await citizenship(page)
    .getByLabel(/U.S. citizen/)
    .check();
  await expect(page.getByText('1 answer removed: Alien Registration Number')).toBeInViewport();
  await expect.poll(() => saved(page)).toMatchObject({ alien_registration_number: '' });
  await citizenship(page)
    .getByLabel(/permanent resident/)
    .check();
  await expect(alienNumber(page)).toHaveValue('');
  await restore(page).click();
  await expect(alienNumber(page)).toHaveValue('A123');
  await expect.poll(() => saved(page)).toMatchObject({ alien_registration_number: 'A123' });
});

test('cleared answers: Restore undoes the choice that hid them and keeps everything typed since', async ({
  page,
}) => {
  await comeBack(page, { answers: { citizenship_type: '2', alien_registration_number: 'A123' } });
  const name = page.getByLabel('First Name', { exact: true });
  await name.fill('Ad');
  await citizenship(page)
    .getByLabel(/U.S. citizen/)
    .check();
  await name.fill('Ada');
  await name.blur();
  await restore(page).press('Enter');
  await expect(alienNumber(page)).toHaveValue('A123');
  await expect(citizenship(page).getByLabel(/permanent resident/)).toBeFocused();
  await expect(citizenship(page).getByLabel(/permanent resident/)).toBeChecked();
  await expect(name).toHaveValue('Ada');
  await expect(page.getByText(/removed/)).toHaveCount(0);
});

test('cleared answers: Restore brings back earlier removals one after the other', async ({ page }) => {
  await comeBack(page, {
    answers: { ...inMichigan, citizenship_type: '2', alien_registration_number: 'A123' },
  });
  await citizenship(page)
    .getByLabel(/U.S. citizen/)
    .check();
  await country(page).selectOption('FRA');
  await expect(page.getByText('1 answer removed: State/Province')).toBeInViewport();
  await restore(page).click();
  await expect(state(page)).toHaveValue('MI');
  await country(page).blur();
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.getByLabel('First Name', { exact: true }).blur();
  await expect(page.getByText('1 answer removed: Alien Registration Number')).toBeInViewport();
  await restore(page).click();
  await expect(alienNumber(page)).toHaveValue('A123');
  await expect(state(page)).toHaveValue('MI');
});

test('cleared answers: typing a cleared answer again withdraws the offer to restore', async ({ page }) => {
  await comeBack(page, { answers: inMichigan });
  await country(page).selectOption('CAN');
  await expect(restore(page)).toBeVisible();
  await state(page).selectOption('ON');
  await expect(restore(page)).toHaveCount(0);
  await expect(state(page)).toHaveValue('ON');
});

test('cleared answers: leaving the page withdraws the offer to restore', async ({ page }) => {
  await comeBack(page, { answers: inMichigan });
  await country(page).selectOption('CAN');
  await expect(restore(page)).toBeVisible();
  const steps = page.getByRole('navigation', { name: 'Application' });
  await steps.getByRole('link', { name: 'Academics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Academics' })).toBeVisible();
  await steps.getByRole('link', { name: 'About You' }).click();
  await expect(country(page)).toHaveValue('CAN');
  await country(page).selectOption('USA');
  await expect(state(page)).toHaveValue('');
  await expect(restore(page)).toHaveCount(0);
});

test('answers that a text field hides while it is empty return with the text', async ({ page }) => {
  await comeBack(page, {
    answers: { legacy_ind: 'Y', legacy_first_name: 'Karin', legacy_relationship: '' },
  });
  await page.locator('#legacy_ind').getByLabel('No', { exact: true }).check();
  await expect(page.getByText(/removed: First Name/)).toBeInViewport();
  await page.locator('#legacy_ind').getByLabel('Yes', { exact: true }).check();
  const first = page.locator('#legacy_first_name-control');
  await expect(first).toHaveValue('');
  await restore(page).click();
  await expect(first).toHaveValue('Karin');
});
