import { savedAnswers } from './support/answers.ts';
import { button, comeBack, haveAccount, heading, logIn, logInBehind, logOut } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { faults } from './support/faults.ts';
import { startIdleWatch } from './support/idle-watch.ts';
import { expectHeard, recordAnnouncements } from './support/live-regions.ts';
import { revokeSessionElsewhere } from './support/sessions.ts';
import { expect, type Page, test } from './support/test.ts';

const minute = 60_000;
const asking = (page: Page) => page.getByRole('alertdialog', { name: 'Still working?' });
const firstName = (page: Page) => page.getByLabel('First Name', { exact: true });
const banner = (page: Page) => page.getByRole('region', { name: 'Login Card Error' });
const typedTextIsSafe = 'Everything you typed is safe. Log in to continue.';
const inactive = 'You have been automatically logged out due to inactivity.';

/** Opens the form as an applicant, with the idle watch running and a mocked clock. */
async function openForm(page: Page): Promise<readonly string[]> {
  await page.clock.install();
  await comeBack(page, { answers: { first_name: 'Ada' } });
  await startIdleWatch(page);
  await page.clock.runFor(1_000);
  await page.mouse.move(60, 60);
  await page.clock.runFor(1_000);
  await page.mouse.move(90, 90);
  return callsOf(page);
}

test('the "Still working?" dialog opens a minute before the timeout: Yes continues, No logs out [SE-05, SE-06, SE-07, SE-08, SE-12, RT-25, DG-06]', async ({
  page,
}) => {
  const announcements = await recordAnnouncements(page);
  const calls = await openForm(page);
  await page.clock.runFor(838_000);
  await expect(asking(page)).toBeHidden();
  await page.clock.runFor(3_000);
  await expect(asking(page)).toContainText(
    'You have been inactive for a little while. Would you like to stay logged in?',
  );
  await expect(asking(page).getByRole('status')).toHaveText('60 seconds left');
  // Every second shows, but is not announced.
  const shown = async () =>
    Number.parseInt((await asking(page).locator('.countdown').textContent()) ?? '', 10);
  const before = await shown();
  await page.clock.runFor(3_000);
  await expect.poll(shown).toBe(before - 3);
  await expect(asking(page).getByRole('status')).toHaveText('60 seconds left');
  await page.clock.runFor(32_000);
  await expect(asking(page).getByRole('status')).toHaveText('30 seconds left');
  await button(page, 'Yes - Take me back to my application').click();
  await expect(asking(page)).toBeHidden();
  await page.clock.runFor(838_000);
  await expect(asking(page)).toBeHidden();
  await page.clock.runFor(3_000);
  await button(page, 'No - Please log me out').click();
  await expect(heading(page, 'Log In')).toBeVisible();
  // It shows for five seconds, which a busy machine may spend loading the page.
  await expectHeard(announcements, 'You have been logged out.');
  expect(pathsOf(calls)).toContain('GET /api/logout');
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
});

test('typing restarts the idle timeout; fifteen minutes without activity log out with a message, also a computer that slept [SE-03, SE-04, SE-09, SE-11, RT-25, PG-09]', async ({
  page,
  reader,
}) => {
  const calls = await openForm(page);
  await page.clock.runFor(800_000);
  await firstName(page).press('End');
  await page.clock.runFor(60_000);
  await expect(asking(page)).toBeHidden();
  await page.clock.runFor(800_000);
  await expect(asking(page)).toBeVisible();
  expect(pathsOf(calls)).not.toContain('GET /api/logout');
  await page.clock.runFor(45_000);
  await expect(heading(page, 'Log In')).toBeVisible();
  await expect(banner(page)).toContainText(inactive);
  await expect(banner(page)).toContainText(typedTextIsSafe);
  expect(pathsOf(calls)).toContain('GET /api/logout');
  await test.step('a computer that wakes up', async () => {
    await openForm(reader);
    await reader.clock.setSystemTime(Date.now() + 17 * minute);
    await reader.mouse.move(120, 120);
    await expect(heading(reader, 'Log In')).toBeVisible();
    await expect(banner(reader)).toContainText(inactive);
  });
});

