import { button, comeBack, haveAccount, heading, logInBehind } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { faults } from './support/faults.ts';
import { completeAnswers } from './support/fill-page.ts';
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
  await expect(welcome).toHaveCount(0);
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

test('submitting an incomplete application starts validating and shows on every page what is missing [ST-08, ST-09, ST-10, ST-11, ST-15, ST-16, ST-17, RT-41, RT-42, BN-01]', async ({
  page,
}) => {
  const { grad_month: _grad, ...rest } = completeAnswers;
  await comeBack(page, { answers: { ...rest, first_name: '', hs_name: '' }, path: '/final-steps' });
  const calls = callsOf(page);
  await page.locator('#conviction').getByLabel('No').check();
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/about$/);
  const order = calls.filter((call) => !call.startsWith('GET')).map((call) => call.slice(0, 60));
  const position = (start: string) => order.findIndex((call) => call.startsWith(start));
  expect(position('POST /api/web-status {"web_status":"validating"}')).toBeGreaterThanOrEqual(0);
  // On a slow machine the page may have saved the choice before the button was pressed.
  expect(position('PUT /api/answer')).toBeGreaterThanOrEqual(0);
  expect(position('POST /api/validations')).toBeGreaterThan(position('PUT /api/answer'));
  expect(position('POST /api/validations')).toBeGreaterThan(position('POST /api/web-status'));
  expect(pathsOf(calls)).not.toContain('POST /api/submit');

  const summary = page.getByRole('region', { name: "We're missing some information!" });
  await expect(summary).toBeVisible();
  await expect(page.getByText('Welcome to your application!')).toHaveCount(0);
  const school = summary.locator('a[href="/education#hs_name"]');
  const before = calls.length;
  await school.click();
  await expect(heading(page, 'Academics')).toBeVisible();
  await expect(page.locator('#hs_name').getByRole('combobox')).toBeFocused();
  await expect(page.locator('#hs_name')).toBeInViewport();
  await expect
    .poll(() => calls.slice(before).find((call) => call.startsWith('POST /api/validations')) ?? '')
    .toContain('hs_name');

  await step(page, 'About You').click();
  const name = page.getByLabel('First Name', { exact: true });
  const error = page.locator('#first_name').getByRole('alert');
  for (const [typed, message] of [
    ['Ada', ''],
    ['', /First Name/],
  ] as const) {
    await name.fill(typed);
    await name.blur();
    await expect(error).toHaveText(message);
  }
});
