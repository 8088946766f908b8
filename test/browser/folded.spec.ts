import { saveAnswers, startValidating } from './support/answers.ts';
import { comeBack, heading } from './support/applicant.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('on a phone, empty optional parts are folded and open by keyboard and by a link; one with an answer or an error is never folded', async ({
  page,
}) => {
  await comeBack(page);
  const city = page.locator('#mailing_city input');
  const folded = page.locator('details.folded').filter({ has: page.locator('#mailing_city') });
  await test.step('the keyboard', async () => {
    await expect(city).toBeHidden();
    await expect(page.locator('#parent_first_name')).toBeHidden();
    await folded.locator('summary').press('Enter');
    await expect(city).toBeVisible();
    await page.getByRole('button', { name: 'Add Another parent or guardian' }).click();
    await expect(page.locator('#parent_2_relationship-control')).toBeFocused();
  });
  await test.step('a link to a question, and to one in a fold in a fold', async () => {
    for (const key of ['mailing_city', 'parent_city']) {
      await page.goto('/education#main');
      await expect(heading(page, 'Academics')).toBeVisible();
      await page.goto(`/about#${key}`);
      await expect(page.locator(`#${key} input`)).toBeFocused();
    }
  });
  await test.step('an answer', async () => {
    await saveAnswers(page, '/api/answer', { answer: { mailing_city: 'Calumet' } });
    await page.goto('/about#main');
    await page.reload();
    await expect(city).toBeVisible();
  });
  await test.step('an error', async () => {
    await saveAnswers(page, '/api/answer', {
      answer: { mailing_city: '', mailing_addr_effective_date: '1999-01-01' },
    });
    await startValidating(page);
    await page.reload();
    await expect(page.locator('#mailing_addr_effective_date').getByRole('alert')).toContainText(
      'Minimum supported year',
    );
    await expect(city).toBeVisible();
  });
});
