import type { Locator } from '@playwright/test';
import { Authenticator } from '../support/authenticator.ts';
import { button, comeBack, heading, logIn } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, type Page, test } from './support/test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Two-step login' });
const codeField = (page: Page) => page.getByLabel('Code from Your App', { exact: true });

/** A code as an Arabic keyboard types it. */
const inArabicDigits = (code: string) =>
  code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));

/** Expects that something stands clearly below something else. */
async function expectGap(above: Locator, below: Locator): Promise<void> {
  const [upper, lower] = [await above.boundingBox(), await below.boundingBox()];
  if (upper === null || lower === null) throw new Error('One of them is not shown.');
  expect(lower.y - (upper.y + upper.height)).toBeGreaterThan(8);
}

interface Typed {
  readonly password: string;
  readonly wrongCode: string;
  /** A recovery code. */
  readonly code: string;
}

/** Asks for codes for another address, which needs the second factor too. */
async function askForAnotherAddress(page: Page, { password, wrongCode, code }: Typed): Promise<void> {
  const form = page.getByRole('region', { name: 'Email address' });
  await form.locator('summary').click();
  const field = form.getByLabel('Code from Your App', { exact: true });
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await form.getByLabel('New Email Address').fill(`new.${Date.now()}@example.org`);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(
    form.getByText('Enter the 6-digit code from your app, or a 10-character recovery code.'),
  ).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(wrongCode);
  await page.keyboard.press('Enter');
  await expect(form.getByText(/^That code is wrong or was already used\./)).toBeVisible();
  await form.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await form.getByLabel('Recovery Code', { exact: true }).fill(code);
  await expectAccessible(page, 'main');
  await page.keyboard.press('Enter');
  await expect(form.getByText(/^We sent a code to /)).toBeVisible();
}

/** Fills in a form of the account page, which asks for the second factor too, and submits it. */
async function submitWithCode(form: Locator, fields: Readonly<Record<string, string>>, code: string) {
  await form.locator('summary').click();
  await form.getByRole('button', { name: 'Use a recovery code instead' }).click();
  for (const [label, value] of Object.entries({ ...fields, 'Recovery Code': code }))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.page().keyboard.press('Enter');
}

test('an applicant adds an authenticator app by keyboard and on a phone, logs in with its code or a recovery code, and needs one to change or delete the account', async ({
  page,
}) => {
  const applicant = await comeBack(page, { path: '/education' });
  await page.goto('/account');
  await page.setViewportSize({ width: 390, height: 844 });
  await section(page).locator('summary').click();
  await expect(codeField(page)).toHaveCount(0);
  await expectGap(section(page).locator('.hint').first(), section(page).locator('label').first());
  await button(page, 'Set up two-step login').press('Enter');
  await expect(section(page).getByText('Password is required.')).toBeVisible();
  await section(page).getByLabel('Your Password', { exact: true }).fill(applicant.password);
  await page.keyboard.press('Enter');
  const picture = page.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(picture).toBeVisible();
  const link = await page.getByRole('link', { name: 'Open in an app on this device' }).boundingBox();
  expect(link?.y).toBeLessThan((await picture.boundingBox())?.y ?? 0);
  await expect(section(page).getByRole('heading', { level: 2 })).toBeFocused();
  await expectAccessible(page);
  const key =
    (await section(page)
      .getByText(/^Key: /)
      .textContent()) ?? '';
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, 'Copy key').press('Enter');
  await expect(section(page).getByRole('status').getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    key.replace('Key: ', '').replaceAll(' ', ''),
  );
  const app = new Authenticator(key.replace('Key: ', '').replaceAll(' ', ''));
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
  await codeField(page).fill(app.wrongCode());
  await page.keyboard.press('Enter');
  await expect(section(page).getByText(/^That code didn't work\./)).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill(inArabicDigits(await app.code()));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expect(section(page).getByText('On.', { exact: true })).toHaveCount(1);
  await expectAccessible(page, 'main');
  const [recoveryCode = '', anotherCode = '', passwordCode = '', deletionCode = ''] =
    await codes.allTextContents();
  await button(page, 'I saved them').press('Enter');
  await expect(section(page).getByText('10 recovery codes are left.', { exact: false })).toBeVisible();
  await askForAnotherAddress(page, {
    password: applicant.password,
    wrongCode: app.wrongCode(),
    code: anotherCode,
  });

  await page.request.get('/api/logout');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/login');
  await logIn(page, applicant);
  await expect(heading(page, 'Enter Your Code')).toBeFocused();
  await expectAccessible(page);
  await codeField(page).fill(app.wrongCode());
  await page.keyboard.press('Enter');
  const wrong = page.getByText(/^That code is wrong or was already used\./);
  await expect(wrong).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expectGap(page.locator('#code-hint'), button(page, 'Use a recovery code instead'));
  await button(page, 'Use a recovery code instead').click();
  await expect(page.getByLabel('Recovery Code', { exact: true })).toBeFocused();
  await expect(wrong).toHaveCount(0);
  await expect(page.getByLabel('Recovery Code', { exact: true })).not.toHaveAttribute('aria-invalid', 'true');
  await button(page, 'Use the app instead').press('Enter');
  await codeField(page).fill(await app.code());
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Academics')).toBeVisible();

  await page.request.get('/api/logout');
  await page.goto('/login');
  await logIn(page, applicant);
  await button(page, 'Use a recovery code instead').press('Enter');
  const field = page.getByLabel('Recovery Code', { exact: true });
  await expect(field).toBeFocused();
  await field.fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Academics')).toBeVisible();

  await page.goto('/account');
  const password = 'Maple-Lantern-2031';
  await submitWithCode(
    page.getByRole('region', { name: 'Password', exact: true }),
    { 'Current Password': applicant.password, 'New Password': password, 'Confirm Password': password },
    passwordCode,
  );
  await expect(page.getByText(/^Your password was changed\./)).toBeVisible();
  const deletion = page.getByRole('region', { name: 'Delete your application' });
  await submitWithCode(deletion, { 'Your Password': password }, deletionCode);
  await expect(heading(page, 'Your application is deleted')).toBeFocused();
});
