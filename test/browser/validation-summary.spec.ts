import { comeBack } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { completeAnswers } from './support/fill-page.ts';
import { expectHeard, recordAnnouncements } from './support/live-regions.ts';
import { expect, type Page, test } from './support/test.ts';

const title = "We're missing some information!";
const summary = (page: Page) => page.getByRole('region', { name: title });
const line = (page: Page) => page.getByRole('navigation', { name: 'Missing answers' });

async function submitWith(page: Page, changed: Readonly<Record<string, string>>): Promise<void> {
  await comeBack(page, { answers: { ...completeAnswers, ...changed }, path: '/final-steps' });
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(summary(page)).toBeVisible();
}

test('the summary explains what to do and links each missing answer by its error, which clears while its field is being fixed [VS-01] [VS-02] [VS-03] [VS-04] [VS-07] [ST-16]', async ({
  page,
}) => {
  await submitWith(page, { first_name: '', birth_date: '', zip: '1', grad_month: '' });
  const input = page.locator('#first_name-control');
  const error = page.locator('#first_name').getByRole('alert');
  const links = summary(page).getByRole('link');
  await test.step('the summary explains what to do', async () => {
    await expect(page).toHaveTitle('Error: About You - First-year application');
    await expect(summary(page).getByRole('heading', { name: title })).toBeVisible();
    await expect(summary(page)).toContainText('The links below show what needs to be completed.');
    await expect(summary(page)).toContainText('Missing items are highlighted on each page.');
    await expect(summary(page)).toContainText('Please fix them and resubmit your application.');
    await expect(links).toHaveText([
      'First Name',
      'Date of Birth',
      'ZIP/Postal Code must be at least 5 characters.',
      /^Graduation Date/,
    ]);
  });
  await test.step('an error clears while its field is being fixed', async () => {
    await links.first().click();
    await expect(input).toBeFocused();
    await page.keyboard.type('Ada');
    await expect(error).toHaveCount(0);
    await expect(input).not.toHaveAttribute('aria-invalid', 'true');
    await expect(input).toBeFocused();
    await expect(links).toHaveText([/^Date of Birth/, /^ZIP/, /^Graduation Date/]);
  });
  await test.step('a new error waits until the field loses focus', async () => {
    await input.fill('');
    await expect(error).toHaveCount(0);
    await input.blur();
    await expect(error).toHaveText('Please complete: First Name');
  });
  await test.step('a link leads to a question of another page', async () => {
    await summary(page).getByRole('link', { name: 'Graduation Date' }).click();
    await expect(page).toHaveURL(/\/education#grad_month$/);
    await expect(page.locator('#grad_month').getByLabel('Month')).toBeFocused();
  });
});

test('after Submit, the summary shows on every page until nothing is missing, and each field with an error is marked [VS-05, VS-06, VS-08, VL-59, VL-60, VL-61, VL-62, ST-08, ST-09, ST-10, ST-11, ST-15, ST-17, RT-41, RT-42, BN-01]', async ({
  page,
}) => {
  await comeBack(page, { answers: { ...completeAnswers, first_name: '', gender: '', hs_name: '' } });
  const input = page.locator('#first_name-control');
  await test.step('before the first attempt to submit nothing says what is missing', async () => {
    await expect(page.locator('#last_name-control')).toHaveValue(String(completeAnswers.last_name));
    await expect(summary(page)).toHaveCount(0);
    await expect(line(page)).toHaveCount(0);
  });
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await page.locator('#conviction').getByLabel('No').check();
  const calls = callsOf(page);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(summary(page)).toBeVisible();
  await test.step('the page starts validating, posts what is missing and submits nothing', async () => {
    await expect.poll(() => pathsOf(calls)).toContain('POST /api/validations');
    const position = (start: string) => calls.findIndex((call) => call.startsWith(start));
    expect(position('POST /api/web-status {"web_status":"validating"}')).toBeGreaterThanOrEqual(0);
    expect(position('PUT /api/answer')).toBeGreaterThanOrEqual(0);
    expect(position('POST /api/validations')).toBeGreaterThan(position('PUT /api/answer'));
    expect(position('POST /api/validations')).toBeGreaterThan(position('POST /api/web-status'));
    expect(pathsOf(calls)).not.toContain('POST /api/submit');
    await expect(page.getByText('Welcome to your application!')).toHaveCount(0);
  });
  await test.step('a field with an error is marked and shows its error once, immediately', async () => {
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('#gender-control')).toHaveAttribute('aria-invalid', 'true');
    const error = page.locator('#first_name').getByRole('alert');
    await expect(error.getByText('First Name', { exact: true })).toHaveCount(1);
    const borderOf = (id: string) =>
      page.locator(id).evaluate((element) => getComputedStyle(element).borderColor);
    expect(await borderOf('#first_name-control')).not.toBe(await borderOf('#last_name-control'));
    await input.fill('Ada');
    await input.blur();
    await expect(input).not.toHaveAttribute('aria-invalid', 'true');
    await input.fill('');
    await input.blur();
    await expect(error).toContainText('First Name');
    await expect(error).toHaveAttribute('aria-live', 'assertive');
  });
  await test.step('every page of the form has the summary', async () => {
    const before = calls.length;
    await summary(page).locator('a[href="/education#hs_name"]').click();
    await expect(page.locator('#hs_name').getByRole('combobox')).toBeFocused();
    await expect(page.locator('#hs_name')).toBeInViewport();
    const posted = () => calls.slice(before).find((call) => call.startsWith('POST /api/validations'));
    await expect.poll(posted).toContain('hs_name');
    for (const label of ['Academics', 'Final Steps', 'About You']) {
      await page.getByRole('navigation').getByRole('link', { name: label }).click();
      await expect(summary(page)).toBeVisible();
      if (label !== 'Academics') continue;
      await page.locator('#hs_name input').fill('Birchfen');
      await page.locator('#hs_name input').press('Tab');
    }
    const known = page.locator('#first_name').getByRole('alert');
    await expect(known, 'an error that was announced before is not announced again').toHaveAttribute(
      'aria-live',
      'off',
    );
  });
  await test.step('the summary disappears with the last missing answer', async () => {
    await page.locator('#gender-control').selectOption({ index: 1 });
    await input.fill('Ada');
    await input.blur();
    await expect(summary(page)).toHaveCount(0);
  });
});

