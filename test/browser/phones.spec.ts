import { savedAnswers } from './support/answers.ts';
import { comeBack } from './support/applicant.ts';
import { expect, type Page, test } from './support/test.ts';

const cell = (page: Page) => page.getByLabel('Cell Phone');
const cellField = (page: Page) => page.locator('#phone_mobile');
const parent = (page: Page) => page.locator('#parent_phone');
const swedish = '+46 8 123 4567';
const onlyHere = /This field takes U\.S\. and Canadian numbers\./;

/** Pastes from the clipboard: the whole text in one input event. */
async function paste(page: Page, text: string): Promise<void> {
  await cell(page).focus();
  await cell(page).selectText();
  await page.keyboard.insertText(text);
}

test('a US or Canadian number is formatted while it is typed, pasted or autofilled, without its country code, and can be edited anywhere [IN-01, IN-02]', async ({
  page,
}) => {
  await comeBack(page);
  await test.step('digits are formatted and can be deleted', async () => {
    await expect(cell(page)).toHaveAttribute('inputmode', 'tel');
    await cell(page).pressSequentially('9064871885');
    await expect(cell(page)).toHaveValue('(906) 487-1885');
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('Backspace');
    await expect(cell(page)).toHaveValue('(906) 487');
    await page.keyboard.type('1885');
    await cell(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 3));
    await page.keyboard.type('8');
    await expect(cell(page)).toHaveValue('(986) 487-1885');
    await page.keyboard.type('5');
    await expect(cell(page)).toHaveValue(/^\(985/);
    await cell(page).fill('');
  });
  await test.step('a digit is changed in the middle without moving the others', async () => {
    await cell(page).pressSequentially('2194871885');
    await expect(cell(page)).toHaveValue('(219) 487-1885');
    await cell(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
    await page.keyboard.press('Backspace');
    await expect(cell(page)).toHaveValue('(194) 871-885');
    await page.keyboard.type('3');
    await expect(cell(page)).toHaveValue('(319) 487-1885');
  });
  await test.step('a plus sign can be typed and deleted again', async () => {
    await cell(page).fill('');
    await cell(page).pressSequentially('+46 8');
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    await expect(cell(page)).toHaveValue('(468');
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('Delete');
    await page.keyboard.press('End');
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('Backspace');
    await expect(cell(page)).toHaveValue('');
  });
  await test.step('digits of other scripts are the same numbers, and a mask without digits is no answer', async () => {
    await cell(page).pressSequentially('٩٠٦٥٥٥٠١٢٣');
    await expect(cell(page)).toHaveValue('(906) 555-0123');
    await paste(page, '９０６５５５０１２４');
    await expect(cell(page)).toHaveValue('(906) 555-0124');
    await cell(page).fill('x');
    await cell(page).blur();
    await expect(cell(page)).toHaveValue('');
    await page.locator('#country-control').selectOption('USA');
    const zip = page.locator('#zip input');
    await zip.fill('٤٩٩٣١');
    await zip.blur();
    await expect(zip).toHaveValue('49931');
    await page.locator('#birth_date').getByLabel('Year').fill('٢٠٠٩');
    await expect(page.locator('#birth_date').getByLabel('Year')).toHaveValue('2009');
  });
  await test.step('the country code is dropped', async () => {
    await cell(page).pressSequentially('+1 906-487-1885');
    await expect(cell(page)).toHaveValue('(906) 487-1885');
    await paste(page, '1 (906) 487 1886');
    await expect(cell(page)).toHaveValue('(906) 487-1886');
    await cell(page).blur();
    await expect(page.getByText(onlyHere)).toHaveCount(0);
    await expect.poll(() => savedAnswers(page)).toMatchObject({ phone_mobile: '(906) 487-1886' });
  });
  await test.step('a number that the browser autofills', async () => {
    await cell(page).evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '+12064871885');
      input.dispatchEvent(new Event('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect(cell(page)).toHaveValue('(206) 487-1885');
    await expect.poll(() => savedAnswers(page)).toMatchObject({ phone_mobile: '(206) 487-1885' });
  });
});

test('a phone number is taken as typed when the script that formats it cannot be loaded, and is formatted later', async ({
  page,
}) => {
  await page.route(/maska/, (route) => route.abort());
  await comeBack(page);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('maska'));
  await cell(page).focus();
  await failed;
  await cell(page).pressSequentially('9064871885');
  await cell(page).blur();
  await expect.poll(() => savedAnswers(page)).toMatchObject({ phone_mobile: '9064871885' });
  await expect(page.getByRole('heading', { level: 1, name: 'About You' })).toBeVisible();
});

test('a foreign phone number stays as typed, blocks submission, and names the field where it belongs [VL-06]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await comeBack(page);
  await test.step('it stays as typed, and no error shows before the field is left', async () => {
    // The mask is loaded from the first key on.
    const mask = page.waitForResponse(/maska/);
    await cell(page).focus();
    await mask;
    await cell(page).pressSequentially(swedish);
    await expect(cell(page)).toHaveValue(swedish);
    await expect(page.getByText(onlyHere)).toHaveCount(0);
    await cell(page).blur();
    await expect(cellField(page).getByText(onlyHere)).toBeVisible();
    await expect(cell(page)).toHaveAttribute('aria-invalid', 'true');
  });
  await test.step('the message ends with the number, and comes back with another one', async () => {
    await cell(page).fill('');
    await cell(page).blur();
    await expect(page.getByText(onlyHere)).toHaveCount(0);
    await cell(page).pressSequentially('+49 30 901820');
    await cell(page).blur();
    await expect(cellField(page).getByText(onlyHere)).toBeVisible();
  });
  await test.step('the number of a parent, on a desktop', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await parent(page).locator('input').pressSequentially(swedish);
    await parent(page).locator('input').blur();
    await expect(parent(page).locator('input')).toHaveValue(swedish);
    await expect(parent(page).getByText(onlyHere)).toBeVisible();
  });
  await test.step('it has the specified error in the summary, and the field says only where it belongs', async () => {
    await page.getByRole('link', { name: 'Final Steps' }).click();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByRole('link', { name: 'Please enter a valid cell phone number.' }).click();
    await expect(cell(page)).toHaveValue('+49 30 901820');
    await expect(cellField(page).getByRole('alert')).toHaveText(
      'This field takes U.S. and Canadian numbers. Put other numbers under International Phone.',
    );
  });
});

