import { heading, openCompletion } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { signInAsStaff } from './support/staff.ts';
import { expect, type Page, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const facts = (page: Page) => page.locator('.receipt dt');
const nextSteps = (page: Page) => page.getByRole('region', { name: /^To complete your application/ });
const fold = (page: Page) => page.locator('summary').filter({ hasText: 'Withdraw your application' });
const password = (page: Page) => page.getByLabel('Your Password');
const withdraw = (page: Page) => page.getByRole('button', { name: 'Withdraw my application' });
const dialog = (page: Page) => page.getByRole('alertdialog');

test('an applicant follows the application, withdraws it with the password, and the office reinstates it', async ({
  page,
  reader,
}) => {
  const applicant = await openCompletion(page);
  await test.step('the receipt says what happened and what comes next', async () => {
    await expect(facts(page)).toHaveText(['Confirmation number', 'Submitted', 'Decision by']);
    await expectAccessible(page);
  });
  await test.step('the form asks for the password, and withdraws nothing before it is confirmed', async () => {
    await fold(page).press('Enter');
    await withdraw(page).click();
    await expect(password(page)).toBeFocused();
    await password(page).fill('Wrong-Horse-99!');
    await withdraw(page).click();
    await dialog(page).getByRole('button', { name: 'Yes, withdraw it' }).click();
    await expect(page.getByText('The current password is incorrect.')).toBeVisible();
    await password(page).fill(applicant.password);
    await withdraw(page).click();
    await expectAccessible(page, 'dialog[open]');
    await dialog(page).getByRole('button', { name: 'Keep my application' }).click();
    await expect(withdraw(page)).toBeFocused();
    await expect(nextSteps(page)).toBeVisible();
  });
  await test.step('afterwards the page says so in place of the next steps, and keeps the receipt', async () => {
    await withdraw(page).click();
    await dialog(page).getByRole('button', { name: 'Yes, withdraw it' }).click();
    await expect(heading(page, 'Your application is withdrawn')).toBeFocused();
    await expect(facts(page)).toHaveText(['Confirmation number', 'Submitted', 'Withdrawn']);
    await expect(nextSteps(page)).toHaveCount(0);
    await expect(fold(page)).toHaveCount(0);
    await expect(page.getByText('Changed your mind?')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(heading(page, 'Your application is withdrawn')).toBeVisible();
  });
  await test.step('the office finds it in the list and reinstates it', async () => {
    await signInAsStaff(reader, 'Omar Office', `/staff?status=withdrawn&q=${applicant.email}`);
    await reader.setViewportSize({ width: 390, height: 844 });
    await expect(reader.getByRole('cell', { name: 'Withdrawn' })).toBeVisible();
    await reader.getByRole('link', { name: /^Ada/ }).click();
    await expect(reader.getByText(/^Withdrawn by the applicant on/)).toBeVisible();
    await reader.getByRole('button', { name: 'Reinstate' }).click();
    await expectAccessible(reader, 'dialog[open]');
    await dialog(reader).getByRole('button', { name: 'Reinstate' }).click();
    await expect(reader.getByText(/^Withdrawn by the applicant on/)).toHaveCount(0);
    await expect(reader.locator('h1')).toBeFocused();
    await expect(reader.locator('.facts').first()).toContainText('Awaiting documents');
  });
  await page.reload();
  await expect(heading(page, 'Your application is in')).toBeVisible();
  await expect(nextSteps(page)).toBeVisible();
});

test('the completion page works while its progress cannot be read', async ({ page }) => {
  await page.route('**/api/progress', (route) => route.fulfill({ status: 503, json: {} }));
  await openCompletion(page);
  await expect(nextSteps(page)).toBeVisible();
  await expect(facts(page)).toHaveText(['Confirmation number', 'Submitted', 'Decision by']);
});