const phone = { width: 390, height: 844 };

test('a line that stays visible leads from each missing answer to the next and then to Submit', async ({
  page,
}) => {
  const announcements = await recordAnnouncements(page);
  await page.setViewportSize(phone);
  await submitWith(page, { first_name: '', gender: '', hs_name: '' });
  await test.step('to the first missing answer', async () => {
    await expect(line(page)).toContainText('3 left.');
    await line(page).getByRole('link', { name: 'Next: First Name' }).click();
    await expect(page.locator('#first_name-control')).toBeFocused();
    // An applicant who cannot answer this one can continue with the next.
    await expect(line(page).getByRole('link', { name: 'Next: Sex' })).toBeVisible();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Tab');
    await expect(line(page)).toContainText('2 left.');
  });
  await test.step('to the next one of the page', async () => {
    await line(page).getByRole('link', { name: 'Next: Sex' }).press('Enter');
    await expect(page.locator('#gender-control')).toBeFocused();
    await expect(line(page)).toBeInViewport({ ratio: 1 });
    await page.locator('#gender-control').selectOption({ index: 1 });
  });
  await test.step('to the next one of another page', async () => {
    await line(page).getByRole('link', { name: 'Next: Search for Your School' }).click();
    await expect(page).toHaveURL(/\/education#hs_name$/);
    await expect(page.locator('#hs_name-control')).toBeFocused();
    await page.keyboard.type('Birchfen');
    await page.keyboard.press('Tab');
  });
  await test.step('to Submit', async () => {
    await expect(line(page)).toContainText('All done.');
    await expectHeard(announcements, 'All done.');
    expect(announcements.filter((phrase) => phrase.includes('2 left.'))).toHaveLength(1);
    await expect(summary(page)).toHaveCount(0);
    await line(page).getByRole('link', { name: 'Go to Submit' }).click();
    await expect(page).toHaveURL(/\/final-steps#submit$/);
    await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeFocused();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('after each failed Submit the headline is in view with focus, the links to the page are open, and a failed save is in view on the next page', async ({
    page,
    context,
  }) => {
    await comeBack(page, { path: '/final-steps' });
    const headline = page.getByRole('heading', { name: title });
    const submit = async () => {
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await expect(page).toHaveURL(/\/about$/);
      await expect(headline).toBeFocused();
      await expect(headline).toBeInViewport({ ratio: 1 });
    };
    await submit();
    await expect(summary(page).getByRole('heading', { level: 3 })).toHaveText([
      'About You',
      'Academics',
      'Final Steps',
    ]);
    await expect(summary(page).getByRole('link', { name: 'First Name' })).toBeInViewport({ ratio: 1 });
    for (const path of ['/education', '/about', '/final-steps']) {
      await page.locator(`nav a[href="${path}"]`).first().click();
      await expect(page).toHaveURL(new RegExp(path));
      await expect(summary(page).locator(`a[href^="${path}#"]`).first()).toBeVisible();
      await expect(summary(page).locator(`a:visible:not([href^="${path}#"])`)).toHaveCount(0);
    }
    await submit();
    await context.setOffline(true);
    await page.locator('#city-control').fill('Calumet');
    await page.getByRole('button', { name: 'Save and Continue' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Academics' })).toBeInViewport();
    await expect(page.locator('.saving-line')).toHaveText("Not saved yet. We'll keep trying.");
    await expect(page.locator('.saving-line')).toBeInViewport({ ratio: 1 });
  });
});