test('an anonymous visitor gets no "Still working?" dialog and is never logged out [SE-10]', async ({
  page,
}) => {
  await page.clock.install();
  const calls = callsOf(page);
  await page.goto('/about');
  await page.mouse.move(30, 30);
  await page.clock.runFor(20 * minute);
  await expect(asking(page)).toHaveCount(0);
  await expect(heading(page, 'About You')).toBeVisible();
  expect(calls).toEqual([]);
});

test('a log-out that fails still removes all data from the page and shows a dialog [SE-13, ER-10, DG-14]', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { answers: { first_name: 'Ada' } });
  const endFault = injectFault(faults.tableWrites);
  await button(page, 'Account').click();
  await button(page, 'Log Out').click();
  const dialog = page.getByRole('alertdialog', { name: 'Unexpected Error' });
  await expect(dialog).toContainText(
    "We've encountered an unexpected error at this time. Please try again later.",
  );
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(heading(page, 'Log In')).toBeVisible();
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
  await page.getByRole('link', { name: /Northern Lakes University/ }).click();
  await expect(firstName(page)).toHaveValue('');
  endFault();
  // The page retries, and shows nothing of the applicant after a reload.
  await expect.poll(async () => (await page.request.get('/api/profile')).status()).toBe(401);
  await page.reload();
  await expect(firstName(page)).toHaveValue('');
});

test('logging out with unsaved answers asks for confirmation, and the applicant may stay', async ({
  page,
  injectFault,
}) => {
  await comeBack(page);
  const endFault = injectFault(faults.saves);
  await firstName(page).fill('Ada');
  const leave = async () => {
    await button(page, 'Account').click();
    await button(page, 'Log Out').click();
    await expect(asking).toContainText("If you log out now, you'll lose them.");
  };
  const asking = page.getByRole('alertdialog', { name: 'Some answers are not saved' });
  await leave();
  await asking.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(asking).toBeHidden();
  await expect(firstName(page)).toHaveValue('Ada');
  await leave();
  await asking.getByRole('button', { name: 'Log out anyway' }).click();
  await expect(heading(page, 'Log In')).toBeVisible();
  endFault();
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
});

