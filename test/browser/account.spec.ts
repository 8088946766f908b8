import { newAddress } from '../support/applicant.ts';
import {
  becomeApplicant,
  button,
  codeFor,
  confirm,
  fillSignUp,
  haveAccount,
  heading,
  logIn,
  newApplicant,
} from './support/applicant.ts';
import { faults } from './support/faults.ts';
import { endSessionElsewhere } from './support/sessions.ts';
import { expect, test } from './support/test.ts';

test('sign-up checks off the password requirements while the user types [PG-12, PG-21, AU-14, AU-15]', async ({
  page,
}) => {
  await page.goto('/signup');
  const requirement = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await expect(requirement('is at least 12 characters')).toHaveAttribute('data-state', 'inactive');
  await page.getByLabel('Password', { exact: true }).fill('lowercase');
  await expect(requirement('contains a lowercase letter')).toHaveAttribute('data-state', 'success');
  await expect(requirement('contains a number')).toHaveAttribute('data-state', 'error');
  await page.getByRole('button', { name: 'Show Password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
});

test('sign-up says in a sentence why it rejects a password [AU-15, PG-12]', async ({ page }) => {
  const password = page.getByLabel('Password', { exact: true });
  const refused = page.getByText("Your password doesn't meet every requirement yet.");
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.goto('/signup');
  await page.getByLabel('Email Address').fill('ada@example.org');
  for (const invalid of ['', 'short', `Copper-Harbor-2027${'x'.repeat(120)}`]) {
    await password.fill(invalid);
    await button(page, 'Submit').click();
    await expect(refused).toBeVisible();
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(page).toHaveTitle(/^Error: Sign Up - /);
  }
  const tooLong = page.getByRole('listitem').filter({ hasText: 'is at most 128 characters' });
  await expect(tooLong).toHaveAttribute('data-state', 'error');
  await password.fill('Copper-Harbor-2027');
  await expect(tooLong).toHaveCount(0);
  await expect(refused).toHaveCount(0);
  await expect(page).toHaveTitle(/^Sign Up - /);
  expect(calls.filter((url) => url.includes('/public/'))).toEqual([]);
});

test('sign-up lists that a password is a common one before it is sent, where such passwords are rejected [AU-15, AU-19]', async ({
  page,
}) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), rejectCommonPasswords: true } });
  });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/signup');
  const password = page.getByLabel('Password', { exact: true });
  const rules = page.getByRole('listitem').filter({ hasText: /met\)$/ });
  const common = page.getByRole('listitem').filter({ hasText: 'is not a commonly used password' });
  await page.getByLabel('Email Address').fill('quisenberry@example.org');
  for (const each of ['Password-2027', 'Fortnite2024!', 'Quisenberry.2027!']) {
    await password.fill(each);
    await expect(common).toHaveAttribute('data-state', 'error');
    await expect(rules).toHaveCount(7);
    await password.fill('Copper-Harbor-2027');
    await expect(common).toHaveCount(0);
    await expect(rules).toHaveCount(6);
  }
  await password.fill('Password-2027');
  await button(page, 'Submit').click();
  await expect(page.getByText("Your password doesn't meet every requirement yet.")).toBeVisible();
  await expect(password).toBeFocused();
  expect(sent.filter((each) => /password-2027|fortnite|\/public\//i.test(each))).toEqual([]);
});

test('sign-up accepts a common password where the deployment does not reject them [AU-19]', async ({
  page,
}) => {
  const lists: string[] = [];
  page.on('request', (request) => lists.push(request.url()));
  await page.goto('/signup');
  await page.getByLabel('Email Address').fill(newAddress());
  await page.getByLabel('Password', { exact: true }).fill('Password-2027');
  await expect(page.getByRole('listitem').filter({ hasText: '(not met)' })).toHaveCount(0);
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/confirm$/);
  expect(lists.filter((url) => url.includes('common-words'))).toEqual([]);
});

