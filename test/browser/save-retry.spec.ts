import { comeBack } from './support/applicant.ts';
import { expect, test } from './support/test.ts';

test('a save that the server asks to retry later waits that long and then succeeds', async ({ page }) => {
  await page.clock.install();
  await comeBack(page);
  const [first, last] = ['First Name', 'Last Name'].map((label) => page.getByLabel(label, { exact: true }));
  const line = page.locator('.saving-line');
  let saves = 0;
  await page.route('**/api/answer', async (route) => {
    saves += 1;
    if (saves > 1) return route.continue();
    const body = { message: 'Please try again in 60 seconds.' };
    return route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json: body });
  });
  await first?.fill('Ada');
  await page.clock.runFor(1_000);
  await expect(line).toHaveText("Not saved yet. We'll keep trying.");
  await last?.fill('Lindgren');
  await last?.press('Tab');
  await page.clock.runFor(50_000);
  expect(saves).toBe(1);
  await page.clock.runFor(10_000);
  await expect(line).toHaveText(/^Saved at /);
  const { answer } = await (await page.request.get('/api/profile')).json();
  expect(answer).toEqual({ first_name: 'Ada', last_name: 'Lindgren' });
});
