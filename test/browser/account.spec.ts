import {
  becomeApplicant,
  button,
  codeFor,
  fillSignUp,
  heading,
  logIn,
  newApplicant,
} from './support/applicant.ts';
import { expect, test } from './support/test.ts';

test('ticks the requirements while a password is typed [PG-12, PG-21, AU-14, AU-15]', async ({ page }) => {
  await page.goto('/signup');
  const requirement = (words: string) => page.getByRole('listitem').filter({ hasText: words });
  await expect(requirement('is at least 12 characters')).toHaveAttribute('data-state', 'inactive');
  await page.getByLabel('Password', { exact: true }).fill('lowercase');
  await expect(requirement('contains a lowercase letter')).toHaveAttribute('data-state', 'success');
  await expect(requirement('contains a number')).toHaveAttribute('data-state', 'error');
  await page.getByRole('button', { name: 'Show Password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
});

test('says what is wrong on each card, and makes no call', async ({ page }) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/public/')) calls += 1;
  });
  await page.goto('/login');
  await button(page, 'Submit').click();
  await expect(page.getByText('Please provide a valid email address.')).toBeVisible();
  await expect(page.getByText('Password is required.')).toBeVisible();
  await button(page, 'Resend confirmation code?').click();
  await expect(
    page.getByText('You must provide a valid email address to resend a confirmation code.'),
  ).toBeVisible();

  await page.goto('/confirm?username=ada@example.org');
  await page.getByLabel('Confirmation Code').fill('12345');
  await button(page, 'Submit').click();
  await expect(page.getByText('The confirmation code must be exactly 6 numbers.')).toBeVisible();

  await page.goto('/forgot');
  await page.getByLabel('Email Address').fill('ada@example');
  await button(page, 'Submit').click();
  await expect(page.getByText('Your email address must be valid.')).toBeVisible();

  await page.goto('/reset?username=ada@example.org&id=123456');
  await page.getByLabel('New Password').fill('Copper-Harbor-2027');
  await page.getByLabel('Confirm Password').fill('Copper-Harbor-2028');
  await expect(page.getByRole('listitem').filter({ hasText: 'passwords must match' })).toHaveAttribute(
    'data-state',
    'error',
  );
  expect(calls).toBe(0);
});

test('shows a failure in the banner of its card [PG-03, AU-22, ER-03]', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill('nobody@example.org');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await button(page, 'Submit').click();
  const banner = page.getByRole('region', { name: 'Login Card Error' });
  await expect(banner).toContainText('The email address or password is incorrect.');
  await banner.getByRole('button', { name: 'Close' }).click();
  await expect(banner).toHaveCount(0);
});

test('changes a forgotten password [RT-23, RT-28, PG-08, PG-17, PG-19, BN-04]', async ({ page }) => {
  const applicant = await becomeApplicant(page);
  await button(page, 'Account').click();
  await button(page, 'Log Out').click();
  await expect(heading(page, 'Log In')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(heading(page, 'Forgot Password')).toBeVisible();
  await page.getByLabel('Email Address').fill(applicant.email);
  await button(page, 'Submit').click();
  await expect(page.getByText('we sent a link to reset your password').first()).toBeVisible();

  const mails = await page.request.get(`/_local/mail.json?to=${applicant.email}`);
  const link = /https?:\S+\/reset\?\S+/.exec((await mails.json())[0].text)?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('New Password').fill('Another-Harbor-2027');
  await page.getByLabel('Confirm Password').fill('Another-Harbor-2027');
  await button(page, 'Submit').click();
  await expect(heading(page, 'Log In')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('Another-Harbor-2027');
  await page.getByLabel('Email Address').fill(applicant.email);
  await button(page, 'Submit').click();
  await expect(page.getByText("We're glad to see you again!")).toBeVisible();
});

test('sends another code [PG-14, PG-15]', async ({ page }) => {
  const applicant = newApplicant();
  await page.goto('/signup');
  await fillSignUp(page, applicant);
  await expect(heading(page, 'Confirm Your Account')).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue(applicant.email);
  const first = await codeFor(page, applicant.email);
  expect(first).toMatch(/^\d{6}$/);
  await button(page, 'Resend confirmation code?').click();
  await expect(page.getByText('If an account needs confirmation, we sent a new code.').first()).toBeVisible();
});

test('leads to log in when the session is over [RT-29, SE-02, ER-01, PG-09]', async ({ page, context }) => {
  await becomeApplicant(page);
  const session = (await context.cookies()).filter(({ name }) => name === '__Host-session');
  expect(session).toHaveLength(1);
  await context.clearCookies({ name: '__Host-session' });
  await page.reload();
  await expect(heading(page, 'Log In')).toBeVisible();
  await expect(
    page.getByText('Your session is invalid. Please clear your cookies and login again.'),
  ).toBeVisible();
});

test('asks after 14 minutes and logs out after 15', async ({ page }) => {
  await page.clock.install();
  await becomeApplicant(page);
  await page.clock.runFor(1_000);
  await expect(page.getByText('Welcome to your application!')).toBeVisible();
  await page.clock.runFor(14 * 60_000 + 1_000);
  const dialog = page.getByRole('alertdialog', { name: 'Still working?' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Yes - Take me back to my application' }).click();
  await expect(dialog).toBeHidden();
  await page.clock.runFor(15 * 60_000 + 5_000);
  await expect(heading(page, 'Log In')).toBeVisible();
  await expect(page.getByText('You have been automatically logged out due to inactivity.')).toBeVisible();
});

test('brings back what a session that ended left unsaved', async ({ page, context }) => {
  const applicant = await becomeApplicant(page);
  await context.clearCookies({ name: '__Host-session' });
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await expect(heading(page, 'Log In')).toBeVisible();
  await logIn(page, applicant);
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
  await expect(page.getByText(/^Saved at /)).toBeVisible();
});
