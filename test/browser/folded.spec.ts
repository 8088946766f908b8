import { saveAnswers, startValidating } from './support/answers.ts';
import { comeBack, heading } from './support/applicant.ts';
import { expect, type Page, test } from './support/test.ts';

const city = (page: Page) => page.locator('#mailing_city input');
const folded = (page: Page) => page.locator('details.folded').filter({ has: page.locator('#mailing_city') });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('empty optional addresses, parents and colleges are folded and open by keyboard', async ({ page }) => {
    await comeBack(page);
    await expect(city(page)).toBeHidden();
    const summary = folded(page).locator('summary');
    await expect(summary).toContainText('Mailing address, if different (optional)');
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect(city(page)).toBeVisible();
    await city(page).fill('Calumet');
    await city(page).fill('');
    await page.keyboard.press('Tab');
    await expect(page.locator('#mailing_zip input')).toBeVisible();
    await test.step('a parent and a college are folded until they are wanted, and an added one is open', async () => {
      await expect(page.locator('#parent_first_name')).toBeHidden();
      await page.getByText('Name, contact and address (optional)').click();
      await expect(page.locator('#parent_first_name')).toBeVisible();
      await page.getByRole('button', { name: 'Add Another parent or guardian' }).click();
      await expect(page.locator('#parent_2_relationship-control')).toBeFocused();
      await page.getByRole('navigation').getByRole('link', { name: 'Academics' }).click();
      await expect(heading(page, 'Academics')).toBeVisible();
      await expect(page.locator('#college_name')).toBeHidden();
    });
  });

  test('an address with an answer or an error is never folded', async ({ page }) => {
    await comeBack(page, { answers: { mailing_city: 'Calumet' } });
    await expect(city(page)).toBeVisible();
    await saveAnswers(page, '/api/answer', {
      answer: { mailing_city: '', mailing_addr_effective_date: '1999-01-01' },
    });
    await startValidating(page);
    await page.reload();
    await expect(page.locator('#mailing_addr_effective_date').getByRole('alert')).toContainText(
      'Minimum supported year',
    );
    await expect(city(page)).toBeVisible();
  });

  test('a link to a folded question opens it', async ({ page }) => {
    await comeBack(page, { path: '/education' });
    await page.goto('/about#mailing_city');
    await expect(heading(page, 'About You')).toBeVisible();
    await expect(city(page)).toBeFocused();
    await page.goto('/education');
    await page.goto('/about#parent_city'); // a fold in a fold
    await expect(page.locator('#parent_city input')).toBeFocused();
  });
});

test('a page with nothing open has at most 5,500 pixels on a phone, and only the mailing address is folded on a wide screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/education', '/about']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Account' })).toBeEnabled();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
      .toBeLessThanOrEqual(5_500);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await expect(heading(page, 'About You')).toBeVisible();
  await expect(page.locator('#parent_first_name')).toBeVisible();
  await expect(page.getByText('Name, contact and address (optional)')).toBeHidden();
  await expect(city(page)).toBeHidden();
  await folded(page).locator('summary').click();
  await expect(city(page)).toBeVisible();
});
