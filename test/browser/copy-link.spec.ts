import { button, comeBack } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { expect, test } from './support/test.ts';

test('a link to the PDF copy that is too old leads to the copy by a fresh one', async ({ page }) => {
  await page.clock.install();
  await comeBack(page, { answers: { first_name: 'Ada' }, path: '/final-steps' });
  const copies = () => pathsOf(calls).filter((call) => call === 'GET /api/pdf').length;
  const calls = callsOf(page);
  const first = page.waitForEvent('download');
  await button(page, 'Download PDF copy').click();
  await expect.poll(copies).toBeGreaterThan(0);
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(page.getByRole('link', { name: 'Open your PDF copy' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await first;
  const asked = copies();
  await page.clock.runFor(121_000);
  expect(copies()).toBe(asked);
  const again = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Open your PDF copy' }).click();
  expect((await again).suggestedFilename()).toBe('NLU-application.pdf');
  expect(copies()).toBeGreaterThan(asked);
  expect(page.context().pages()).toHaveLength(1);
});
