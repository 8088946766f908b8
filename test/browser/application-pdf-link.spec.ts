import { button, comeBack } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { expect, test } from './support/test.ts';

test('an expired link to the application PDF is replaced when the applicant opens it', async ({ page }) => {
  await page.clock.install();
  await comeBack(page, { answers: { first_name: 'Ada' }, path: '/final-steps' });
  const calls = callsOf(page);
  const pdfRequests = () => pathsOf(calls).filter((call) => call === 'GET /api/pdf').length;
  const link = page.getByRole('link', { name: 'Open PDF in a new tab' });
  await button(page, 'Make a PDF copy').click();
  await expect(link).toBeVisible();
  const requests = pdfRequests();
  await page.clock.fastForward(121_000);
  expect(pdfRequests()).toBe(requests);
  await link.click();
  await expect.poll(pdfRequests).toBeGreaterThan(requests);
  await expect(link).toBeVisible();
  expect(page.context().pages()).toHaveLength(1);
  // The clock of the server has not moved, so its new link may be the same.
  const href = String(await link.getAttribute('href'));
  const file = await page.request.get(href);
  expect(file.headers()['content-disposition']).toBe('inline; filename="NLU-application.pdf"');
});
