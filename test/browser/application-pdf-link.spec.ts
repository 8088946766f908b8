import { button, comeBack } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { expect, test } from './support/test.ts';

test('an expired link to the application PDF is replaced when the applicant opens it', async ({ page }) => {
  await page.clock.install();
  await comeBack(page, { answers: { first_name: 'Ada' }, path: '/final-steps' });
  const pdfRequests = () => pathsOf(calls).filter((call) => call === 'GET /api/pdf').length;
  const calls = callsOf(page);
  const first = page.waitForEvent('download');
  await button(page, 'Download PDF copy').click();
  await expect.poll(pdfRequests).toBeGreaterThan(0);
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expect(page.getByRole('link', { name: 'Open your PDF copy' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await first;
  const requests = pdfRequests();
  await page.clock.runFor(121_000);
  expect(pdfRequests()).toBe(requests);
  const again = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Open your PDF copy' }).click();
  expect((await again).suggestedFilename()).toBe('NLU-application.pdf');
  expect(pdfRequests()).toBeGreaterThan(requests);
  expect(page.context().pages()).toHaveLength(1);
});
