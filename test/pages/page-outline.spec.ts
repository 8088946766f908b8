import { northernLakes } from '../../shared/partners/northern-lakes.ts';
import { comeBack } from '../browser/support/applicant.ts';
import { expect, test } from '../browser/support/test.ts';

test('the first page says how long the application takes and what to have ready', async ({ page }) => {
  await page.goto('/about');
  await expect(page.locator('.welcome')).toContainText(northernLakes.beforeYouStart);
});

test('on a phone the line in view says what it counts, next to the save status', async ({ page }) => {
  await comeBack(page);
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByLabel('Middle Name').fill(`Ada ${width}`);
    await expect(page.locator('.saving-line')).toHaveText(/^Saved at /);
    const words = page.locator('.progress-label > span');
    await expect(words).toHaveText([/^1 of 10 required/, 'About 2 min left']);
    for (const each of await words.all()) expect((await each.boundingBox())?.width).toBeGreaterThan(90);
    expect((await page.locator('.aside').boundingBox())?.height).toBeLessThan(50);
  }
});

test('the page outline counts the required answers of the page and of each section', async ({ page }) => {
  await comeBack(page, { path: '/final-steps' });
  const outline = page.getByRole('navigation', { name: 'On this page' });
  const counts = async () =>
    (await outline.locator('.section-count').allTextContents()).map((text) =>
      text.match(/\d+/g)?.map(Number),
    );
  const sum = (list: readonly (readonly number[] | undefined)[], index: number) =>
    list.reduce((total, each) => total + (each?.[index] ?? 0), 0);
  const before = await counts();
  await page.locator('#felony').getByLabel('No').check();
  await expect.poll(async () => sum(await counts(), 0)).toBe(sum(before, 0) + 1);
  const now = await counts();
  await expect(outline).toContainText(`${sum(now, 0)} of ${sum(now, 1)} required answers`);
});
