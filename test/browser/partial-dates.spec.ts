import { saveAnswers, savedAnswers } from './support/answers.ts';
import { button, comeBack, heading, logIn } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { staffToken } from './support/staff-token.ts';
import { expect, type Page, test } from './support/test.ts';

const birth = (page: Page) => page.locator('#birth_date');
const mailing = (page: Page) => page.locator('#mailing_addr_effective_date');
const part = (page: Page, name: 'Month' | 'Day' | 'Year') => birth(page).getByLabel(name);
const firstName = (page: Page) => page.getByLabel('First Name', { exact: true });
const messages = (page: Page) => birth(page).locator('.messages');
const shortYear = /Enter the year with four digits, for example \d{4}\./;

async function expectParts(page: Page, month: string, day: string, year: string): Promise<void> {
  await expect(part(page, 'Month')).toHaveValue(month);
  await expect(part(page, 'Day')).toHaveValue(day);
  await expect(part(page, 'Year')).toHaveValue(year);
}

test('a partly typed date says what is missing once it is left, and survives a page change and a reload', async ({
  page,
}) => {
  await comeBack(page);
  await part(page, 'Month').selectOption('3');
  await part(page, 'Day').fill('9');
  await part(page, 'Year').fill('08');
  await test.step('the message waits until the date is left', async () => {
    await part(page, 'Day').focus();
    await expect(messages(page)).toHaveCount(0);
    await firstName(page).focus();
    await expect(messages(page)).toHaveText(shortYear);
  });
  await test.step('a page change and a reload keep the parts', async () => {
    await page.getByRole('link', { name: 'Academics' }).click();
    await expect(heading(page, 'Academics')).toBeVisible();
    await page.getByRole('link', { name: 'About You' }).click();
    await expectParts(page, '3', '9', '08');
    await page.reload();
    await expectParts(page, '3', '9', '08');
    await expect(messages(page)).toHaveText(shortYear);
    await expect.poll(() => savedAnswers(page)).toMatchObject({ birth_date_typed: '3/9/08' });
    expect((await savedAnswers(page)).birth_date ?? '').toBe('');
  });
  await test.step('the whole date is stored, and the parts only as long as it is not', async () => {
    await part(page, 'Year').fill('2008');
    await expect(messages(page)).toHaveCount(0);
    await expect
      .poll(() => savedAnswers(page))
      .toMatchObject({ birth_date: '2008-03-09', birth_date_typed: '' });
    await page.reload();
    await expectParts(page, '3', '9', '2008');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('birth_date');
  });
  await test.step('deleting a part clears the stored date and keeps the other parts', async () => {
    await part(page, 'Day').fill('');
    await firstName(page).focus();
    await expect(messages(page)).toHaveText('Add the day.');
    await expect.poll(() => savedAnswers(page)).toMatchObject({ birth_date: '' });
    await page.reload();
    await expectParts(page, '3', '', '2008');
  });
  await test.step('a date saved on another device replaces the parts', async () => {
    await saveAnswers(page, '/api/answer', { answer: { birth_date: '2008-03-10' } });
    await page.reload();
    await expectParts(page, '3', '10', '2008');
  });
});

test('a day that is not in the calendar is kept with one message and not stored, and the summary says what a date still needs', async ({
  page,
}) => {
  await comeBack(page);
  await test.step('a day that is not in the calendar', async () => {
    await part(page, 'Month').selectOption('2');
    await part(page, 'Day').fill('30');
    await part(page, 'Year').fill('2008');
    await expect(messages(page)).toHaveCount(0);
    await firstName(page).focus();
    await expect(messages(page)).toHaveText('Please enter a real date.');
    await page.getByRole('link', { name: 'Final Steps' }).click();
    await button(page, 'Submit').click();
    await page.getByRole('link', { name: 'Date of Birth' }).click();
    await expectParts(page, '2', '30', '2008');
    await expect(messages(page)).toHaveText('Please enter a real date.');
    expect((await savedAnswers(page)).birth_date ?? '').toBe('');
  });
  await test.step('the summary', async () => {
    await part(page, 'Day').fill('');
    await firstName(page).focus();
    const summary = page.getByRole('region', { name: "We're missing some information!" });
    const missing = summary.getByRole('link', { name: 'Date of Birth' });
    await expect(missing).toHaveText('Date of Birth (Add the day.)');
    await missing.click();
    await expect(messages(page)).toContainText('Please complete: Date of Birth');
    await part(page, 'Day').fill('9');
    await firstName(page).focus();
    await expect(messages(page)).toHaveCount(0);
    await expect(missing).toHaveCount(0);
  });
});

test('a partial optional date shows a muted hint, does not block submission, and is read by the review, another device and staff', async ({
  page,
  browser,
  cloud,
}) => {
  const applicant = await comeBack(page, {
    path: '/education',
    answers: { ...completeAnswers, mailing_addr_effective_date: '', sat_test_year: '' },
  });
  const sat = page.locator('#sat_test_month');
  await expect(sat.locator('.missing')).toHaveText('Choose the year.');
  await expect(sat.getByRole('alert')).toHaveCount(0);
  await expect(sat.getByLabel('Year')).toHaveAccessibleDescription(/Choose the year\./);
  await page.getByRole('link', { name: 'About You' }).click();
  await mailing(page).getByLabel('Month').selectOption('8');
  await mailing(page).getByLabel('Year').fill('2008');
  await expect.poll(() => savedAnswers(page)).toMatchObject({ mailing_addr_effective_date_typed: '8//2008' });
  await page.getByRole('link', { name: 'Final Steps' }).click();
  const review = page.getByRole('region', { name: 'Review your answers' });
  const day = 'Incomplete: 08 / - / 2008';
  await expect(review.getByText(day)).toBeVisible();
  await expect(review.getByText(/^Incomplete: [A-Z][a-z]+ \/ -$/)).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const second = await elsewhere.newPage();
  await second.goto('/login');
  await logIn(second, applicant);
  await expect(heading(second, 'Final Steps')).toBeVisible();
  await second.getByRole('link', { name: 'About You' }).click();
  await expect(mailing(second).getByLabel('Month')).toHaveValue('8');
  await expect(mailing(second).getByLabel('Year')).toHaveValue('2008');
  await expect(mailing(second).locator('.missing')).toHaveText('Add the day.');
  await elsewhere.close();

  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/completion$/);
  await page.goto(`/about?service_token=${await staffToken(cloud, page)}`);
  await expect(page.getByText(day)).toBeVisible();
});
