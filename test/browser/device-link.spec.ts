import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { saveAnswers } from './support/answers.ts';
import { button, comeBack, haveAccount, heading, logIn } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { type Browser, expect, type Page, test } from './support/test.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Continue on your phone' });
const otherDevice = async (browser: Browser, { url }: LocalCloud) =>
  (await browser.newContext({ baseURL: url })).newPage();

async function createLink(page: Page): Promise<string> {
  await button(page, 'Continue on your phone').click();
  const link = dialog(page).getByRole('link');
  await expect(link).toHaveAttribute('href', /\/about\?token=[\w-]{43}$/);
  return String(await link.getAttribute('href'));
}

test('a device link opens the answers of an anonymous visitor on another device, and the visitor stays anonymous [RT-15] [TM-02] [TM-03] [RO-06] [RO-10]', async ({
  page,
  browser,
  cloud,
}) => {
  const calls = callsOf(page);
  await page.goto('/about');
  await page.getByLabel('First Name').first().fill('Ada');
  await page.locator('#country').getByRole('combobox').selectOption('USA');
  expect(calls).toEqual([]);
  const link = await createLink(page);
  expect(pathsOf(calls)).toEqual(['POST /public/tmp']);
  await expect(dialog(page).getByRole('img', { name: 'QR code for the link' })).toBeVisible();
  await expect(dialog(page)).toContainText('This link works for 24 hours.');

  const phone = await otherDevice(browser, cloud);
  const phoneCalls = callsOf(phone);
  await phone.goto(link);
  await expect(phone.getByLabel('First Name').first()).toHaveValue('Ada');
  await expect(phone.locator('#country').getByRole('combobox')).toHaveValue('USA');
  await expect(phone.getByText('Your earlier answers are here.')).toBeVisible();
  await expect(phone).toHaveURL(/\/about$/);
  expect(pathsOf(phoneCalls)).toEqual(['GET /public/tmp']);
  await phone.reload();
  await expect(phone.getByLabel('First Name').first()).toHaveValue('Ada');
  await test.step('the visitor stays anonymous: no uploads, no added blocks', async () => {
    await phone.goto(link.replace('/about', '/education'));
    await expect(heading(phone, 'Academics')).toBeVisible();
    await expect(
      phone.getByText('This question can be finished once you have created an account.').first(),
    ).toBeVisible();
    await expect(phone.getByRole('button', { name: /^Choose file/ })).toHaveCount(0);
    await expect(phone.getByRole('button', { name: /^Add Another/ })).toHaveCount(0);
  });
});

test('a device link brings answers of repeated blocks, and the new account keeps them [TM-02]', async ({
  page,
}) => {
  const answer = { parent_first_name: 'Bo', parent_2_first_name: 'Cy', college_3_name: 'Tech' };
  const response = await page.request.post('/public/tmp', { data: { answer } });
  const { token, ignored } = (await response.json()) as { token: string; ignored: string[] };
  expect(ignored).toEqual([]);
  const areThere = async () => {
    await page.goto('/about#parent_2_first_name');
    await expect(page.locator('#parent_2_first_name input')).toHaveValue('Cy');
    await page.goto('/education#college_3_name');
    await expect(page.locator('#college_3_name input')).toHaveValue('Tech');
    await expect(page.getByText(/We cleared/)).toHaveCount(0);
  };
  await page.goto(`/about?token=${token}`);
  await expect(page.getByText('Your earlier answers are here.')).toBeVisible();
  await areThere();

  const applicant = await haveAccount(page);
  await page.goto('/login');
  await logIn(page, applicant);
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  const counts = await page.request.get('/api/add-another');
  expect(await counts.json()).toEqual({ parent: 2, college: 3 });
  await page.evaluate(() => sessionStorage.clear());
  await areThere();
});

test('without answers no device link is offered, and an unknown or expired one leaves the form empty and shows a message [TM-04]', async ({
  page,
}) => {
  const calls = callsOf(page);
  await page.goto('/about');
  await test.step('a phone has no button for it', async () => {
    const width = page.viewportSize()?.width ?? 0;
    await page.setViewportSize({ width: 600, height: 900 });
    await expect(button(page, 'Continue on your phone')).toBeHidden();
    await page.setViewportSize({ width: Math.max(width, 601), height: 900 });
    await expect(button(page, 'Continue on your phone')).toBeVisible();
  });
  await test.step('no link is offered, and no request is sent', async () => {
    await button(page, 'Continue on your phone').click();
    await expect(dialog(page)).toContainText('Answer a question first, then you can continue on your phone.');
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(button(page, 'Continue on your phone')).toBeFocused();
    expect(calls).toEqual([]);
  });
  await test.step('an unknown link', async () => {
    await page.goto('/nowhere?x=1&token=wrong');
    await expect(page).toHaveURL(/\/about\?x=1$/);
    await expect(
      page.getByText("We couldn't find answers for this link. It may have expired."),
    ).toBeVisible();
    await expect(page.getByLabel('First Name').first()).toHaveValue('');
    await page.getByLabel('First Name').first().fill('Ada');
    await expect(page.getByLabel('First Name').first()).toHaveValue('Ada');
  });
});

test('a device link keeps the answers already typed on the device that opens it, is ignored by an account with answers, and fills and saves an empty account', async ({
  page,
  browser,
  cloud,
}) => {
  const anonymous = await otherDevice(browser, cloud);
  await anonymous.goto('/about');
  await anonymous.getByLabel('First Name').first().fill('Ada');
  await anonymous.getByLabel('Middle Name').first().fill('Maria');
  const link = await createLink(anonymous);
  const typed = await otherDevice(browser, cloud);
  await typed.goto('/about');
  await expect(typed.getByRole('button', { name: 'Account' })).toBeEnabled();
  await typed.getByLabel('First Name').first().fill('Eve');
  await typed.goto(link);
  await expect(typed.getByLabel('Middle Name').first()).toHaveValue('Maria');
  await expect(typed.getByLabel('First Name').first()).toHaveValue('Eve');

  await comeBack(page);
  await expect(button(page, 'Continue on your phone')).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByLabel('First Name').first()).toHaveValue('Ada');
  await expect(page.getByText(/^Saved at /)).toBeVisible();
  await saveAnswers(page, '/api/answer', { answer: { first_name: 'Augusta' } });
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText('We kept the answers already saved in your account.')).toBeVisible();
  await expect(page.getByLabel('First Name').first()).toHaveValue('Augusta');
});
