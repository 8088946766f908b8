import { comeBack } from './support/applicant.ts';
import { spoken, startScreenReader } from './support/screen-reader.ts';
import { expect, type Page, test } from './support/test.ts';

const country = (page: Page) => page.locator('#country-control');
const state = (page: Page) => page.locator('#state-control');
const restore = (page: Page) => page.getByRole('button', { name: 'Restore' });
const bar = (page: Page) => page.locator('.status-line');
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
  await expect
    .poll(() => spoken(page))
    .toContainEqual(expect.stringMatching(/^polite: We cleared 1 answer: State\/Province\./));
  await expect(bar(page).getByText('We cleared 1 answer: State/Province.')).toBeInViewport();
  await expect.poll(() => saved(page)).toMatchObject({ country: 'CAN', state: '', state_desc: '' });

  await country(page).selectOption('USA');
  await expect(state(page)).toHaveValue('');
  await restore(page).click();
  await expect(state(page)).toHaveValue('MI');
  await expect.poll(() => spoken(page)).toContainEqual(expect.stringMatching(/^polite: .*1 answer restored/));
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
  await expect(bar(page).getByText('We cleared 1 answer: Alien Registration Number.')).toBeInViewport();
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
  await expect(bar(page).getByText(/cleared/)).toHaveCount(0);
});

test('cleared answers: Restore brings back earlier removals one after the other', async ({ page }) => {
  await comeBack(page, {
    answers: { ...inMichigan, citizenship_type: '2', alien_registration_number: 'A123' },
  });
  await citizenship(page)
    .getByLabel(/U.S. citizen/)
    .check();
  await country(page).selectOption('FRA');
  await expect(bar(page).getByText('We cleared 1 answer: State/Province.')).toBeInViewport();
  await restore(page).click();
  await expect(state(page)).toHaveValue('MI');
  await country(page).blur();
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.getByLabel('First Name', { exact: true }).blur();
  await expect(bar(page).getByText('We cleared 1 answer: Alien Registration Number.')).toBeInViewport();
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
  await expect(bar(page).getByText('We cleared 1 answer: Alumna/us 1: First Name.')).toBeInViewport();
  await page.locator('#legacy_ind').getByLabel('Yes', { exact: true }).check();
  const first = page.locator('#legacy_first_name-control');
  await expect(first).toHaveValue('');
  await restore(page).click();
  await expect(first).toHaveValue('Karin');
});

test('cleared answers: several in one block are named by the block', async ({ page }) => {
  const relative = { first_name: 'Karin', last_name: 'Holm', relationship: 'P' };
  await comeBack(page, {
    answers: {
      legacy_ind: 'Y',
      ...Object.fromEntries(Object.entries(relative).map(([key, value]) => [`legacy_${key}`, value])),
    },
  });
  await page.locator('#legacy_ind').getByLabel('No', { exact: true }).check();
  await expect(bar(page).getByText('We cleared 3 answers in Alumna/us 1.')).toBeInViewport();
});

test('cleared answers: the bar leaves by itself three answers later', async ({ page }) => {
  await comeBack(page, { answers: inMichigan });
  await country(page).selectOption('FRA');
  for (const key of ['first_name', 'middle_name']) {
    await page.locator(`#${key}-control`).fill('Ada');
    await page.locator(`#${key}-control`).blur();
    await expect(restore(page)).toBeVisible();
  }
  await page.locator('#last_name-control').fill('Lindgren');
  await page.locator('#last_name-control').blur();
  await expect(restore(page)).toHaveCount(0);
  await expect(bar(page)).toHaveText('');
});

test('cleared answers: the bar closes for good, and keeps the place of the keyboard', async ({ page }) => {
  await comeBack(page, {
    answers: { ...inMichigan, citizenship_type: '2', alien_registration_number: 'A123' },
  });
  await citizenship(page)
    .getByLabel(/U.S. citizen/)
    .check();
  await country(page).selectOption('FRA');
  await page.getByRole('button', { name: 'Close this message' }).press('Enter');
  await expect(bar(page)).toHaveText('');
  await expect(bar(page)).toBeFocused();
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.getByLabel('First Name', { exact: true }).blur();
  await expect(restore(page)).toHaveCount(0);
});

test('cleared answers: on a phone the Restore button keeps its word on one line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await comeBack(page, {
    answers: { legacy_ind: 'Y', legacy_first_name: 'Karin', legacy_relationship: 'P' },
  });
  await page.locator('#legacy_ind').getByLabel('No', { exact: true }).check();
  await expect(bar(page)).toContainText('We cleared 2 answers in Alumna/us 1.');
  const lines = await restore(page).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});
