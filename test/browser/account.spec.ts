import { button, codeFor, confirm, fillSignUp, heading, logIn, newApplicant } from './support/applicant.ts';
import { callsOf } from './support/calls.ts';
import { expect, test } from './support/test.ts';

test('sign-up checks the email address and the password requirements while the user types, and says why it rejects a password, a common one included [PG-12, PG-21, AU-01, AU-14, AU-15, AU-16, AU-19]', async ({
  page,
}) => {
  const email = page.getByLabel('Email Address');
  const password = page.getByLabel('Password', { exact: true });
  const requirement = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  const states = () =>
    page
      .locator('.requirements li')
      .evaluateAll((items) => [...new Set(items.map((item) => item.getAttribute('data-state')))]);
  const calls = callsOf(page);
  // A deployment may reject common passwords.
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), rejectCommonPasswords: true } });
  });
  await page.goto('/signup');
  await test.step('the error of an email address clears as soon as it is valid', async () => {
    await email.fill('ada@example');
    await email.blur();
    await expect(page.getByText('Your email address must be valid.')).toBeVisible();
    await email.fill('ada@example.org');
    await expect(page.getByText('Your email address must be valid.')).toHaveCount(0);
  });
  await test.step('the requirements are checked off', async () => {
    expect(await states()).toEqual(['inactive']);
    await password.fill('lowercase');
    await expect(requirement('contains a lowercase letter')).toHaveAttribute('data-state', 'success');
    await expect(requirement('contains a number')).toHaveAttribute('data-state', 'error');
    await password.fill('Copper-Harbor-2027');
    expect(await states()).toEqual(['success']);
    await page.getByRole('button', { name: 'Show Password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
  });
  const rejected = page.getByText("Your password doesn't meet every requirement yet.");
  await test.step('a rejected password is explained in a sentence', async () => {
    for (const invalid of ['', `Copper-Harbor-2027${'x'.repeat(120)}`]) {
      await password.fill(invalid);
      await button(page, 'Submit').click();
      await expect(rejected).toBeVisible();
      await expect(password).toBeFocused();
      await expect(password).toHaveAttribute('aria-invalid', 'true');
      await expect(page).toHaveTitle(/^Error: Sign Up - /);
    }
  });
  await test.step('the explanation disappears with a valid password', async () => {
    const tooLong = requirement('is at most 128 characters');
    await expect(tooLong).toHaveAttribute('data-state', 'error');
    await password.fill('Copper-Harbor-2027');
    await expect(tooLong).toHaveCount(0);
    await expect(rejected).toHaveCount(0);
    await expect(page).toHaveTitle(/^Sign Up - /);
  });
  await test.step('a common password', async () => {
    await password.fill('Password-2027');
    const common = requirement('is not a commonly used password');
    await expect(common).toHaveAttribute('data-state', 'error');
    await button(page, 'Submit').click();
    await expect(rejected).toBeVisible();
    await password.fill('Copper-Harbor-2027');
    await expect(common).toHaveCount(0);
  });
  expect(calls).toEqual([]);
});

