import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdf } from '../support/samples.ts';
import { becomeApplicant, button, comeBack, heading } from './support/applicant.ts';
import { completeAnswers, fillPage } from './support/fill-page.ts';
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

test('a screen reader announces errors that appear together in one message, and that of one field immediately and only once', async ({
  page,
}) => {
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
  await test.step('one field', async () => {
    const city = page.locator('#city-control');
    await city.fill('');
    await city.blur();
    await expect
      .poll(async () => (await assertive(page)).slice(2))
      .toEqual(['assertive: Please complete: City']);
    await page.locator('#middle_name-control').focus();
    await page.locator('#middle_name-control').blur();
    expect(await assertive(page)).toHaveLength(3);
  });
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
  await expect(page.locator('#parent_phone').getByRole('alert')).not.toBeEmpty();
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
  await expect(page.locator('.submitting').getByText('Submitting...')).toBeVisible();
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => spoken(page)).toContain('polite: Submitting...');
  release();
  await expect(heading(page, 'Your application is in')).toBeVisible();
});

const schoolAnswers = Object.fromEntries(
  ['hs_ceeb', 'hs_address_line_1', 'hs_city', 'hs_state', 'hs_zip', 'hs_country'].map((key) => [
    key,
    completeAnswers[key] ?? '',
  ]),
);

/** The spoken log in docs/accessibility.md. */
function documentedAnnouncements(): readonly string[] {
  const file = join(import.meta.dirname, '../../docs/accessibility.md');
  const [, log = ''] = /```text\n([^`]*)```/.exec(readFileSync(file, 'utf8')) ?? [];
  return log.trim().split('\n');
}

async function uploadPaper(page: Page, key: string, name: string): Promise<void> {
  const question = page.locator(`#${key}`);
  const buffer = Buffer.from(await pdf({ texts: [name] }));
  await question.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await expect(question.getByRole('button', { name: `Delete ${name}` })).toBeVisible();
}

test('a screen reader hears at most twenty announcements in the whole sample application', async ({
  page,
}) => {
  const announcements = await recordAnnouncements(page);
  await becomeApplicant(page);
  const { hs_name: _, ...others } = completeAnswers;
  await fillPage(page, '/about', { answers: others, isTyped: true });
  await button(page, 'Save and Continue').click();
  await expect(heading(page, 'Academics')).toBeVisible();

  const school = page.locator('#hs_name');
  await school.locator('input').click();
  await school.getByRole('combobox').pressSequentially('Stargazr high quill', { delay: 20 });
  await expect.poll(() => announcements.at(-1)).toBe('polite: 1 result');
  await school.getByRole('option').filter({ hasText: 'Stargazer High School' }).first().click();
  await expect(page.locator('#hs_city input')).toHaveValue('Quillhaven');
  await fillPage(page, '/education', { answers: others, saved: schoolAnswers, isTyped: true });
  await uploadPaper(page, 'transcript_document', 'transcript.pdf');
  await button(page, 'Save and Continue').click();
  await expect(heading(page, 'Final Steps')).toBeVisible();

  await fillPage(page, '/final-steps', { answers: others, isTyped: true });
  await uploadPaper(page, 'felony_document', 'letter.pdf');
  await uploadPaper(page, 'conviction_document', 'court.pdf');
  await page.route('**/api/submit', async (route) => {
    await expect.poll(() => announcements.at(-1)).toBe('polite: Submitting...');
    await route.continue();
  });
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/completion$/);
  const heard = () => announcements.map((phrase) => phrase.replace(/applicant-\w+@/, 'ada@'));
  await expect.poll(() => heard().at(-1)).toContain('successfully submitted');
  console.log(heard().join('\n'));
  expectInOrder(heard(), documentedAnnouncements());
  expect(announcements.length).toBeLessThanOrEqual(20);
});
