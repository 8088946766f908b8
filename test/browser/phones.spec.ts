import { savedAnswers } from './support/answers.ts';
import { comeBack } from './support/applicant.ts';
import { expect, type Page, test } from './support/test.ts';

const cell = (page: Page) => page.getByLabel('Cell Phone');
const cellField = (page: Page) => page.locator('#phone_mobile');
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
    await cell(page).fill('');
  });
  await test.step('a digit is changed in the middle without moving the others', async () => {
    await cell(page).pressSequentially('2194871885');
    await cell(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
    await page.keyboard.press('Backspace');
    await expect(cell(page)).toHaveValue('(194) 871-885');
    await page.keyboard.type('3');
    await expect(cell(page)).toHaveValue('(319) 487-1885');
  });
  await test.step('digits of other scripts are the same numbers, and a mask without digits is no answer', async () => {
    await paste(page, '٩٠٦٥٥٥٠١٢٣');
    await expect(cell(page)).toHaveValue('(906) 555-0123');
    await cell(page).fill('x');
    await cell(page).blur();
    await expect(cell(page)).toHaveValue('');
    await page.locator('#birth_date').getByLabel('Year').fill('٢٠٠٩');
    await expect(page.locator('#birth_date').getByLabel('Year')).toHaveValue('2009');
  });
  await test.step('the country code is dropped', async () => {
    await paste(page, '+1 (906) 487-1886');
    await expect(cell(page)).toHaveValue('(906) 487-1886');
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
  await test.step('it has the specified error in the summary, and the field says only where it belongs', async () => {
    await page.getByRole('link', { name: 'Final Steps' }).click();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByRole('link', { name: 'Please enter a valid cell phone number.' }).click();
    await expect(cell(page)).toHaveValue(swedish);
    await expect(cellField(page).getByRole('alert')).toHaveText(
      'This field takes U.S. and Canadian numbers. Put other numbers under International Phone.',
    );
  });
});
