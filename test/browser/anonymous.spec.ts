import {
  becomeApplicant,
  button,
  confirm,
  fillSignUp,
  heading,
  logIn,
  newApplicant,
} from './support/applicant.ts';
import { expect, test } from './support/test.ts';

test('answers of an anonymous visitor move into the new account [RT-31]', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByText('First time here?')).toBeVisible();
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.getByLabel('Cell Phone').pressSequentially('9064871885');
  await expect(page.getByLabel('Cell Phone')).toHaveValue('(906) 487-1885');
  await page.locator('#country').getByRole('combobox').selectOption('USA');
  await button(page, 'Save and Continue').click();

  const applicant = newApplicant();
  await expect(heading(page, 'Sign Up')).toBeVisible();
  await fillSignUp(page, applicant);
  await confirm(page, applicant);
  await logIn(page, applicant);
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
  await expect(page.getByText(/^Saved at /)).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
  await expect(page.getByLabel('Cell Phone')).toHaveValue('(906) 487-1885');
  await expect(page.locator('#country').getByRole('combobox')).toHaveValue('USA');
});

test('answers of an anonymous visitor survive a reload, and the next page leads to sign-up [RT-35, RO-02]', async ({
  page,
}) => {
  await page.goto('/somewhere');
  await expect(page).toHaveURL(/\/about$/);
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.reload();
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
  await page.getByRole('link', { name: 'Academics' }).click();
  await expect(heading(page, 'Sign Up')).toBeVisible();
});

test('an anonymous visitor reads that uploads need an account [UP-30, RO-04]', async ({ page }) => {
  await page.goto('/education');
  await expect(
    page
      .locator('#transcript_document')
      .getByText('This question can be finished once you have created an account.'),
  ).toBeVisible();
});

test('log-in keeps the answers saved in the account and fills its empty ones from the anonymous visit', async ({
  page,
}) => {
  const applicant = await becomeApplicant(page);
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  await button(page, 'Account').click();
  await button(page, 'Log Out').click();
  await expect(heading(page, 'Log In')).toBeVisible();

  await page.goto('/about');
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('');
  await page.getByLabel('First Name', { exact: true }).fill('Eve');
  await page.getByLabel('Middle Name').fill('Maria');
  await button(page, 'Save and Continue').click();
  await page.getByRole('link', { name: 'Log In' }).click();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/profile', (route) => held.then(() => route.continue()));
  const loading = page.waitForRequest('**/api/profile');
  await logIn(page, applicant);
  await loading;
  // Leaving a field saves at once. Nothing may be saved before the page knows the account's answers.
  await page.locator('body').dispatchEvent('focusout');
  release();
  await expect(page.getByText('We kept the answers already saved in your account.').first()).toBeVisible();
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
  await expect(page.getByLabel('Middle Name')).toHaveValue('Maria');
});

test('"Previous" leads an anonymous visitor with answers to sign-up, and one without to the page before [RT-45, RO-02]', async ({
  page,
}) => {
  const previous = page.getByRole('link', { name: 'Previous' });
  await page.goto('/education');
  await previous.click();
  await expect(heading(page, 'About You')).toBeVisible();
  await page.goto('/education');
  await page.getByLabel('Honor 1 (optional)').fill('Honor roll');
  await previous.click();
  await expect(heading(page, 'Sign Up')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Honor 1 (optional)')).toHaveValue('Honor roll');
});
