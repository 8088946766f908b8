import { button, comeBack, heading } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { recordAnnouncements } from './support/live-regions.ts';
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

const assertive = async (page: Page) => (await spoken(page)).filter((phrase) => /^assertive: ./.test(phrase));

test('errors that appear together are announced in one message, and that of one field immediately and only once', async ({
  page,
}) => {
  const announcements = await recordAnnouncements(page);
  const errors = () => announcements.filter((phrase) => phrase.startsWith('assertive: '));
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
  await page.locator('#country-control').selectOption('USA');
  await expect(page.locator('#state').getByRole('alert')).toHaveText('Please complete: State/Province');
  await expect(page.locator('#zip').getByRole('alert')).toContainText('at least 5 characters');
  await expect
    .poll(errors)
    .toEqual(['assertive: Please complete: State/Province. ZIP/Postal Code must be at least 5 characters.']);
  await page.locator('#state-control').selectOption('MI');
  await page.locator('#state-control').selectOption('');
  await expect.poll(() => errors().at(-1)).toBe('assertive: Please complete: State/Province');
  expect(errors()).toHaveLength(2);
});

test('after a failed Submit and on each page after it, no field announces its error', async ({ page }) => {
  await comeBack(page, {
    answers: {
      ...completeAnswers,
      birth_date: '',
      birth_date_typed: '2/31/2008',
      parent_phone: '+46 8 123 4567',
    },
    path: '/final-steps',
  });
  const announcements = await recordAnnouncements(page);
  await page.reload();
  await button(page, 'Submit').click();
  await expect(page.getByRole('region', { name: "We're missing some information!" })).toBeVisible();
  await expect(page.locator('#birth_date').getByRole('alert')).toHaveText('Please enter a real date.');
  for (const step of ['Academics', 'About You']) {
    await page.getByRole('navigation', { name: 'Application' }).getByRole('link', { name: step }).click();
    await expect(heading(page, step)).toBeVisible();
  }
  await expect(page.locator('#parent_phone').getByRole('alert')).toBeVisible();
  expect(announcements.filter((phrase) => phrase.startsWith('assertive'))).toEqual([]);
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
  // The notice is announced again when it appears again.
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
  await expect.poll(announcedAfterPause).toEqual([expect.stringContaining('685 characters left')]);
  // The text leaves the page first. React may otherwise replace it in one step, which the reader overlooks.
  await page.clock.runFor(3_000);
  await page.keyboard.insertText('d'.repeat(700));
  await expect.poll(announcedAfterPause).toContainEqual(expect.stringMatching(/\b0 characters left/));
});
