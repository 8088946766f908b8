import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { comeBack, heading } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { expect, type Page, test } from './support/test.ts';

async function submitAll(page: Page): Promise<string> {
  const { email } = await comeBack(page, { answers: completeAnswers, path: '/final-steps' });
  await page.getByRole('button', { name: /^Submit/ }).click();
  await expect(heading(page, 'Your application is in')).toBeVisible();
  return email;
}

const number = async (page: Page) =>
  (await page.locator('.receipt').textContent())?.match(/NLU-[0-9A-Z]{8}/)?.[0] ?? '';

test('the completion page proves that the application arrived, at any later visit too', async ({ page }) => {
  const email = await submitAll(page);
  const receipt = page.locator('.receipt');
  const confirmation = await number(page);
  expect(confirmation).not.toBe('');
  await expect(receipt.locator('time')).toHaveText(/^\w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T$/);
  await expect(receipt).toContainText(email);
  await page.goto('/about');
  await expect(page).toHaveURL(/\/completion$/);
  expect(await number(page)).toBe(confirmation);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download receipt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`receipt-${confirmation}.pdf`);
  const bytes = await readFile(await download.path());
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
  for (const words of [confirmation, email, 'Northern Lakes University', ' UTC)'])
    expect(bytes.toString('latin1')).toContain(words);
});

test('the receipt also comes by mail, with the same number', async ({ page }) => {
  const email = await submitAll(page);
  const confirmation = await number(page);
  const mails = await (await page.request.get(`/_local/mail.json?to=${encodeURIComponent(email)}`)).json();
  expect(mails[0].text).toContain(confirmation);
});

test.describe('far away', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('the time of submission is told in the reader’s zone and in the university’s', async ({ page }) => {
    await submitAll(page);
    await expect(page.locator('.receipt time')).toHaveText(/GMT\+9.*E[SD]T$/);
  });
});