test('each account card shows its validation errors and sends no request [AU-02, AU-04, AU-05, AU-06, AU-13, AU-17, AU-18, PG-20]', async ({
  page,
}) => {
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

test('a failed log-in shows the error in the banner of its card [PG-03, AU-22, ER-03]', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email Address').fill('nobody@example.org');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await button(page, 'Submit').click();
  const banner = page.getByRole('region', { name: 'Login Card Error' });
  await expect(banner).toContainText('The email address or password is incorrect.');
  await banner.getByRole('button', { name: 'Close' }).click();
  await expect(banner).toHaveCount(0);
});

test('an applicant changes a forgotten password [RT-23, RT-28, PG-08, PG-17, PG-19, BN-04]', async ({
  page,
}) => {
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
  await expect(page).toHaveURL(/\/reset$/);
  await page.reload();
  await page.getByLabel('New Password').fill('Another-Harbor-2027');
  await page.getByLabel('Confirm Password').fill('Another-Harbor-2027');
  await button(page, 'Submit').click();
  await expect(heading(page, 'Log In')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('Another-Harbor-2027');
  await page.getByLabel('Email Address').fill(applicant.email);
  await button(page, 'Submit').click();
  await expect(page.getByText("We're glad to see you again!")).toBeVisible();
});

test('an expired session leads to the log-in page [RT-29, SE-02, ER-01, PG-09]', async ({
  page,
  context,
}) => {
  await becomeApplicant(page);
  const session = (await context.cookies()).filter(({ name }) => name === '__Host-session');
  expect(session).toHaveLength(1);
  await endSessionElsewhere(page);
  await page.reload();
  await expect(heading(page, 'Log In')).toBeVisible();
  await expect(
    page.getByText('Your session is invalid. Please clear your cookies and login again.'),
  ).toBeVisible();
});

test('answers that were unsaved when the session ended return after log-in', async ({ page }) => {
  const applicant = await becomeApplicant(page);
  await endSessionElsewhere(page);
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await expect(heading(page, 'Log In')).toBeVisible();
  await logIn(page, applicant);
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
  await expect(page.getByText(/^Saved at /)).toBeVisible();
});

test('each account page is a card with its title, fields, button and links [PG-01, PG-02, PG-04, PG-05, PG-06, PG-07, PG-08, PG-10, PG-11, PG-13, PG-15, PG-16, PG-18, PG-20, PG-21, RT-05, RO-01]', async ({
  page,
}) => {
  const cards = [
    ['/login', 'Log In', ['Email Address', 'Password'], "Don't have an account? Sign Up"],
    ['/signup', 'Sign Up', ['Email Address', 'Password'], 'Already have an account? Log In'],
    ['/confirm', 'Confirm Your Account', ['Confirmation Code'], 'Already confirmed? Log In'],
    ['/forgot', 'Forgot Password', ['Email Address'], 'Remember your password? Log In'],
    [
      '/reset?username=a@b.co&id=123456',
      'Reset Password',
      ['New Password', 'Confirm Password'],
      'Need a new link? Forgot Password',
    ],
  ] as const;
  for (const [path, title, fields, way] of cards) {
    const opened = await page.goto(path);
    expect(opened?.status()).toBe(200);
    await expect(heading(page, title)).toBeVisible();
    for (const label of fields) await expect(page.getByLabel(label, { exact: true })).toBeVisible();
    await expect(button(page, 'Submit')).toHaveAttribute('type', 'submit');
    await expect(page.getByText(way)).toBeVisible();
    for (const label of fields.filter((each) => each.endsWith('Password'))) {
      const input = page.getByLabel(label, { exact: true });
      await expect(input).toHaveAttribute('type', 'password');
      await page.getByRole('button', { name: `Show ${label}` }).click();
      await expect(input).toHaveAttribute('type', 'text');
      await page.getByRole('button', { name: `Hide ${label}` }).click();
    }
  }
  await expect(page.getByRole('listitem').filter({ hasText: 'passwords must match' })).toBeVisible();
  await page.goto('/confirm');
  await expect(button(page, 'Resend confirmation code?')).toBeVisible();
  await page.goto('/login');
  await expect(button(page, 'Resend confirmation code?')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot');
  await expect(page.getByRole('complementary').getByRole('listitem')).toHaveText([
    'No application fee',
    'No required recommendation',
    'Automatic consideration for merit scholarships',
    'An admissions decision within two weeks',
  ]);
  const email = page.getByLabel('Email Address');
  await email.fill('ada@example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password is required.')).toBeVisible();
});

test('account cards clear an error as soon as the input is valid [AU-01, AU-14, AU-16]', async ({ page }) => {
  await page.goto('/signup');
  const email = page.getByLabel('Email Address');
  await email.fill('ada@example');
  await email.blur();
  await expect(page.getByText('Your email address must be valid.')).toBeVisible();
  await email.fill('ada@example.org');
  await expect(page.getByText('Your email address must be valid.')).toHaveCount(0);
  await email.fill('ada');
  await expect(page.getByText('Your email address must be valid.')).toBeVisible();
  const states = () =>
    page
      .locator('.requirements li')
      .evaluateAll((items) => [...new Set(items.map((item) => item.getAttribute('data-state')))]);
  expect(await states()).toEqual(['inactive']);
  await page.getByLabel('Password', { exact: true }).fill('Copper-Harbor-2027');
  expect(await states()).toEqual(['success']);
});

test('without a network each card shows an error under its own title [AU-22, AU-23, PG-03, ER-03]', async ({
  page,
  context,
}) => {
  const password = 'Copper-Harbor-2027';
  const cards = [
    ['/login', 'Login Card Error', { 'Email Address': 'a@b.co', Password: password }],
    ['/signup', 'Sign Up Card Error', { 'Email Address': 'a@b.co', Password: password }],
    ['/confirm?username=a@b.co', 'Confirm Card Error', { 'Confirmation Code': '123456' }],
    ['/forgot', 'Forgot Password Card Error', { 'Email Address': 'a@b.co' }],
    [
      '/reset?username=a@b.co&id=123456',
      'Reset Password Card Error',
      { 'New Password': password, 'Confirm Password': password },
    ],
  ] as const;
  for (const [path, name, fields] of cards) {
    await page.goto(path);
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(value);
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
  }
});

test('log-in shows an error while Cognito is unreachable, then works [AU-22, ER-03]', async ({
  page,
  injectFault,
}) => {
  const applicant = await haveAccount(page);
  await page.goto('/login');
  const endFault = injectFault(faults.cognito);
  await logIn(page, applicant);
  await expect(page.getByRole('region', { name: 'Login Card Error' })).toContainText(
    "We've encountered an unexpected error at this time. Please try again later.",
  );
  endFault();
  await button(page, 'Submit').click();
  await expect(heading(page, 'About You')).toBeVisible();
});

test('each step of creating an account leads to the next page with a message [RT-19, RT-20, RT-21, RT-22, RT-24, PG-14, PG-15, TS-08]', async ({
  page,
}) => {
  const applicant = newApplicant();
  const toast = (text: string) =>
    expect(page.getByRole('listitem').filter({ hasText: text })).toContainText('Success');
  await page.goto('/signup');
  await fillSignUp(page, applicant);
  await expect(page).toHaveURL(/\/confirm$/);
  await toast(`We sent a confirmation code to ${applicant.email}.`);
  // The toast ends; the card keeps the sentence.
  const card = page.getByRole('main');
  await expect(card.getByText(`We sent a confirmation code to ${applicant.email}.`)).toContainText(
    'check your spam folder',
  );
  await expect(card.getByRole('link', { name: 'Wrong address?' })).toHaveAttribute('href', '/signup');
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await page.getByLabel('Email Address').fill(applicant.email);
  await button(page, 'Resend confirmation code?').click();
  await expect(page).toHaveURL(/\/confirm$/);
  await toast('If an account needs confirmation, we sent a new code.');
  await expect(page.getByLabel('Email Address')).toHaveValue(applicant.email);
  await confirm(page, applicant);
  await expect(page).toHaveURL(/\/login$/);
  await toast('Your account is confirmed. Please log in.');
  await expect(page.getByLabel('Email Address')).toHaveValue(applicant.email);
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await logIn(page, applicant);
  await expect(page).toHaveURL(/\/about$/);
  await toast('You are logged in.');
});

test('the error of a wrong code or an old link has the way to a new one', async ({ page }) => {
  const applicant = newApplicant();
  await page.goto('/signup');
  await fillSignUp(page, applicant);
  await expect(heading(page, 'Confirm Your Account')).toBeVisible();
  const code = await codeFor(page, applicant.email);
  await page.getByLabel('Confirmation Code').fill(code === '000000' ? '000001' : '000000');
  await button(page, 'Submit').click();
  await expect(page.getByRole('alert').getByText(/^That code is wrong or has expired\./)).toBeVisible();
  await button(page, 'Request a new code').click();
  await expect(page.getByText('If an account needs confirmation, we sent a new code.').first()).toBeVisible();
  await expect(page.getByRole('alert').getByText(/^That code is wrong/)).toHaveCount(0);

  await page.goto(`/reset?username=${applicant.email}&id=old`);
  await page.getByLabel('New Password').fill(applicant.password);
  await page.getByLabel('Confirm Password').fill(applicant.password);
  await button(page, 'Submit').click();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(heading(page, 'Forgot Password')).toBeFocused();
});

test('confirming an account with several sign-ups sends a link by mail to choose the password', async ({
  page,
  browser,
  cloud,
}) => {
  const applicant = newApplicant();
  const elsewhere = await browser.newContext();
  const sign = { username: applicant.email, password: 'Somebody-Else-2027' };
  await elsewhere.request.post(new URL('/public/signup', cloud.url).href, { data: sign });
  await elsewhere.close();
  await page.goto('/signup');
  await fillSignUp(page, applicant);
  await confirm(page, applicant);
  await expect(page).toHaveURL(/\/login$/);
  const message = `Your account is confirmed. To choose your password, use the link we sent to ${applicant.email}.`;
  await expect(page.getByRole('listitem').filter({ hasText: message })).toContainText('Success');
  await expect(page.getByLabel('Email Address')).toHaveValue(applicant.email);
  const mails = await page.request.get(`/_local/mail.json?to=${applicant.email}`);
  await page.goto(/https?:\S+\/reset\?\S+/.exec((await mails.json())[0].text)?.[0] ?? '');
  await page.getByLabel('New Password').fill(applicant.password);
  await page.getByLabel('Confirm Password').fill(applicant.password);
  await button(page, 'Submit').click();
  await logIn(page, applicant);
  await expect(heading(page, 'About You')).toBeVisible();
});

test('an incomplete password reset link shows an error, offers a new link, and sends no request', async ({
  page,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  for (const link of [
    '/reset',
    '/reset?username=ada@example.org',
    '/reset?id=123456',
    '/reset?username=&id=',
  ]) {
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByText('This link is incomplete.')).toBeVisible();
    await expect(page).toHaveTitle(/^Error: Reset Password - /);
    await expect(page.locator('input')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Request a new one.' }).click();
  await expect(heading(page, 'Forgot Password')).toBeVisible();
  expect(calls.filter((url) => url.includes('/public/'))).toEqual([]);
});

test('a browser that rejects cookies gets an error after log-in and keeps the typed answers', async ({
  page,
}) => {
  const applicant = await haveAccount(page);
  await page.goto('/about');
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.getByRole('link', { name: 'log in', exact: true }).click();
  // The browser receives the response, but without its cookies.
  await page.route('**/public/login', async (route) => {
    const request = route.request();
    const { status, body } = await fetch(request.url(), {
      method: 'POST',
      headers: await request.allHeaders(),
      body: request.postData(),
    }).then(async (response) => ({ status: response.status, body: await response.text() }));
    await route.fulfill({ status, contentType: 'application/json', body });
  });
  await logIn(page, applicant);
  await expect(page.getByRole('alert').getByText(/^Your browser blocks cookies/)).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email Address')).toHaveValue(applicant.email);
  await page.unroute('**/public/login');
  await logIn(page, applicant);
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
});

test('a browser that blocks all storage still shows every page and says what log-in needs', async ({
  page,
}) => {
  const applicant = await haveAccount(page);
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, { get: blocked, configurable: true });
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} });
  });
  await page.goto('/about');
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.getByRole('link', { name: 'log in', exact: true }).click();
  await logIn(page, applicant);
  await expect(page.getByRole('alert').getByText(/^Your browser blocks cookies/)).toBeVisible();
});

