import { comeBack, heading } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { readNext, spoken, startScreenReader } from './support/screen-reader.ts';
import { expect, type Page, test } from './support/test.ts';

/** Expects the phrases in this order, with any others between them. */
function expectInOrder(log: readonly string[], phrases: readonly string[]): void {
  let from = 0;
  for (const phrase of phrases) {
    const position = log.indexOf(phrase, from);
    expect(position, `${phrase} in ${JSON.stringify(log.slice(from))}`).toBeGreaterThanOrEqual(0);
    from = position + 1;
  }
}

test('a screen reader reads the page from landmarks to questions, each with name, role and state', async ({
  page,
}) => {
  await page.goto('/about');
  await expect(heading(page, 'About You')).toBeVisible();
  await startScreenReader(page);
  await readNext(page, 90);
  expectInOrder(await spoken(page), [
    'banner',
    'link, Skip to the main content',
    'navigation, Application',
    'link, About You, current page',
    'main',
    'heading, About You, level 1',
    'heading, Personal information, level 2',
    'textbox, First Name, required',
    'textbox, Last Name, required',
  ]);
});

test('a screen reader announces the error of a field immediately and only once', async ({ page }) => {
  await comeBack(page, { answers: { ...completeAnswers, first_name: '' } });
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('heading', { name: "We're missing some information!" })).toBeFocused();
  const city = page.locator('#city-control');
  await city.focus();
  await startScreenReader(page);
  await city.fill('');
  await city.blur();
  const about = async () => (await spoken(page)).filter((phrase) => phrase.startsWith('assertive: '));
  await expect.poll(about).toEqual(['assertive: Please complete: City']);
  await page.locator('#zip-control').focus();
  await page.locator('#zip-control').blur();
  expect(await about()).toEqual(['assertive: Please complete: City']);
});

test('a screen reader politely announces the answers that a choice cleared', async ({ page }) => {
  await comeBack(page, { answers: { citizenship_type: '2', alien_registration_number: 'A123' } });
  await startScreenReader(page);
  await page
    .locator('#citizenship_type')
    .getByLabel(/U.S. citizen/)
    .check();
  await expect.poll(() => spoken(page)).toContain('polite: 1 answer removed: Alien Registration Number');
});

const assertive = async (page: Page) => (await spoken(page)).filter((phrase) => /^assertive: ./.test(phrase));

test('a screen reader announces errors that appear together in one message', async ({ page }) => {
  await comeBack(page, {
    answers: {
      ...completeAnswers,
      country: 'FRA',
      country_desc: 'France',
      state: '',
      zip: '',
      first_name: '',
    },
  });
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('heading', { name: "We're missing some information!" })).toBeFocused();
  await startScreenReader(page);
  await page.locator('#country-control').selectOption('USA');
  await expect(page.locator('#state').getByRole('alert')).toHaveText('Please complete: State/Province');
  await expect(page.locator('#zip').getByRole('alert')).toContainText('at least 5 characters');
  await expect
    .poll(() => assertive(page))
    .toEqual(['assertive: Please complete: State/Province. ZIP/Postal Code must be at least 5 characters.']);
  await page.locator('#state-control').selectOption('MI');
  await page.locator('#state-control').selectOption('');
  await expect
    .poll(async () => (await assertive(page)).at(-1))
    .toBe('assertive: Please complete: State/Province');
  expect(await assertive(page)).toHaveLength(2);
});

test('a screen reader announces a blocking notice when it appears, in a live region that was there before [VL-60]', async ({
  page,
}) => {
  await comeBack(page, { answers: { citizenship_type: '1' } });
  await startScreenReader(page);
  const citizenship = page.locator('#citizenship_type');
  await citizenship.getByLabel(/Citizen of another country/).check();
  const notice = 'Please apply with the International Undergraduate Application.';
  await expect(page.locator('#ntl_apply_alert')).toContainText(notice);
  await expect(page.getByRole('alert').filter({ hasText: notice })).toHaveCount(1);
  await expect.poll(() => assertive(page)).toEqual([`assertive: ${notice}`]);
  // The notice is announced once, and again when it appears again.
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.getByLabel('First Name', { exact: true }).blur();
  expect(await assertive(page)).toHaveLength(1);
  await citizenship.getByLabel(/U.S. citizen/).check();
  await citizenship.getByLabel(/Citizen of another country/).check();
  await expect.poll(() => assertive(page)).toHaveLength(2);
});

test('a screen reader announces the characters left at a pause in typing, only near the limit [IN-08]', async ({
  page,
}) => {
  await comeBack(page, { path: '/final-steps', answers: { felony: 'Y', felony_comment: 'a'.repeat(6_200) } });
  const comment = page.locator('textarea').first();
  await expect(comment).toHaveValue(/a{6200}/);
  await startScreenReader(page);
  const announced = async () => (await spoken(page)).filter((phrase) => /characters? left/.test(phrase));
  await comment.focus();
  await page.keyboard.press('End');
  // The clock is paused, so that a slow machine does not count as a pause in typing.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.keyboard.insertText('b'.repeat(90));
  await page.clock.runFor(1_500);
  expect(await announced()).toEqual([]);
  await page.keyboard.insertText('b'.repeat(20));
  for (const letter of 'cdefg') await page.keyboard.type(letter);
  // The pause begins once the page has rendered the letters, which may take a while.
  const announcedAfterPause = async () => {
    await page.clock.runFor(1_500);
    return announced();
  };
  await expect.poll(announcedAfterPause).toEqual(['polite: 685 characters left']);
  await page.keyboard.insertText('d'.repeat(700));
  await expect.poll(announcedAfterPause).toContain('polite: 0 characters left');
});

test('a screen reader announces that the submission is in progress', async ({ page }) => {
  await comeBack(page, { answers: completeAnswers, path: '/final-steps' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/submit', async (route) => {
    await held;
    await route.continue();
  });
  await startScreenReader(page);
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await submit.click();
  await expect(page.getByRole('status').getByText('Submitting...')).toBeVisible();
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => spoken(page)).toContain('polite: Submitting...');
  release();
  await expect(heading(page, 'Your application is in')).toBeVisible();
});
