import {
  button,
  codeFor,
  comeBack,
  confirm,
  fillSignUp,
  haveAccount,
  heading,
  logIn,
  logOut,
  newApplicant,
  send,
} from './support/applicant.ts';
import { callsOf } from './support/calls.ts';
import { faults } from './support/faults.ts';
import { expect, test } from './support/test.ts';

test('sign-up checks the email address and the password requirements while the user types, and says why it rejects a password [PG-12, PG-21, AU-01, AU-14, AU-15, AU-16]', async ({
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
  await page.goto('/signup');
  await test.step('the error of an email address clears as soon as it is valid', async () => {
    await email.fill('ada@example');
    await email.blur();
    await expect(page.getByText('Your email address must be valid.')).toBeVisible();
    await email.fill('ada@example.org');
    await expect(page.getByText('Your email address must be valid.')).toHaveCount(0);
    await email.fill('ada');
    await expect(page.getByText('Your email address must be valid.')).toBeVisible();
    await email.fill('ada@example.org');
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
    for (const invalid of ['', 'short', `Copper-Harbor-2027${'x'.repeat(120)}`]) {
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
  expect(calls).toEqual([]);
});

test('sign-up lists that a password is a common one before it is sent, where such passwords are rejected [AU-15, AU-19]', async ({
  page,
}) => {
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), rejectCommonPasswords: true } });
  });
  const sent = callsOf(page);
  await page.goto('/signup');
  const password = page.getByLabel('Password', { exact: true });
  const rules = page.getByRole('listitem').filter({ hasText: /met\)$/ });
  const common = page.getByRole('listitem').filter({ hasText: 'is not a commonly used password' });
  await page.getByLabel('Email Address').fill('quisenberry@example.org');
  await password.fill('Quisenberry.2027!');
  await expect(common).toHaveAttribute('data-state', 'error');
  await expect(rules).toHaveCount(7);
  await password.fill('Copper-Harbor-2027');
  await expect(common).toHaveCount(0);
  await expect(rules).toHaveCount(6);
  await password.fill('Password-2027');
  await button(page, 'Submit').click();
  await expect(page.getByText("Your password doesn't meet every requirement yet.")).toBeVisible();
  await expect(password).toBeFocused();
  expect(sent).toEqual([]);
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
    await expect(button(page, 'Submit')).toHaveAttribute('type', 'submit');
    await expect(page.getByText(links)).toBeVisible();
    for (const label of fields.filter((each) => each.endsWith('Password'))) {
      await expect(field(label)).toHaveAttribute('type', 'password');
      await page.getByRole('button', { name: `Show ${label}` }).click();
      await expect(field(label)).toHaveAttribute('type', 'text');
      await page.getByRole('button', { name: `Hide ${label}` }).click();
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
    await expect(page.getByRole('complementary').getByRole('listitem')).toHaveText([
      'No application fee',
      'No required recommendation',
      'Automatic consideration for merit scholarships',
      'An admissions decision within two weeks',
    ]);
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

test('an applicant changes a forgotten password, and the error of an old link has the way to a new one [RT-23, RT-28, PG-08, PG-17, PG-19, BN-04]', async ({
  page,
}) => {
  const { email } = await comeBack(page);
  const password = 'Another-Harbor-2027';
  const fillPasswords = async () => {
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await button(page, 'Submit').click();
  };
  await logOut(page);
  await test.step('log-in leads to the page for a forgotten password', async () => {
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(heading(page, 'Forgot Password')).toBeVisible();
  });
  await test.step('an old link leads there too', async () => {
    await page.goto(`/reset?username=${email}&id=old`);
    await fillPasswords();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(heading(page, 'Forgot Password')).toBeFocused();
  });
  await test.step('the mailed link opens a page that can be reloaded', async () => {
    await page.getByLabel('Email Address').fill(email);
    await button(page, 'Submit').click();
    await expect(page.getByText('we sent a link to reset your password').first()).toBeVisible();
    const mails = await page.request.get(`/_local/mail.json?to=${email}`);
    const link = /https?:\S+\/reset\?\S+/.exec((await mails.json())[0].text)?.[0] ?? '';
    await page.goto(link);
    await expect(page).toHaveURL(/\/reset$/);
    await page.reload();
  });
  await test.step('the new password logs in', async () => {
    await fillPasswords();
    await logIn(page, { email, password });
    await expect(page.getByText("We're glad to see you again!")).toBeVisible();
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

test('a password is reset without a complete link, by email address and the code or link of the mail [PG-18]', async ({
  page,
}) => {
  const { email } = await haveAccount(page);
  const password = 'Another-Harbor-2027';
  await send(page, 'post', '/public/forgot-password', { username: email });
  const mails = await page.request.get(`/_local/mail.json?to=${email}`);
  const link = /https?:\S+\/reset\?\S+/.exec((await mails.json())[0].text)?.[0] ?? '';
  await page.goto(`/reset?username=${email}`);
  await expect(heading(page, 'Reset Password')).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
  await page.goto('/reset?username=&id=');
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await button(page, 'Submit').click();
  await expect(page.getByText('Your email address must be valid.')).toBeVisible();
  await expect(page.getByText('Enter the code from our email, or paste its link.')).toBeVisible();
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Code').fill(link);
  await button(page, 'Submit').click();
  await logIn(page, { email, password });
  await expect(heading(page, 'About You')).toBeVisible();
});

test('log-in says that answers are kept only to a visitor who gave some, and keeps them when the browser rejects cookies', async ({
  page,
}) => {
  const applicant = await haveAccount(page);
  const isKept = page.getByText('Your answers are saved here and will come with you.');
  await page.goto('/about');
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(heading(page, 'Log In')).toBeVisible();
  await expect(isKept).toHaveCount(0);
  await page.goBack();
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await expect(isKept).toBeVisible();
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
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await logIn(page, applicant);
  await expect(page.getByRole('alert').getByText(/^Your browser blocks cookies/)).toBeVisible();
});

test('log-in to an unconfirmed account links to the confirmation page, with the address filled in, and works again after an outage of Cognito [AU-22, ER-03]', async ({
  page,
  injectFault,
}) => {
  const applicant = newApplicant();
  const { email: username, password } = applicant;
  await page.request.post('/public/signup', { data: { username, password } });
  await page.goto('/login');
  await logIn(page, applicant);
  const banner = page.getByRole('region', { name: 'Login Card Error' });
  await test.step('the account is not confirmed', async () => {
    await expect(banner).toContainText('Please confirm your account first.');
    await banner.getByRole('link', { name: 'Enter your confirmation code' }).click();
    await expect(page.getByLabel('Email Address')).toHaveValue(username);
    await confirm(page, applicant);
    await expect(heading(page, 'Log In')).toBeVisible();
  });
  await test.step('Cognito is unreachable', async () => {
    const endFault = injectFault(faults.cognito);
    await logIn(page, applicant);
    await expect(banner).toContainText(
      "We've encountered an unexpected error at this time. Please try again later.",
    );
    endFault();
    await button(page, 'Submit').click();
    await expect(heading(page, 'About You')).toBeVisible();
  });
});

test('a failed log-in shows the error in the banner of its card; too many attempts say when to try again [PG-03, AU-22, ER-03]', async ({
  page,
}) => {
  const { email } = await haveAccount(page);
  await page.context().clearCookies({ name: '__Host-device' }); // a browser that the account does not know
  await page.goto('/login');
  const banner = page.getByRole('region', { name: 'Login Card Error' });
  const password = 'Wrong-Harbor-2027';
  await logIn(page, { email, password });
  await expect(banner).toContainText('The email address or password is incorrect.');
  await banner.getByRole('button', { name: 'Close' }).click();
  await expect(banner).toHaveCount(0);
  for (const _attempt of Array.from({ length: 4 }))
    await page.request.post('/public/login', { data: { username: email, password } });
  await button(page, 'Submit').click();
  await expect(banner).toContainText(
    /Too many attempts\. Please wait and try again\. You can try again in \d+ minutes\. To log in without waiting, choose a new password with "Forgot password\?"\./,
  );
});