test('log-in to an unconfirmed account links to the confirmation page, with the address filled in [AU-22]', async ({
  page,
}) => {
  const applicant = newApplicant();
  const { email: username, password } = applicant;
  await page.request.post('/public/signup', { data: { username, password } });
  await page.goto('/login');
  await logIn(page, applicant);
  const banner = page.getByRole('region', { name: 'Login Card Error' });
  await expect(banner).toContainText('Please confirm your account first.');
  await banner.getByRole('link', { name: 'Enter your confirmation code' }).click();
  await expect(page.getByLabel('Email Address')).toHaveValue(username);
  await confirm(page, applicant);
  await expect(heading(page, 'Log In')).toBeVisible();
});

test('too many attempts say when to try again, and what helps meanwhile', async ({ page }) => {
  const { email } = await haveAccount(page);
  await page.goto('/login');
  const banner = page.getByRole('region', { name: 'Login Card Error' });
  for (const _attempt of Array.from({ length: 5 })) {
    await logIn(page, { email, password: 'Wrong-Harbor-2027' });
    await expect(banner).toContainText('The email address or password is incorrect.');
  }
  await button(page, 'Submit').click();
  await expect(banner).toContainText(
    /Too many attempts\. Please wait and try again\. You can try again in \d+ seconds?\. To log in sooner, choose a new password with "Forgot password\?"\./,
  );
});

test('an account page says that answers are kept only to a visitor who gave some', async ({ page }) => {
  const isKept = page.getByText('Your answers are saved here and will come with you.');
  await page.goto('/about');
  await button(page, 'Log in').click();
  await expect(heading(page, 'Log In')).toBeVisible();
  await expect(isKept).toHaveCount(0);
  await page.goto('/about');
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await button(page, 'Log in').click();
  await expect(isKept).toBeVisible();
});
