import { savedAnswers } from './support/answers.ts';
import { comeBack } from './support/applicant.ts';
import { expectHeard, recordAnnouncements } from './support/live-regions.ts';
import { expect, type Page, test } from './support/test.ts';

const country = (page: Page) => page.locator('#country-control');
const state = (page: Page) => page.locator('#state-control');
const restore = (page: Page) => page.getByRole('button', { name: 'Restore' });
const bar = (page: Page) => page.locator('.status-line');
const citizenship = (page: Page) => page.locator('#citizenship_type');
const alienNumber = (page: Page) => page.getByLabel('Alien Registration Number');

const inMichigan = {
  country: 'USA',
  country_desc: 'United States',
  state: 'MI',
  state_desc: 'Michigan',
};

const firstName = (page: Page) => page.getByLabel('First Name', { exact: true });

test('cleared answers: a dependent select stays empty when its country returns, until Restore or another answer [CC-12]', async ({
  page,
}) => {
  const announcements = await recordAnnouncements(page);
  await comeBack(page, { answers: inMichigan });
  await test.step('the change is announced and saved', async () => {
    await country(page).selectOption('CAN');
    await expect(state(page)).toHaveValue('');
    await expectHeard(announcements, 'We cleared 1 answer: State/Province.');
    await expect(bar(page).getByText('We cleared 1 answer: State/Province.')).toBeInViewport();
    await expect.poll(() => savedAnswers(page)).toMatchObject({ country: 'CAN', state: '', state_desc: '' });
  });
  await test.step('Restore brings the answer back', async () => {
    await country(page).selectOption('USA');
    await expect(state(page)).toHaveValue('');
    await restore(page).click();
    await expect(state(page)).toHaveValue('MI');
    await expectHeard(announcements, '1 answer restored');
    await expect(restore(page)).toHaveCount(0);
    await expect.poll(() => savedAnswers(page)).toMatchObject(inMichigan);
  });
  await test.step('answering the cleared question withdraws the offer to restore', async () => {
    await country(page).selectOption('CAN');
    await expect(restore(page)).toBeVisible();
    await state(page).selectOption('ON');
    await expect(restore(page)).toHaveCount(0);
    await expect(state(page)).toHaveValue('ON');
  });
  await test.step('leaving the page withdraws the offer to restore', async () => {
    await country(page).selectOption('USA');
    await expect(restore(page)).toBeVisible();
    const steps = page.getByRole('navigation', { name: 'Application' });
    await steps.getByRole('link', { name: 'Academics' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Academics' })).toBeVisible();
    await steps.getByRole('link', { name: 'About You' }).click();
    await expect(country(page)).toHaveValue('USA');
    await country(page).selectOption('CAN');
    await expect(state(page)).toHaveValue('');
    await expect(restore(page)).toHaveCount(0);
  });
});

test('cleared answers: hidden answers stay empty when they show again; Restore undoes one choice after the other and keeps everything typed since [CC-02]', async ({
  page,
}) => {
  await comeBack(page, {
    answers: { ...inMichigan, citizenship_type: '2', alien_registration_number: 'A123' },
  });
  const citizen = citizenship(page).getByLabel(/U.S. citizen/);
  const resident = citizenship(page).getByLabel(/permanent resident/);
  await test.step('answers that show again stay empty until Restore', async () => {
    await citizen.check();
    await expect(alienNumber(page)).toHaveCount(0);
    await expect(bar(page).getByText('We cleared 1 answer: Alien Registration Number.')).toBeInViewport();
    await expect.poll(() => savedAnswers(page)).toMatchObject({ alien_registration_number: '' });
    await resident.check();
    await expect(alienNumber(page)).toHaveValue('');
    await restore(page).click();
    await expect(alienNumber(page)).toHaveValue('A123');
    await expect.poll(() => savedAnswers(page)).toMatchObject({ alien_registration_number: 'A123' });
  });
  await test.step('Restore undoes the choice that hid them and keeps everything typed since', async () => {
    await firstName(page).fill('Ad');
    await citizen.check();
    await firstName(page).fill('Ada');
    await firstName(page).blur();
    await restore(page).press('Enter');
    await expect(alienNumber(page)).toHaveValue('A123');
    await expect(resident).toBeFocused();
    await expect(resident).toBeChecked();
    await expect(firstName(page)).toHaveValue('Ada');
    await expect(bar(page).getByText(/cleared/)).toHaveCount(0);
  });
  await test.step('Restore brings back earlier removals one after the other', async () => {
    await citizen.check();
    await country(page).selectOption('FRA');
    await expect(bar(page).getByText('We cleared 1 answer: State/Province.')).toBeInViewport();
    await restore(page).click();
    await expect(state(page)).toHaveValue('MI');
    await country(page).blur();
    await firstName(page).fill('Augusta');
    await firstName(page).blur();
    await expect(bar(page).getByText('We cleared 1 answer: Alien Registration Number.')).toBeInViewport();
    await restore(page).click();
    await expect(alienNumber(page)).toHaveValue('A123');
    await expect(state(page)).toHaveValue('MI');
  });
});

test('cleared answers: the bar leaves by itself three answers later, or closes for good and keeps the place of the keyboard', async ({
  page,
}) => {
  await comeBack(page, {
    answers: { ...inMichigan, citizenship_type: '2', alien_registration_number: 'A123' },
  });
  await test.step('three answers later', async () => {
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
  await test.step('closed, with two offers in it', async () => {
    await country(page).selectOption('USA');
    await state(page).selectOption('MI');
    await citizenship(page)
      .getByLabel(/U.S. citizen/)
      .check();
    await country(page).selectOption('FRA');
    // On a phone the button has one line.
    await page.setViewportSize({ width: 390, height: 844 });
    const lines = await restore(page).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    await page.getByRole('button', { name: 'Close this message' }).press('Enter');
    await expect(bar(page)).toHaveText('');
    await expect(bar(page)).toBeFocused();
    await firstName(page).fill('Augusta');
    await firstName(page).blur();
    await expect(restore(page)).toHaveCount(0);
  });
});
