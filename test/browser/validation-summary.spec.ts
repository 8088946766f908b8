import { comeBack } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { expect, type Page, test } from './support/test.ts';

const title = "We're missing some information!";
const summary = (page: Page) => page.getByRole('region', { name: title });
const pages = ['/about', '/education', '/final-steps'];

async function submitWith(page: Page, changed: Readonly<Record<string, string>>): Promise<void> {
  await comeBack(page, { answers: { ...completeAnswers, ...changed }, path: '/final-steps' });
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(summary(page)).toBeVisible();
}

test('the summary explains what to do and links each missing answer by its error message [VS-01] [VS-02] [VS-03] [VS-04] [VS-07]', async ({
  page,
}) => {
  await submitWith(page, { first_name: '', birth_date: '', zip: '1' });
  await expect(summary(page).getByRole('heading', { name: title })).toBeVisible();
  await expect(summary(page)).toContainText('The links below show what needs to be completed.');
  await expect(summary(page)).toContainText('Missing items are highlighted on each page.');
  await expect(summary(page)).toContainText('Please fix them and resubmit your application.');
  await expect(summary(page).getByRole('link')).toHaveText([
    'First Name',
    'Date of Birth',
    'ZIP/Postal Code must be at least 5 characters.',
  ]);
});

test('the summary shows on every page of the form, and only while an answer is missing [VS-05] [VS-06] [VS-08]', async ({
  page,
}) => {
  await comeBack(page, { answers: { ...completeAnswers, first_name: '' } });
  await expect(summary(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(summary(page)).toBeVisible();
  for (const label of ['Academics', 'Final Steps', 'About You']) {
    await page.getByRole('navigation').getByRole('link', { name: label }).click();
    await expect(summary(page)).toBeVisible();
  }
  await page.locator('#first_name-control').fill('Ada');
  await page.locator('#first_name-control').blur();
  await expect(summary(page)).toHaveCount(0);
});

test('an error clears while its field is being fixed, and a new error waits until the field loses focus [ST-16]', async ({
  page,
}) => {
  await submitWith(page, { first_name: '', zip: '1' });
  const input = page.locator('#first_name-control');
  const error = page.locator('#first_name').getByRole('alert');
  await input.focus();
  await page.keyboard.type('Ada');
  await expect(error).toHaveText('');
  await expect(input).not.toHaveAttribute('aria-invalid', 'true');
  await expect(input).toBeFocused();
  await expect(summary(page).getByRole('link')).toHaveText([/^ZIP/]);
  await input.fill('');
  await expect(error).toHaveText('');
  await input.blur();
  await expect(error).toHaveText('Please complete: First Name');
  // Other errors stay.
  const zip = page.locator('#zip');
  await zip.getByRole('textbox').pressSequentially('234');
  await expect(zip.getByRole('alert')).toContainText('at least 5 characters');
  await zip.getByRole('textbox').press('5');
  await expect(zip.getByRole('alert')).toHaveText('');
});

test('links with the same message name the question each leads to [VS-07]', async ({ page }) => {
  await submitWith(page, { gender: 'gone', country: 'gone', citizenship_type: 'gone' });
  const message = 'This choice is no longer offered. Please choose again.';
  const links = summary(page).getByRole('link', { name: message });
  await expect(links).toHaveCount(3);
  const names = await links.allTextContents();
  expect(new Set(names).size).toBe(3);
  await expect(links.first()).toHaveText(`${message} (Sex)`);
  await expect(links.first().getByText(message, { exact: true })).toBeVisible();
  await links.first().click();
  await expect(page.locator('#gender-control')).toBeFocused();
});

test('a blocking notice counts as a missing answer of its page', async ({ page }) => {
  await submitWith(page, { citizenship_type: '3' });
  const citizenship = page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: /^Citizenship/ });
  await expect(citizenship).toContainText('1 of 2 required answers');
  await expect(citizenship).not.toContainText('complete');
});

test('an anonymous visitor who has submitted nothing sees no summary [VS-05]', async ({ page }) => {
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(summary(page)).toHaveCount(0);
  }
});

test('a field with an error is marked and shows its error once, immediately [VL-59] [VL-60] [VL-61] [VL-62]', async ({
  page,
}) => {
  await submitWith(page, { first_name: '', country: '' });
  const input = page.locator('#first_name-control');
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('#country-control')).toHaveAttribute('aria-invalid', 'true');
  const error = page.locator('#first_name').getByRole('alert');
  await expect(error.getByText('First Name', { exact: true })).toHaveCount(1);
  const colours = await page.evaluate(
    (ids) => ids.map((id) => getComputedStyle(document.getElementById(id) as HTMLElement).borderColor),
    ['first_name-control', 'last_name-control'],
  );
  expect(colours[0]).not.toBe(colours[1]);
  await input.fill('Ada');
  await input.blur();
  await expect(input).not.toHaveAttribute('aria-invalid', 'true');
  await input.fill('');
  await input.blur();
  await expect(error).toContainText('First Name');
  await expect(error).toHaveAttribute('aria-live', 'assertive');
});
