import {
  button,
  comeBack,
  confirm,
  haveAccount,
  heading,
  logIn,
  logOut,
  newApplicant,
  send,
} from './support/applicant.ts';
import { faults } from './support/faults.ts';
import { expect, test } from './support/test.ts';

test('an applicant changes a forgotten password by the mailed link or by pasting it, and an old link leads to a new one [RT-23, RT-28, PG-08, PG-17, PG-18, PG-19, BN-04]', async ({
  page,
}) => {
  const { email } = await comeBack(page);
  const fillPasswords = async (password: string) => {
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    await button(page, 'Submit').click();
  };
  const mailedLink = async () => {
    const mails = await page.request.get(`/_local/mail.json?to=${email}`);
    return /https?:\S+\/reset\?\S+/.exec((await mails.json())[0].text)?.[0] ?? '';
  };
  await logOut(page);
  await test.step('log-in leads to the page for a forgotten password', async () => {
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(heading(page, 'Forgot Password')).toBeVisible();
  });
  await test.step('an old link leads there too', async () => {
    await page.goto(`/reset?username=${email}&id=old`);
    await fillPasswords('Another-Harbor-2027');
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(heading(page, 'Forgot Password')).toBeFocused();
  });
  await test.step('the mailed link opens a page that can be reloaded', async () => {
    await page.getByLabel('Email Address').fill(email);
    await button(page, 'Submit').click();
    await expect(page.getByText('we sent a link to reset your password').first()).toBeVisible();
    await page.goto(await mailedLink());
    await expect(page).toHaveURL(/\/reset$/);
    await page.reload();
    await fillPasswords('Another-Harbor-2027');
    await logIn(page, { email, password: 'Another-Harbor-2027' });
    await expect(page.getByText("We're glad to see you again!")).toBeVisible();
    await logOut(page);
  });
  await test.step('without the link, its text can be pasted', async () => {
    await send(page, 'post', '/public/forgot-password', { username: email });
    await page.goto('/reset?username=&id=');
    await fillPasswords('Third-Harbor-2027');
    await expect(page.getByText('Your email address must be valid.')).toBeVisible();
    await expect(page.getByText('Enter the code from our email, or paste its link.')).toBeVisible();
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Code').fill(await mailedLink());
    await button(page, 'Submit').click();
    await logIn(page, { email, password: 'Third-Harbor-2027' });
    await expect(heading(page, 'About You')).toBeVisible();
  });
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

test('a failed log-in says why in the banner of its card: not confirmed, wrong password, an outage, too many attempts [PG-03, AU-22, ER-03]', async ({
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
  await test.step('the password is wrong', async () => {
    await logIn(page, { ...applicant, password: 'Wrong-Harbor-2027' });
    await expect(banner).toContainText('The email address or password is incorrect.');
    await banner.getByRole('button', { name: 'Close' }).click();
    await expect(banner).toHaveCount(0);
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
  await test.step('there were too many attempts in a browser that the account does not know', async () => {
    await page.context().clearCookies();
    await page.goto('/login');
    const data = { username, password: 'Wrong-Harbor-2027' };
    for (const _attempt of Array.from({ length: 5 })) await page.request.post('/public/login', { data });
    await logIn(page, applicant);
    await expect(banner).toContainText(
      /Too many attempts\. Please wait and try again\. You can try again in \d+ minutes\. To log in without waiting, choose a new password with "Forgot password\?"\./,
    );
  });
});
