import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { saveAnswers, savedAnswers } from './support/answers.ts';
import { button, comeBack, haveAccount, logIn } from './support/applicant.ts';
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
    const needsAccount = phone.getByText('This question can be finished once you have created an account.');
    await expect(needsAccount.first()).toBeVisible();
    await expect(phone.getByRole('button', { name: /^(Choose file|Add Another)/ })).toHaveCount(0);
  });
});

test('without answers no device link is offered, and an unknown or expired one leaves the form empty and shows a message [TM-04]', async ({
  page,
}) => {
  const calls = callsOf(page);
  await page.goto('/about');
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
  });
});

test('a device link keeps the answers already typed on the device that opens it, repeated blocks included, is ignored by an account with answers, and fills and saves an empty account [TM-02]', async ({
  page,
  browser,
  cloud,
}) => {
  const answer = { first_name: 'Ada', middle_name: 'Maria', college_3_name: 'Tech' };
  const { token } = await (await page.request.post('/public/tmp', { data: { answer } })).json();
  const link = `/about?token=${token}`;
  const shows = async (on: Page, first: string) => {
    await expect(on.getByLabel('Middle Name').first()).toHaveValue('Maria');
    await expect(on.getByLabel('First Name').first()).toHaveValue(first);
    await on.goto('/education#college_3_name');
    await expect(on.locator('#college_3_name input')).toHaveValue('Tech');
    await expect(on.getByText(/We cleared/)).toHaveCount(0);
  };
  await test.step('a visitor with answers, and then the new account', async () => {
    const typed = await otherDevice(browser, cloud);
    await typed.goto('/about');
    await expect(typed.getByRole('button', { name: 'Account' })).toBeEnabled();
    await typed.getByLabel('First Name').first().fill('Eve');
    await typed.goto(link);
    await shows(typed, 'Eve');
    const applicant = await haveAccount(page);
    await typed.goto('/login');
    await logIn(typed, applicant);
    await expect(typed.getByText(/^Saved at /)).toBeVisible();
    expect(await (await typed.request.get('/api/add-another')).json()).toEqual({ college: 3 });
  });
  await test.step('an empty account, and then one with answers', async () => {
    await comeBack(page);
    await expect(button(page, 'Continue on your phone')).toHaveCount(0);
    await page.goto(link);
    await expect(page.getByText(/^Saved at /)).toBeVisible();
    await shows(page, 'Ada');
    await saveAnswers(page, '/api/answer', { answer: { first_name: 'Augusta' } });
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByText('We kept the answers already saved in your account.')).toBeVisible();
    expect(await savedAnswers(page)).toMatchObject({ first_name: 'Augusta' });
  });
});
