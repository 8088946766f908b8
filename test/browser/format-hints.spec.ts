import { comeBack } from './support/applicant.ts';
import { recordAnnouncements } from './support/live-regions.ts';
import { expect, type Page, test } from './support/test.ts';

const control = (page: Page, key: string) => page.locator(`#${key}-control`);

test('an unexpected format is hinted at when the field loses focus, and is no error', async ({ page }) => {
  const announcements = await recordAnnouncements(page);
  await comeBack(page, { path: '/education', answers: { sat_taken: 'Y' } });
  const score = control(page, 'sat_score_math');
  const hint = page.locator('#sat_score_math-format');
  const text = /Please check this score: 200 to 800/;
  await score.pressSequentially('705');
  await expect(hint).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(hint).toHaveText(text);
  await expect.poll(() => announcements.join('\n')).toMatch(text);
  await expect(score).toHaveAttribute('aria-describedby', /sat_score_math-format/);
  await expect(score).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#sat_score_math').getByRole('alert')).toHaveCount(0);
  // The hint disappears as soon as the answer is right.
  await score.fill('700');
  await expect(hint).toHaveCount(0);
});

test('a question is marked as required exactly while its condition holds, and years of residence get their leading zero', async ({
  page,
}) => {
  await comeBack(page, { answers: { michigan_residence: 'Y', country: 'USA' } });
  await test.step('the years get their zero when the field loses focus', async () => {
    const years = control(page, 'residence_duration');
    await years.fill('5');
    await years.blur();
    await expect(years).toHaveValue('05');
  });
  const isRequired = (key: string) => expect(control(page, key)).toHaveAttribute('aria-required', 'true');
  const isOptional = (key: string) => expect(control(page, key)).not.toHaveAttribute('aria-required', 'true');
  for (const key of ['residence_duration', 'zip', 'phone_mobile']) await isRequired(key);
  await control(page, 'phone_home').fill('(906) 487-1885');
  await isOptional('phone_mobile');
  await control(page, 'country').selectOption('SWE');
  await isOptional('zip');
});
