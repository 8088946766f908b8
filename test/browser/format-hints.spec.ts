import { comeBack } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { recordAnnouncements } from './support/live-regions.ts';
import { expect, type Page, test } from './support/test.ts';

const control = (page: Page, key: string) => page.locator(`#${key}-control`);
const hint = (page: Page, key: string) => page.locator(`#${key}-format`);

test('an unexpected format is hinted at when the field loses focus, and is no error', async ({ page }) => {
  const announcements = await recordAnnouncements(page);
  await comeBack(page, { answers: { country: 'USA', sat_taken: 'Y', act_taken: 'Y' } });
  for (const [step, key, wrong, right, text] of [
    ['About You', 'phone_mobile', '906487188', '9064871885', /This number needs 10 digits\./],
    ['Academics', 'sat_score_math', '705', '700', /Please check this score: 200 to 800/],
  ] as const)
    await test.step(key, async () => {
      if (step === 'Academics')
        await page.getByRole('navigation', { name: 'Application' }).getByRole('link', { name: step }).click();
      await control(page, key).pressSequentially(wrong);
      await expect(hint(page, key)).toHaveCount(0);
      await page.keyboard.press('Tab');
      await expect(hint(page, key)).toHaveText(text);
      await expect.poll(() => announcements.join('\n')).toMatch(text);
      await expect(control(page, key)).toHaveAttribute('aria-describedby', new RegExp(`${key}-format`));
      await expect(control(page, key)).not.toHaveAttribute('aria-invalid', 'true');
      await expect(page.locator(`#${key}`).getByRole('alert')).toHaveCount(0);
      // The hint disappears as soon as the answer is right.
      await control(page, key).fill('');
      await control(page, key).pressSequentially(right);
      await expect(hint(page, key)).toHaveCount(0);
    });
});

test('while validating, the specified error replaces the hint about the format', async ({ page }) => {
  await comeBack(page, { path: '/final-steps', answers: { ...completeAnswers, zip: '4993' } });
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const zip = page.locator('#zip');
  await expect(zip.getByRole('alert')).toHaveText('ZIP/Postal Code must be at least 5 characters.');
  await expect(hint(page, 'zip')).toHaveCount(0);
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
    await years.fill('17');
    await years.blur();
    await expect(years).toHaveValue('17');
  });
  const isRequired = (key: string) => expect(control(page, key)).toHaveAttribute('aria-required', 'true');
  const isOptional = (key: string) => expect(control(page, key)).not.toHaveAttribute('aria-required', 'true');
  for (const key of ['residence_duration', 'zip', 'phone_mobile']) await isRequired(key);
  await control(page, 'phone_home').fill('(906) 487-1885');
  await isOptional('phone_mobile');
  await control(page, 'country').selectOption('SWE');
  await isOptional('zip');
  await page.getByRole('link', { name: 'Academics' }).click();
  await page.locator('#sat_taken').getByLabel('Yes').check();
  await page.locator('#act_taken').getByLabel('Yes').check();
  for (const key of ['sat_score_math', 'sat_score_reading_writing', 'act_score_composite'])
    await isRequired(key);
});