test('the counselor of a school in another country is asked for a phone number there, and email addresses of other people are stored as typed', async ({
  page,
}) => {
  const addresses = {
    parent_email_address: 'anna@münchen.example',
    counselor_email_address: "josé.o'brien@school.example",
  };
  await comeBack(page, { path: '/education' });
  await test.step('the phone number of the counselor', async () => {
    const phone = page.getByLabel('Counselor International Phone');
    await expect(page.getByLabel('Counselor First Name')).toBeVisible();
    await expect(phone).toHaveCount(0);
    await page.locator('#hs_country-control').focus();
    await page.locator('#hs_country-control').selectOption('CAN');
    await expect(phone).toHaveCount(0);
    await page.locator('#hs_country-control').selectOption('NGA');
    await phone.fill('+234 1 234 5678');
    await page.getByLabel('Counselor First Name').focus();
    await expect
      .poll(() => savedAnswers(page))
      .toMatchObject({ counselor_phone_international: '+234 1 234 5678' });
  });
  await test.step('the email addresses', async () => {
    await page.locator('#counselor_email_address input').fill(addresses.counselor_email_address);
    await page.getByRole('link', { name: 'About You' }).click();
    await page.locator('#parent_email_address input').fill(addresses.parent_email_address);
    await page.getByRole('link', { name: 'Final Steps' }).click();
    await expect.poll(() => savedAnswers(page)).toMatchObject(addresses);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page.getByRole('heading', { name: "We're missing some information!" })).toBeVisible();
    await expect(page.locator('#parent_email_address input')).toHaveValue(addresses.parent_email_address);
    await expect(page.getByRole('link', { name: /email address/i })).toHaveCount(0);
  });
});