test('after log-out the Back button shows nothing of the applicant, and carries no answers into the account of another [SE-12, SE-14]', async ({
  page,
}) => {
  const [first, second] = [await haveAccount(page), await haveAccount(page)];
  await page.goto('/about');
  await firstName(page).fill('Adelheid');
  await button(page, 'Save and Continue').click();
  await expect(heading(page, 'Sign Up')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await logIn(page, first);
  await expect(firstName(page)).toHaveValue('Adelheid');
  await logOut(page);
  await page.goto('/about');
  await expect(firstName(page)).toHaveValue('');
  await page.goBack();
  // Going back may open another page, and a page that is being replaced has no content to read.
  await expect(async () => expect(await page.content()).not.toContain('Adelheid')).toPass();
  await page.goto('/login');
  await logIn(page, second);
  await expect(heading(page, 'About You')).toBeVisible();
  await expect(firstName(page)).toHaveValue('');
  const answer = await savedAnswers(page);
  expect(answer.first_name ?? '').toBe('');
});

test('a session that ended elsewhere leads to log-in with its message, whatever the applicant does [RT-29, SE-02, ER-01, ER-02, ER-11, PG-09]', async ({
  page,
  context,
}) => {
  const applicant = await comeBack(page, { answers: { first_name: 'Ada' } });
  const session = (await context.cookies()).filter(({ name }) => name === '__Host-session');
  expect(session).toHaveLength(1);
  for (const [name, act] of [
    ['adds a block', () => button(page, 'Add Another parent or guardian').click()],
    ['reloads the page', () => page.reload()],
  ] as const)
    await test.step(name, async () => {
      await logInBehind(page, applicant);
      await page.goto('/about');
      await expect(firstName(page)).toHaveValue('Ada');
      await revokeSessionElsewhere(page);
      await act();
      await expect(heading(page, 'Log In')).toBeVisible();
      await expect(
        page.getByText('Your session is invalid. Please clear your cookies and login again.'),
      ).toBeVisible();
      await expect(page.getByText(/^Error (adding|handling|uploading)/)).toHaveCount(0);
      await page.getByRole('link', { name: /Northern Lakes University/ }).click();
      await expect(firstName(page)).toHaveValue('');
    });
});

test('after a session ended by itself, log-in has the email address, says that typed text is safe, and saves it only for its owner [PG-09, RT-29]', async ({
  page,
}) => {
  const { email, password } = await comeBack(page);
  const birthMonth = page.locator('#birth_date').getByLabel('Month');
  await birthMonth.selectOption('3');
  await revokeSessionElsewhere(page);
  await firstName(page).fill('Ada');
  await expect(heading(page, 'Log In')).toBeVisible();
  await expect(banner(page)).toContainText(
    'Your session is invalid. Please clear your cookies and login again.',
  );
  await expect(banner(page)).toContainText(typedTextIsSafe);
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Submit').click();
  await expect(firstName(page)).toHaveValue('Ada');
  await expect(birthMonth).toHaveValue('3');
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  expect((await savedAnswers(page)).first_name).toBe('Ada');
  await revokeSessionElsewhere(page);
  await firstName(page).fill('Grace');
  await expect(heading(page, 'Log In')).toBeVisible();
  await logIn(page, await haveAccount(page));
  await expect(heading(page, 'About You')).toBeVisible();
  await expect(firstName(page)).toHaveValue('');
  await expect(birthMonth).toHaveValue('');
});

test('logging out in one tab leaves nothing of the applicant in the others, and keeps their unsaved answers for the next log-in', async ({
  page,
  context,
}) => {
  const applicant = await comeBack(page, { answers: { first_name: 'Adelheid' } });
  const other = await context.newPage();
  const open = async () => {
    await other.goto('/about');
    await expect(firstName(other)).toHaveValue('Adelheid');
  };
  const logOutIn = async (tab: Page) => {
    await button(tab, 'Account').click();
    await button(tab, 'Log Out').click();
    for (const each of [page, other]) await expect(heading(each, 'Log In')).toBeVisible();
  };
  await test.step('both tabs have saved everything', async () => {
    await open();
    await logOutIn(page);
    for (const each of [page, other]) {
      await expect(each.getByLabel('Email Address')).toHaveValue('');
      expect(await each.evaluate(() => ({ ...sessionStorage }))).toEqual({});
    }
  });
  await test.step('one tab has an answer that could not be saved', async () => {
    await logIn(page, applicant);
    await expect(firstName(page)).toHaveValue('Adelheid');
    await open();
    await page.route('**/api/answer', (route) => route.abort());
    await firstName(page).fill('Ada');
    await expect(page.locator('.saving-line')).toHaveText("Not saved yet. We'll keep trying.");
    await logOutIn(other);
    await page.unroute('**/api/answer');
    await logIn(page, applicant);
    await expect(firstName(page)).toHaveValue('Ada');
    const saved = async () => (await savedAnswers(page)).first_name;
    await expect.poll(saved).toBe('Ada');
  });
});

test('a cookie of another application that looks like a session leads to log-in once, not forever [SE-01, SE-02]', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([
    { name: 'CognitoIdentityServiceProvider.abc.LastAuthUser', value: 'another', url: String(baseURL) },
  ]);
  await page.goto('/about');
  await expect(heading(page, 'Log In')).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await page.goto('/about');
  await expect(heading(page, 'About You')).toBeVisible();
});
