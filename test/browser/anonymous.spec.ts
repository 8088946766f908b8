import { button, comeBack, haveAccount, heading, logIn, logOut } from './support/applicant.ts';
import { holdRoute } from './support/routes.ts';
import { expect, type Page, test } from './support/test.ts';

const birthMonth = (page: Page) => page.locator('#birth_date').getByLabel('Month');

test('answers of an anonymous visitor, a partial date included, survive a reload, and the next page leads to sign-up, which moves them into the account [RT-31, RT-35, RO-02]', async ({
  page,
}) => {
  await page.goto('/somewhere');
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByText('First time here?')).toBeVisible();
  await page.getByLabel('First Name', { exact: true }).fill('Ada');
  await page.reload();
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
  await page.locator('#country').getByRole('combobox').selectOption('USA');
  await birthMonth(page).selectOption('3');
  await page.getByRole('link', { name: 'Academics' }).click();
  await expect(heading(page, 'Sign Up')).toBeVisible();
  await page.goBack();
  await button(page, 'Save and Continue').click();

  const applicant = await haveAccount(page);
  await expect(heading(page, 'Sign Up')).toBeVisible();
  await page.reload();
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await logIn(page, applicant);
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
  await expect(page.getByText(/^Saved at /)).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
  await expect(page.locator('#country').getByRole('combobox')).toHaveValue('USA');
  await expect(birthMonth(page)).toHaveValue('3');
  await expect(page.locator('#birth_date').getByRole('alert')).toHaveText('Add the day and the year.');
});

test('log-in keeps the answers saved in the account and fills its empty ones from the anonymous visit', async ({
  page,
}) => {
  const applicant = await comeBack(page, { answers: { first_name: 'Ada', birth_date: '2008-04-09' } });
  await logOut(page);

  await page.goto('/about');
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('');
  await page.getByLabel('First Name', { exact: true }).fill('Eve');
  await page.getByLabel('Middle Name').fill('Maria');
  await birthMonth(page).selectOption('5');
  await button(page, 'Save and Continue').click();
  await page.getByRole('link', { name: 'Log In' }).click();
  const release = await holdRoute(page, '**/api/profile');
  const loading = page.waitForRequest('**/api/profile');
  await logIn(page, applicant);
  await loading;
  // Leaving a field saves immediately. Nothing may be saved before the page has loaded the account's answers.
  await page.locator('body').dispatchEvent('focusout');
  release();
  await expect(page.getByText('We kept the answers already saved in your account.').first()).toBeVisible();
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First Name', { exact: true })).toHaveValue('Ada');
  await expect(page.getByLabel('Middle Name')).toHaveValue('Maria');
  await expect(birthMonth(page)).toHaveValue('4');
});

test('an anonymous visitor on Academics cannot upload or add blocks and sees no other tab, and "Previous" leads to sign-up once there are answers [RT-45, RO-02, RO-04, RO-05, UP-30, AA-05, TB-03]', async ({
  page,
}) => {
  const previous = page.getByRole('link', { name: 'Previous' });
  const needsAccount = 'This question can be finished once you have created an account.';
  const honors = page.getByRole('region', { name: 'Honors' });
  const honor = page.getByLabel('Honor 1 (optional)');
  await page.goto('/education');
  await test.step('uploads need an account', async () => {
    await expect(page.locator('#transcript_document').getByText(needsAccount)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Choose file/ })).toHaveCount(0);
  });
  await test.step('repeated blocks need an account', async () => {
    await expect(honor).toBeVisible();
    await expect(page.getByRole('button', { name: /^Add Another/ })).toHaveCount(0);
    await expect(honors.getByText(needsAccount).first()).toBeVisible();
  });
  await test.step('only the default tab shows, and the section says once that the rest needs an account', async () => {
    const activities = page.getByRole('region', { name: 'Activities' });
    await expect(activities.getByRole('tab')).toHaveText(['List my activities']);
    await expect(activities.getByText(needsAccount)).toHaveCount(1);
    await expect(page.locator('#activity_name-control')).toBeVisible();
  });
  await test.step('"Previous" leads a visitor without answers to the page before', async () => {
    await previous.click();
    await expect(heading(page, 'About You')).toBeVisible();
    await page.goto('/education');
  });
  await test.step('and one with answers to sign-up', async () => {
    await honor.fill('Honor roll');
    await previous.click();
    await expect(heading(page, 'Sign Up')).toBeVisible();
    await page.goBack();
    await expect(honor).toHaveValue('Honor roll');
    await honors.getByRole('link', { name: 'Create an account' }).click();
    await expect(heading(page, 'Sign Up')).toBeVisible();
    await expect(page.getByText('Your answers are saved here and will come with you.')).toBeVisible();
  });
});
