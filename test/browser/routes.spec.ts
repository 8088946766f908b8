import { savedAnswers } from './support/answers.ts';
import { button, comeBack, haveAccount, heading, logIn } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { faults } from './support/faults.ts';
import { form } from './support/fill-page.ts';
import { holdRoute } from './support/routes.ts';
import { expect, type Page, test } from './support/test.ts';

const steps = (page: Page) => page.getByRole('navigation', { name: 'Application' });
const step = (page: Page, name: string) => steps(page).getByRole('link', { name });
const firstName = (page: Page) => page.getByLabel('First Name', { exact: true });

const pages = form.pages.map(({ path, label, sections }) => {
  const own = path === '/final-steps' ? ['Review your answers'] : [];
  return [path, label, [...sections.map(({ title }) => title), ...own]] as const;
});

test('the steps open each page at its own path, without adding to the browser history [RT-01, RT-02, RT-03, RT-06, RT-07, RT-08, RT-33, RT-36, RT-44, RT-45, VS-05]', async ({
  page,
}) => {
  await page.goto('/nope?x=1&y=2');
  await expect(page).toHaveURL(/\/about\?x=1&y=2$/);
  await page.goto('about:blank');
  await page.goto('/');
  await expect(page).toHaveURL(/\/about$/);
  await expect(button(page, 'Save and Continue')).toBeVisible();
  await expect(page.getByText('Previous', { exact: true })).toHaveCount(0);
  for (const [path, label, sections] of pages) {
    await step(page, label).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(heading(page, label)).toBeVisible();
    await expect(steps(page).getByRole('link')).toHaveText([/About You$/, /Academics$/, /Final Steps$/]);
    await expect(step(page, label)).toHaveAttribute('aria-current', 'page');
    for (const name of sections) await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
    // An anonymous visitor has submitted nothing.
    await expect(page.getByRole('region', { name: "We're missing some information!" })).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(page).toHaveURL(/\/education$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/final-steps$/);
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('every way to sign-up and log-in carries the latest answers of an anonymous visitor [RT-26, RT-27, RT-32, DG-03, DG-04]', async ({
  page,
}) => {
  const applicant = await haveAccount(page);
  const calls = callsOf(page);
  await page.goto('/final-steps');
  await page.locator('#conviction').getByLabel('No').check();
  await button(page, 'Submit').click();
  await expect(heading(page, 'Sign Up')).toHaveAccessibleDescription(
    'Create an account to continue. Your answers are saved here and will come with you.',
  );
  await page.goto('/about');
  await button(page, 'Account').click();
  await button(page, 'Sign In').click();
  await expect(heading(page, 'Log In')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await button(page, 'Account').click();
  await button(page, 'Create Account').click();
  await expect(heading(page, 'Sign Up')).toBeVisible();
  await expect(page).toHaveURL(/\/signup$/);
  await page.goBack();
  await firstName(page).fill('Ada');
  const welcome = page.getByRole('region', { name: 'First time here?' });
  await welcome.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  expect(pathsOf(calls).filter((call) => !call.startsWith('GET /public/'))).toEqual([]);
  await logIn(page, applicant);
  await expect(firstName(page)).toHaveValue('Ada');
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  const answer = await savedAnswers(page);
  expect(answer).toMatchObject({ first_name: 'Ada', conviction: 'N' });
});

test('the form waits for the profile of an applicant [RT-09, RO-09]', async ({ page }) => {
  await comeBack(page, { answers: { first_name: 'Ada' } });
  const release = await holdRoute(page, '**/api/profile');
  const calls = callsOf(page);
  await page.reload();
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.locator('input:visible')).toHaveCount(0);
  release();
  await expect(firstName(page)).toHaveValue('Ada');
  expect(pathsOf(calls)).toEqual(
    expect.arrayContaining(['GET /api/profile', 'GET /api/add-another', 'GET /api/tabs']),
  );
});

test('changing the page saves answers, posts validations and remembers the page; a return is not redirected [RT-18, RT-37, RT-38, RT-39, RT-40, RT-45, ST-07, ST-18, ST-19, RO-07, RO-08, GE-07, GE-08]', async ({
  page,
}) => {
  await comeBack(page);
  const calls = callsOf(page);
  await firstName(page).fill('Ada');
  await step(page, 'Academics').click();
  await expect(page).toHaveURL(/\/education$/);
  await expect.poll(() => pathsOf(calls)).toContain('POST /api/validations');
  await expect.poll(() => calls).toContain('PUT /api/last-page {"last_page":"/education"}');
  const saved = calls.findIndex((call) => /^PUT \/api\/answer .*"first_name":"Ada"/.test(call));
  expect(saved).toBeGreaterThanOrEqual(0);
  expect(pathsOf(calls).indexOf('POST /api/validations')).toBeGreaterThan(saved);
  await step(page, 'About You').click();
  await expect(firstName(page)).toHaveValue('Ada');
  await expect(page).toHaveURL(/\/about$/);
  for (const [name, path] of [
    ['Save and Continue', '/education'],
    ['Next', '/final-steps'],
    ['Previous', '/education'],
    ['Previous', '/about'],
  ] as const) {
    await button(page, name).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await expect
    .poll(() => pathsOf(calls).filter((call) => call === 'POST /api/validations').length)
    .toBeGreaterThan(4);
  // Each step saves even when everything is saved. An empty save cannot replace newer answers elsewhere.
  const empty = calls.filter((call) => /^PUT \/api\/answer .*"answer":\{\}/.test(call));
  expect(empty.length).toBeGreaterThan(3);
  const read = pathsOf(calls).filter((call) => call.startsWith('GET'));
  expect(read).toEqual([...new Set(read)]);
  await test.step("the browser's Back and Forward buttons save too", async () => {
    await button(page, 'Save and Continue').click();
    await page.getByLabel('Counselor First Name').fill('Grace');
    await page.goBack();
    await expect(heading(page, 'About You')).toBeVisible();
    await expect.poll(() => savedAnswers(page)).toMatchObject({ counselor_first_name: 'Grace' });
    await page.goForward();
    await expect(page.getByLabel('Counselor First Name')).toHaveValue('Grace');
  });
});

test('a returning applicant is led to the last page before another one is recorded; only a link to a question or section opens its page [RT-17, RT-43, ST-20]', async ({
  page,
}) => {
  await comeBack(page, { path: '/final-steps' });
  const calls = callsOf(page);
  await page.goto('/about#nonsense');
  await expect(heading(page, 'Final Steps')).toBeVisible();
  await expect(page).toHaveURL(/\/final-steps$/);
  await expect(
    page.getByRole('status').getByText('Taking you to the page where you left off.'),
  ).toBeAttached();
  expect(pathsOf(calls)).not.toContain('PUT /api/last-page');
  await page.goto('/education#section-high-school');
  await expect(heading(page, 'Academics')).toBeVisible();
  await expect(page).toHaveURL(/\/education#section-high-school$/);
});

test('a group of pages that crashes shows the error screen, and the other group keeps working [RT-10, RT-11, DG-16, DG-17, DG-18]', async ({
  page,
  injectFault,
}) => {
  const sorry = page.getByText(
    'Something went wrong. The issue that caused you to see this has been logged. We will get it fixed as soon as possible.',
    { exact: true },
  );
  // The script of one page fails to load.
  const endFault = injectFault(({ url }) => /log-in-[^/]*\.js$/.test(url.pathname));
  const report = page.waitForResponse(/\/public\/trouble$/);
  await page.goto('/login');
  await expect(sorry).toBeVisible();
  expect((await report).status()).toBe(200);
  await expect(page).toHaveTitle(/^Error: We are sorry - /);
  await expect(page.getByRole('heading', { name: 'We are sorry' })).toBeFocused();
  await expect(page.getByRole('banner')).toHaveCount(1);
  endFault();
  await page.goto('/about');
  await expect(heading(page, 'About You')).toBeVisible();
  // An unhandled promise rejection. The page notices those after hydration.
  await expect(async () => {
    await page.evaluate(() => void Promise.reject(new Error('unhandled rejection')));
    await expect(sorry).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.goto('/login');
  await expect(heading(page, 'Log In')).toBeVisible();

  await comeBack(page);
  injectFault(faults.tableReads);
  await page.goto('/about');
  await expect(sorry).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(1);
  await page.context().clearCookies();
  await page.goto('/login');
  await expect(heading(page, 'Log In')).toBeVisible();
});

test('a page stays and shows that the next one is loading; a script that failed is requested again', async ({
  page,
  injectFault,
}) => {
  const file = ({ url }: { url: URL }) => /sign-up-[^/]*\.js$/.test(url.pathname);
  const release = injectFault(file, 'held');
  /** A link that is pressed before the page listens is followed by the browser, which leaves the page. */
  const openLogIn = async () => {
    await page.goto('/login');
    await expect(button(page, 'Submit')).toBeEnabled();
  };
  await openLogIn();
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(heading(page, 'Log In')).toBeVisible();
  release();
  await expect(heading(page, 'Sign Up')).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);

  const endFault = injectFault(({ url }) => /forgot-[^/]*\.js$/.test(url.pathname));
  await openLogIn();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'We are sorry' })).toBeVisible();
  endFault();
  await page.goBack();
  await expect(heading(page, 'Log In')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(heading(page, 'Forgot Password')).toBeVisible();
});

test('a path in capitals with trailing slashes shows its page, and a reset link keeps its code', async ({
  page,
}) => {
  for (const [requested, shown, title] of [
    ['/EDUCATION//?x=1#hs_name', '/education?x=1#hs_name', 'Academics'],
    ['/Reset/?username=ada@example.org&id=abc', '/reset', 'Reset Password'],
  ] as const) {
    await page.goto(requested);
    await expect(heading(page, title)).toBeVisible();
    await expect.poll(() => page.url().replace(/^https?:\/\/[^/]+/, '')).toBe(shown);
  }
  await expect(page.getByLabel('New Password')).toBeVisible();
  for (const path of ['/login/', '/LOGIN', '/Education/'])
    expect(await (await page.request.get(path)).text()).toContain(
      `data-path="${path.toLowerCase().replace(/\/$/, '')}"`,
    );
});
