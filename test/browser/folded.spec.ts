import { comeBack, heading, send } from './support/applicant.ts';
import { expect, type Page, test } from './support/test.ts';

const city = (page: Page) => page.locator('#mailing_city input');
const folded = (page: Page) => page.locator('details.folded').filter({ has: page.locator('#mailing_city') });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('empty optional addresses are folded and open by keyboard', async ({ page }) => {
    await comeBack(page);
    await expect(city(page)).toBeHidden();
    const summary = folded(page).locator('summary');
    await expect(summary).toContainText('Mailing address (optional)');
    await summary.focus();
    await page.keyboard.press('Enter');
    await expect(city(page)).toBeVisible();
    await city(page).fill('Calumet');
    await city(page).fill('');
    await page.keyboard.press('Tab');
    await expect(page.locator('#mailing_zip input')).toBeVisible();
  });

  test('an address with an answer or an error is never folded', async ({ page }) => {
    await comeBack(page, { answers: { mailing_city: 'Calumet' } });
    await expect(city(page)).toBeVisible();
    await comeBack(page, { answers: { mailing_addr_effective_date: '1999-01-01' } });
    for (const web_status of ['started', 'validating'])
      await send(page, 'post', '/api/web-status', { web_status });
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
  });
});

test('nothing is folded on a wide screen', async ({ page }) => {
  await page.goto('/about');
  await expect(heading(page, 'About You')).toBeVisible();
  await expect(city(page)).toBeVisible();
  await expect(folded(page).locator('summary')).toBeHidden();
});