test('each account page is a card with its title, fields, button and links, whose errors send no request and which says when there is no network [PG-01, PG-02, PG-03, PG-04, PG-05, PG-06, PG-07, PG-08, PG-10, PG-11, PG-13, PG-15, PG-16, PG-18, PG-20, PG-21, RT-05, RO-01, AU-02, AU-04, AU-05, AU-06, AU-13, AU-17, AU-18, AU-22, AU-23, ER-03]', async ({
  page,
  context,
}) => {
  const calls = callsOf(page);
  let before = 0;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const password = 'Copper-Harbor-2027';

  const isCard = async (path: string, title: string, fields: readonly string[], links: string) => {
    const opened = await page.goto(path);
    expect(opened?.status()).toBe(200);
    await expect(heading(page, title)).toBeVisible();
    for (const label of fields) await expect(field(label)).toBeVisible();
    await expect(page.getByText(links)).toBeVisible();
    for (const label of fields.filter((each) => each.endsWith('Password'))) {
      await expect(field(label)).toHaveAttribute('type', 'password');
      await page.getByRole('button', { name: `Show ${label}` }).click();
      await expect(field(label)).toHaveAttribute('type', 'text');
    }
  };
  const showsNoNetwork = async (name: string, values: Readonly<Record<string, string>>) => {
    expect(calls.slice(before)).toEqual([]);
    for (const [label, value] of Object.entries(values)) await field(label).fill(value);
    await context.setOffline(true);
    await button(page, 'Submit').click();
    await expect(page.getByRole('region', { name })).toContainText(
      "We've encountered an unexpected error at this time. Please try again later.",
    );
    const resend = button(page, 'Resend confirmation code?');
    if ((await resend.count()) > 0) {
      await resend.click();
      await expect(page.getByRole('region', { name: 'Resend Confirmation Code Error' })).toBeVisible();
    }
    await context.setOffline(false);
    before = calls.length;
  };

  await test.step('log-in', async () => {
    await isCard('/login', 'Log In', ['Email Address', 'Password'], "Don't have an account? Sign Up");
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot');
    await button(page, 'Submit').click();
    await expect(page.getByText('Please provide a valid email address.')).toBeVisible();
    await expect(page.getByText('Password is required.')).toBeVisible();
    await button(page, 'Resend confirmation code?').click();
    await expect(
      page.getByText('You must provide a valid email address to resend a confirmation code.'),
    ).toBeVisible();
    await showsNoNetwork('Login Card Error', { 'Email Address': 'a@b.co', Password: password });
  });
  await test.step('sign-up', async () => {
    await isCard('/signup', 'Sign Up', ['Email Address', 'Password'], 'Already have an account? Log In');
    await field('Email Address').fill('ada@example');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your email address must be valid.')).toBeVisible();
    await showsNoNetwork('Sign Up Card Error', { 'Email Address': 'a@b.co', Password: password });
  });
  await test.step('confirmation', async () => {
    const path = '/confirm?username=ada@example.org';
    await isCard(path, 'Confirm Your Account', ['Confirmation Code'], 'Already confirmed? Log In');
    await expect(field('Email Address')).toHaveValue('ada@example.org');
    await expect(button(page, 'Resend confirmation code?')).toBeVisible();
    await field('Confirmation Code').fill('12345');
    await button(page, 'Submit').click();
    await expect(page.getByText('The confirmation code must be exactly 6 numbers.')).toBeVisible();
    await showsNoNetwork('Confirm Card Error', { 'Confirmation Code': '123456' });
  });
  await test.step('forgotten password', async () => {
    await isCard('/forgot', 'Forgot Password', ['Email Address'], 'Remember your password? Log In');
    await field('Email Address').fill('ada@example');
    await button(page, 'Submit').click();
    await expect(page.getByText('Your email address must be valid.')).toBeVisible();
    await showsNoNetwork('Forgot Password Card Error', { 'Email Address': 'a@b.co' });
  });
  await test.step('new password', async () => {
    const path = '/reset?username=a@b.co&id=123456';
    const fields = ['New Password', 'Confirm Password'];
    await isCard(path, 'Reset Password', fields, 'Need a new link? Forgot Password');
    await field('New Password').fill(password);
    await field('Confirm Password').fill('Copper-Harbor-2028');
    const match = page.getByRole('listitem').filter({ hasText: 'passwords must match' });
    await expect(match).toHaveAttribute('data-state', 'error');
    await showsNoNetwork('Reset Password Card Error', {
      'New Password': password,
      'Confirm Password': password,
    });
  });
});

test('each step of creating an account leads to the next page with a message, and a common password is accepted where the deployment does not reject it [RT-19, RT-20, RT-21, RT-22, RT-24, PG-14, PG-15, TS-08, AU-19]', async ({
  page,
}) => {
  const applicant = { ...newApplicant(), password: 'Password-2027' };
  const toast = (text: string) =>
    expect(page.getByRole('listitem').filter({ hasText: text })).toContainText('Success');
  const lists: string[] = [];
  page.on('request', (request) => lists.push(request.url()));
  await page.goto('/signup');
  await test.step('sign-up leads to the confirmation', async () => {
    await page.getByLabel('Password', { exact: true }).fill(applicant.password);
    await expect(page.getByRole('listitem').filter({ hasText: '(not met)' })).toHaveCount(0);
    await fillSignUp(page, applicant);
    await expect(page).toHaveURL(/\/confirm$/);
    expect(lists.filter((url) => url.includes('common-words'))).toEqual([]);
    await toast(`We sent a confirmation code to ${applicant.email}.`);
    const card = page.getByRole('main');
    await expect(
      card.getByText('If no email arrives within a minute, check your spam folder.'),
    ).toBeVisible();
    await expect(card.getByText('We sent a confirmation code')).toHaveCount(0); // only the toast says it
    await expect(card.getByRole('link', { name: 'Wrong address?' })).toHaveAttribute('href', '/signup');
  });
  await test.step('the error of a wrong code offers a new one', async () => {
    const code = await codeFor(page, applicant.email);
    const wrong = page.getByRole('alert').getByText(/^That code is wrong or has expired\./);
    await page.getByLabel('Confirmation Code').fill(code === '000000' ? '000001' : '000000');
    await button(page, 'Submit').click();
    await expect(wrong).toBeVisible();
    await button(page, 'Resend confirmation code?').click();
    await toast('If an account needs confirmation, we sent the code again.');
    await expect(wrong).toHaveCount(0);
  });
  await test.step('log-in sends a new code and leads to the confirmation', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await page.getByLabel('Email Address').fill(applicant.email);
    await button(page, 'Resend confirmation code?').click();
    await expect(page).toHaveURL(/\/confirm$/);
    await toast('If an account needs confirmation, we sent the code again.');
    await expect(page.getByLabel('Email Address')).toHaveValue(applicant.email);
  });
  await test.step('the confirmation leads to log-in', async () => {
    await confirm(page, applicant);
    await expect(page).toHaveURL(/\/login$/);
    await toast('Your account is confirmed. Please log in.');
    await expect(page.getByLabel('Email Address')).toHaveValue(applicant.email);
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  });
  await test.step('log-in leads to the application', async () => {
    await logIn(page, applicant);
    await expect(page).toHaveURL(/\/about$/);
    await toast('You are logged in.');
  });
});
