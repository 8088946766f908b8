import { comeBack, haveAccount, heading, logInBehind } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { faults } from './support/faults.ts';
import { expect, type Page, test } from './support/test.ts';

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Application' }).getByRole('link', { name });

test('the first visit starts the application with a welcome; the second visit welcomes back [ST-04, ST-05, ST-21, ST-22, BN-03, BN-04]', async ({
  page,
}) => {
  const calls = callsOf(page);
  const applicant = await comeBack(page);
  const welcome = page.getByRole('region', { name: 'Welcome to your application!' });
  await expect(welcome).toContainText('waived');
  await expect(welcome).toContainText('Please submit only one application');
  await expect.poll(() => calls).toContain('POST /api/web-status {"web_status":"started"}');
  const stored = async () => (await (await page.request.get('/api/profile')).json()).web_status;
  await expect.poll(stored).toHaveLength(1);
  // A call that arrives after the next log-in would end its session.
  const recorded = page.waitForResponse('**/api/last-page');
  await step(page, 'Academics').click();
  await recorded;
  expect(calls).toContain('PUT /api/last-page {"last_page":"/education"}');
  await expect(welcome).toHaveText('Welcome to your application!');
  await logInBehind(page, applicant);
  await page.goto('/education');
  await expect(page.getByRole('heading', { name: "We're glad to see you again!" })).toBeVisible();
  expect(calls.filter((call) => call.startsWith('POST /api/web-status'))).toHaveLength(1);
});

test('a failing status update is posted at most three times [ST-06]', async ({ page, injectFault }) => {
  await logInBehind(page, await haveAccount(page));
  injectFault(faults.tableWrites);
  const calls = callsOf(page);
  await page.goto('/about');
  await expect(heading(page, 'About You')).toBeVisible();
  const attempts = () => pathsOf(calls).filter((call) => call === 'POST /api/web-status').length;
  await expect.poll(attempts).toBe(3);
  await page.waitForTimeout(700);
  expect(attempts()).toBe(3);
});
