import { saveAnswers, savedAnswers } from './support/answers.ts';
import { button, comeBack } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { holdRoute } from './support/routes.ts';
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
  await test.step('a link to a question with two fields', async () => {
    await review(page).getByRole('link', { name: 'Change Graduation Date' }).click();
    await expect(page).toHaveURL(/\/education#grad_month$/);
    await expect(page.locator('#grad_month').getByLabel('Month')).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('Back and a button on the page return to the Change link that opened it', async ({ page }) => {
    await comeBack(page, { path: '/final-steps', answers: { ...completeAnswers, preferred_name: '' } });
    const aboutYou = review(page).locator('details').first();
    const change = (label: string) => aboutYou.getByRole('link', { name: `Change ${label}`, exact: true });
    await aboutYou.locator('summary').first().click();
    await test.step('Back', async () => {
      await change('Cell Phone').click();
      await expect(page.locator('#phone_mobile input')).toBeFocused();
      await page.goBack();
      await expect(page).toHaveURL(/\/final-steps$/);
      await expect(change('Cell Phone')).toBeFocused();
      await expect(change('Cell Phone')).toBeInViewport();
    });
    await test.step('a closed page of the review opens without moving the focus', async () => {
      const summary = aboutYou.locator('summary').first();
      await summary.click();
      await expect(change('Cell Phone')).toHaveCount(0);
      await summary.click();
      await expect(change('Cell Phone')).toBeVisible();
      await expect(change('Cell Phone')).not.toBeFocused();
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
    await test.step('a question of the same page', async () => {
      const finalSteps = review(page).locator('details').filter({ hasText: 'Final Steps' });
      await finalSteps.locator('summary').first().click();
      await finalSteps.getByRole('link', { name: /^Change .*felony\?/ }).click();
      await expect(page.locator('#felony input:checked')).toBeFocused();
      await page.goBack();
      await expect(finalSteps.getByRole('link', { name: /^Change .*felony\?/ })).toBeFocused();
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

test('Submit cannot be pressed before the review that moves it shows, and does not wait long for one that cannot be loaded', async ({
  page,
}) => {
  const script = /\/assets\/reviewed-page-[^/]*\.js$/;
  const load = await holdRoute(page, script);
  await comeBack(page, { path: '/final-steps', answers: { first_name: 'Ada' } });
  await expect(review(page).getByText('Loading...')).toHaveCount(3);
  await expect(button(page, 'Submit')).toHaveCSS('pointer-events', 'none');
  load();
  await expect(button(page, 'Submit')).toHaveCSS('pointer-events', 'auto');
  await expect(review(page).getByRole('link', { name: 'Change First Name' }).first()).toBeVisible();
  await page.unroute(script);
  await page.route(script, (route) => route.abort());
  await page.reload();
  await expect(button(page, 'Submit')).toHaveCSS('pointer-events', 'auto');
  await expect(review(page).getByText('Loading...')).toHaveCount(3);
});

test('on a phone, the review opens only pages with an error, says what the closed ones contain, and puts optional questions left blank into one line that opens', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await comeBack(page, {
    answers: { ...completeAnswers, legal_agree: false, middle_name: '', last_name: '' },
    path: '/final-steps',
  });
  await expect(review(page).locator('details[open] > summary > h3')).toHaveText(['About You']);
  await expect(review(page).locator('summary').first()).toHaveText(/^About You\d+ answers · 1 to fix$/);
  await expect(review(page).locator(':scope > details > summary').last()).toHaveText(
    /^Final Steps\d+ answersCheck$/,
  );
  await expect(line(page, 'Last Name').first()).toContainText('Required: not answered yet');
  await expect(line(page, 'Middle Name')).toBeHidden();
  await review(page)
    .getByText(/^\d+ optional questions? left blank$/)
    .click();
  await expect(line(page, 'Middle Name')).toContainText('Not answered');
  await line(page, 'Middle Name').getByRole('link', { name: 'Change Middle Name' }).click();
  await expect(page.locator('#middle_name-control')).toBeFocused();
});

test('the review of an application without answers is closed', async ({ page }) => {
  await page.goto('/final-steps');
  await expect(button(page, 'Submit')).toHaveCSS('pointer-events', 'auto');
  await expect(review(page).locator('details')).toHaveCount(3);
  await expect(review(page).locator('details[open]')).toHaveCount(0);
});

test('on Final Steps, agreements follow the review, and Submit says that it is final and where the receipt goes', async ({
  page,
}) => {
  const { email } = await comeBack(page, { path: '/final-steps' });
  const parts = [
    review(page),
    page.getByRole('region', { name: 'Agreements' }),
    page.getByText(`You can't change your answers after you submit. We'll email you a receipt at ${email}.`),
    button(page, 'Submit'),
    button(page, 'Make a PDF copy'),
  ];
  const tops: number[] = [];
  for (const part of parts) tops.push((await part.boundingBox())?.y ?? 0);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
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
