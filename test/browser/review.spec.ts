import { saveAnswers, savedAnswers } from './support/answers.ts';
import { button, comeBack } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { expect, type Page, test } from './support/test.ts';

const review = (page: Page) => page.getByRole('region', { name: 'Review your answers' });

const line = (page: Page, label: string) =>
  review(page)
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) });

async function expectOpen(page: Page): Promise<void> {
  await expect(review(page).locator('details[open]')).toHaveCount(3);
  await expect(review(page).getByRole('definition').nth(0)).toBeVisible();
  await expect(review(page).getByText('Loading...')).toHaveCount(0);
}

test('the review says the chosen answers in plain words, updates with them, and links to each question and back', async ({
  page,
}) => {
  const answers = { race_asian: true, race_white: true, legal_agree: true };
  await comeBack(page, {
    path: '/final-steps',
    answers: { ...answers, first_name: 'Ada', last_name: 'Lindgren' },
  });
  await expectOpen(page);
  await test.step('the chosen answers', async () => {
    await expect(line(page, 'How do you identify? Choose one or more.')).toContainText('Asian, White');
    const agreement = 'I certify that all of my answers are complete and accurate.';
    await expect(line(page, agreement).locator('dd').first()).toHaveText('Yes');
    const texts = review(page).locator('dl > div').filter({ hasText: 'Send me text messages' });
    await expect(texts.locator('dd').first()).toHaveText('No');
    await expect(review(page)).not.toContainText('[X]');
  });
  await test.step('an answer given on the same page', async () => {
    const felony = line(page, 'Have you ever been convicted of a felony?').locator('dd').first();
    await expect(felony).toHaveText('Required: not answered yet');
    await page.locator('#felony').getByLabel('No').check();
    await expect(felony).toHaveText('No');
    await review(page)
      .getByRole('link', { name: /^Change .*felony\?/ })
      .click();
    await expect(page.locator('#felony').getByLabel('No')).toBeFocused();
  });
  await test.step('a link to a question of another page, and back', async () => {
    await review(page).getByRole('link', { name: 'Change Last Name' }).first().click();
    await expect(page).toHaveURL(/\/about#last_name$/);
    await expect(page.getByLabel('Last Name').first()).toBeFocused();
    await page.getByLabel('Last Name').first().fill('Byron');
    await page
      .getByRole('navigation', { name: 'Application' })
      .getByRole('link', { name: 'Final Steps' })
      .click();
    await expectOpen(page);
    await expect(review(page).locator('dd', { hasText: 'Byron' })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the review opens only pages with an error; Back and a button on the page return to the Change link that opened it', async ({
    page,
  }) => {
    await comeBack(page, {
      path: '/final-steps',
      answers: { ...completeAnswers, legal_agree: false, preferred_name: '', last_name: '' },
    });
    const aboutYou = review(page).locator('details').first();
    const change = (label: string) => aboutYou.getByRole('link', { name: `Change ${label}`, exact: true });
    await expect(review(page).locator('details[open] > summary > h3')).toHaveText(['About You']);
    await expect(aboutYou.locator('summary').first()).toHaveText(/^About You\d+ answers · 1 to fix$/);
    await test.step('Back', async () => {
      await change('Cell Phone').click();
      await expect(page.locator('#phone_mobile input')).toBeFocused();
      await page.goBack();
      await expect(page).toHaveURL(/\/final-steps$/);
      await expect(change('Cell Phone')).toBeFocused();
      await expect(change('Cell Phone')).toBeInViewport();
    });
    await test.step('the button saves and returns, to a question among those left blank too', async () => {
      await aboutYou.locator('.review-blank summary').click();
      await change('Preferred Name').click();
      await page.getByLabel('Preferred Name').fill('Addie');
      await button(page, 'Back to review').click();
      await expect(change('Preferred Name')).toBeFocused();
      await expect(line(page, 'Preferred Name')).toContainText('Addie');
      await expect(button(page, 'Back to review')).toHaveCount(0);
      await expect.poll(async () => (await savedAnswers(page)).preferred_name).toBe('Addie');
    });
  });
});

test('the review marks required answers, and the count next to Submit falls to zero', async ({ page }) => {
  await comeBack(page, {
    path: '/final-steps',
    answers: { ...completeAnswers, legal_agree: false, first_name: '', middle_name: '', sat_score_math: '5' },
  });
  await expectOpen(page);
  const required = 'Required: not answered yet';
  await expect(line(page, 'First Name').first()).toContainText(required);
  await expect(line(page, 'Middle Name').locator('dd').first()).toHaveText('Not answered');
  await expect(line(page, 'SAT Math')).toContainText(/5\s*SAT/);
  await expect(page.getByText('3 answers need your attention.')).toBeVisible();
  await expect(button(page, 'Submit')).toHaveAccessibleDescription(/^3 answers/);
  await page.getByLabel(/^I certify that all of my answers/).check();
  await expect(page.getByText('2 answers need your attention.')).toBeVisible();
  await saveAnswers(page, '/api/answer', { answer: { first_name: 'Ada', sat_score_math: '700' } });
  await page.reload();
  await expect(page.getByText('All required questions are answered.')).toBeVisible();
  await expect(review(page).getByText(required)).toHaveCount(0);
});

test('a Change link of the review leads an anonymous visitor with answers to sign-up, which keeps them', async ({
  page,
}) => {
  await page.goto('/about');
  await expect(page.getByRole('button', { name: 'Account' })).toBeEnabled();
  await page.getByLabel('First Name').first().fill('Ada');
  await page.getByLabel('First Name').first().blur();
  await expect(page.getByText('1 of 10 answered').first()).toBeVisible();
  // A reload keeps the answers of this tab; the steps would lead to sign-up.
  await page.goto('/final-steps');
  await expectOpen(page);
  await expect(review(page)).toContainText('Ada');
  await review(page).getByRole('link', { name: 'Change First Name' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible();
  await page.goto('/about');
  await expect(page.getByLabel('First Name').first()).toHaveValue('Ada');
});
