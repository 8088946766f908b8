import { saveAnswers } from './support/answers.ts';
import { becomeApplicant, heading } from './support/applicant.ts';
import { completeAnswers, counts } from './support/fill-page.ts';
import { serviceToken } from './support/service-token.ts';
import { expect, type Page, test } from './support/test.ts';

const review = (page: Page) => page.getByRole('region', { name: 'Review your answers' });

/** Titles, questions and answers in the given part of the page, without the links. */
const linesIn = (page: Page, selector: string) =>
  page
    .locator(`${selector} :is(dt, dd:not(.printed-beside), .printed-section > :is(h3, h4, h5))`)
    .allTextContents();

/** Opens all pages of the review, which an applicant opens one by one. */
async function openPages(page: Page): Promise<void> {
  await expect(review(page).locator('details')).toHaveCount(3);
  for (const each of await review(page).locator('summary').all()) await each.click();
  await expect(review(page).getByRole('definition').nth(0)).toBeVisible();
  await expect(review(page).getByText('Loading...')).toHaveCount(0);
}

async function openFinalSteps(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.goto('/final-steps#felony');
  await expect(heading(page, 'Final Steps')).toBeVisible();
  await openPages(page);
}

test('the review shows the applicant the same lines that staff read', async ({ page, browser, baseURL }) => {
  await becomeApplicant(page);
  await saveAnswers(page, '/api/answer', { answer: completeAnswers });
  for (const [button_id, num_components] of Object.entries(counts))
    await saveAnswers(page, '/api/add-another', { button_id, num_components });
  await openFinalSteps(page);
  await expect(review(page)).toContainText('This is what the admissions office will read.');
  const reviewed = await linesIn(page, '.review');
  const reader = await (await browser.newContext({ baseURL: String(baseURL) })).newPage();
  await reader.goto(`/about?service_token=${await serviceToken(page)}`);
  await expect(heading(reader, 'First-year application')).toBeVisible();
  expect(reviewed).toEqual(await linesIn(reader, '.service-view'));
  expect(reviewed.length).toBeGreaterThan(200);
  expect(reviewed).toContain(completeAnswers.last_name);
});

test('the review links to each question and back and shows the edited answer', async ({ page }) => {
  await becomeApplicant(page);
  await saveAnswers(page, '/api/answer', { answer: { first_name: 'Ada', last_name: 'Lindgren' } });
  await openFinalSteps(page);
  await review(page).getByRole('link', { name: 'Change Last Name' }).first().click();
  await expect(page).toHaveURL(/\/about#last_name$/);
  await expect(page.getByLabel('Last Name').first()).toBeFocused();
  await page.getByLabel('Last Name').first().fill('Byron');
  await page
    .getByRole('navigation', { name: 'Application' })
    .getByRole('link', { name: 'Final Steps' })
    .click();
  await openPages(page);
  await expect(review(page).locator('dd', { hasText: 'Byron' })).toBeVisible();

  await review(page).getByRole('link', { name: 'Change Graduation Date' }).click();
  await expect(page).toHaveURL(/\/education#grad_month$/);
  await expect(page.locator('#grad_month').getByLabel('Month')).toBeFocused();
});

test('the review is collapsed at first, so that the submit button stays near', async ({ page }) => {
  await page.goto('/final-steps');
  await expect(review(page).locator('details')).toHaveCount(3);
  await expect(review(page).getByRole('link')).toHaveCount(0);
});

test('the review updates with answers given on the same page', async ({ page }) => {
  await becomeApplicant(page);
  await openFinalSteps(page);
  const felony = review(page).locator('dl > div').filter({ hasText: 'felony' }).locator('dd').first();
  await expect(felony).toHaveText('[ ] Yes[ ] No');
  await page.locator('#felony').getByLabel('No').check();
  await expect(felony).toHaveText('[ ] Yes[X] No');
  await review(page)
    .getByRole('link', { name: /^Change .*felony/ })
    .click();
  await expect(page.locator('#felony').getByLabel('No')).toBeFocused();
});

test('the review works for anonymous visitors without leading them to sign-up', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('button', { name: 'Account' })).toBeEnabled();
  await page.getByLabel('First Name').first().fill('Ada');
  await page.goto('/final-steps');
  await openPages(page);
  await expect(review(page)).toContainText('Ada');
  await review(page).getByRole('link', { name: 'Change First Name' }).first().click();
  await expect(page).toHaveURL(/\/about#first_name$/);
  await expect(page.getByLabel('First Name').first()).toHaveValue('Ada');
});
