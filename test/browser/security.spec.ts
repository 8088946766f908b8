import {
  type Applicant,
  button,
  codeFor,
  comeBack,
  haveAccount,
  heading,
  logIn,
  logInBehind,
} from './support/applicant.ts';
import { expect, type Page, test } from './support/test.ts';

const topic = (page: Page, name: string) => page.getByRole('region', { name });
const change = (page: Page, name: string) => topic(page, name).locator('summary');

async function openAccount(page: Page): Promise<Applicant> {
  const applicant = await haveAccount(page);
  await logInBehind(page, applicant);
  await page.goto('/account');
  return applicant;
}

test('the account page has one line for each topic, whose form opens with its first field focused, also by a link, and a button that logs out other devices', async ({
  page,
  playwright,
  baseURL,
}) => {
  const { email: username, password } = await openAccount(page);
  await expect(topic(page, 'Other devices')).toBeVisible();
  await expect(page.locator('input:visible')).toHaveCount(0);
  for (const [name, field] of [
    ['Password', 'Current Password'],
    ['Email address', 'New Email Address'],
    ['Delete your application', 'Your Password'],
  ] as const)
    await test.step(name, async () => {
      await change(page, name).press('Enter');
      await expect(topic(page, name).getByLabel(field, { exact: true })).toBeFocused();
      await change(page, name).click();
      await expect(topic(page, name).getByLabel(field, { exact: true })).toBeHidden();
    });
  await test.step('a link to a topic opens its form', async () => {
    await page.goto('about:blank');
    await page.goto('/account#address-section');
    const address = topic(page, 'Email address');
    await expect(address.getByLabel('New Email Address')).toBeVisible();
    await expect(address.getByRole('heading')).toBeFocused();
    await expect(topic(page, 'Password').getByLabel('Current Password')).toBeHidden();
  });
  await test.step('logging out everywhere else', async () => {
    const device = await playwright.request.newContext({ baseURL: String(baseURL) });
    expect((await device.post('/public/login', { data: { username, password } })).ok()).toBe(true);
    await button(page, 'Log out everywhere else').press('Enter');
    await expect(page.getByText("You're logged out everywhere else.", { exact: true })).toBeVisible();
    await expect(button(page, 'Log out everywhere else')).toBeFocused();
    expect((await device.get('/api/profile')).status()).toBe(401);
    await device.dispose();
    expect((await page.request.get('/api/profile')).status()).toBe(200);
  });
});

test('an applicant changes the password from the account menu, stays logged in, and logs in with the new one', async ({
  page,
}) => {
  const applicant = await comeBack(page, { path: '/education' });
  await button(page, 'Account').click();
  await button(page, 'Account and Security').click();
  await expect(heading(page, 'Account and Security')).toBeFocused();
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeHidden();
  await change(page, 'Password').click();
  const current = page.getByLabel('Current Password', { exact: true });
  const next = page.getByLabel('New Password', { exact: true });
  const again = page.getByLabel('Confirm Password', { exact: true });
  await current.fill('Wrong-Horse-99!');
  const password = 'Maple-Lantern-2031';
  await next.fill(password);
  await again.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The current password is incorrect.')).toBeVisible();
  await expect(current).toBeFocused();
  await expect(page).toHaveTitle(/^Error: Account and Security - /);
  await current.fill(applicant.password);
  await page.keyboard.press('Enter');
  await expect(
    page.getByText("Your password was changed. You're logged out everywhere else.", { exact: true }),
  ).toBeVisible();
  await expect(current).toBeHidden();
  await expect(topic(page, 'Password').getByRole('heading')).toBeFocused();
  await expect(page).toHaveTitle(/^Account and Security - /);
  await page.getByRole('link', { name: 'Back to your application' }).click();
  await expect(heading(page, 'Academics')).toBeFocused();
  await button(page, 'Account').click();
  await button(page, 'Log Out').click();
  await logIn(page, { ...applicant, password });
  await expect(heading(page, 'Academics')).toBeVisible();
});

test('an applicant changes the email address with a code from each mailbox', async ({ page }) => {
  const applicant = await openAccount(page);
  const email = `new-${applicant.email}`;
  const section = topic(page, 'Email address');
  await change(page, 'Email address').click();
  await section.getByLabel('New Email Address').fill(email);
  await section.getByLabel('Password', { exact: true }).fill(applicant.password);
  await page.keyboard.press('Enter');
  await expect(
    section.getByText(`We sent a code to ${applicant.email} and another one to ${email}.`),
  ).toBeVisible();
  await expect(section.getByRole('heading')).toBeFocused();
  // An applicant who comes back with the codes asks for no new ones.
  await section.getByRole('button', { name: 'Start over' }).click();
  await section.getByRole('button', { name: 'Enter my codes' }).click();
  const code = await codeFor(page, email);
  await section.getByLabel('Code from Your New Address').fill(code);
  await section.getByLabel('Code from Your Current Address').fill(code === '000000' ? '000001' : '000000');
  await page.keyboard.press('Enter');
  await expect(
    section.getByText('At least one code is wrong or has expired. Check both, or start over.'),
  ).toBeVisible();
  await section.getByLabel('Code from Your Current Address').fill(await codeFor(page, applicant.email));
  await page.keyboard.press('Enter');
  await expect(section.getByText(`You log in with ${email}`)).toBeVisible();
  await button(page, 'Account').click();
  await expect(page.getByRole('dialog', { name: 'Account' }).getByText(email)).toBeVisible();
  await button(page, 'Log Out').click();
  await logIn(page, { ...applicant, email });
  await expect(heading(page, 'About You')).toBeVisible();
});
