import { readFileSync } from 'node:fs';
import { button, comeBack, heading, logIn, openCompletion } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';

const deletion = (page: Parameters<typeof heading>[0]) =>
  page.getByRole('region', { name: 'Delete your application' });

test('an applicant downloads their data, then deletes the application with the password', async ({
  page,
}) => {
  const applicant = await comeBack(page, { answers: { first_name: 'Augusta', city: 'Marylebone' } });
  await page.goto('/account');
  const downloading = page.waitForEvent('download');
  await button(page, 'Download my data').click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('my-data.html');
  const text = readFileSync(await file.path(), 'utf8');
  for (const own of ['First Name (first_name)', 'Augusta', 'Marylebone', applicant.email])
    expect(text).toContain(own);

  const section = deletion(page);
  await section.locator('summary').click();
  await expect(section).toContainText('This cannot be undone.');
  await button(page, 'Delete my application').click();
  await expect(section.getByText('Password is required.')).toBeVisible();
  const password = section.getByLabel('Your Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill('Wrong-Horse-99!');
  await page.keyboard.press('Enter');
  await expect(section.getByText('The current password is incorrect.')).toBeVisible();
  await expectAccessible(page, 'main');
  await password.fill(applicant.password);
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await expect(section).toContainText("We couldn't confirm that we're deleting your application.");
  await page.context().setOffline(false);
  await password.press('Enter');
  await expect(heading(page, 'Your application is deleted')).toBeFocused();
  await expect(page).toHaveURL(/\/deleted$/);
  await expectAccessible(page);
  expect((await page.request.get('/api/profile')).status()).toBe(401);
  await page.goto('/login');
  await logIn(page, applicant);
  await expect(page.getByRole('alert').getByText(/^This account is being deleted\./)).toBeVisible();
});

test('an applicant who has submitted reads a contact, and sees no button to delete', async ({ page }) => {
  await openCompletion(page);
  await page.goto('/account');
  await expect(deletion(page)).toContainText(
    /You've submitted your application, .* write to \S+@\S+ or call/,
  );
  await expect(button(page, 'Delete my application')).toHaveCount(0);
  await expect(button(page, 'Download my data')).toBeVisible();
});
