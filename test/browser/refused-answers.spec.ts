import { savedAnswers } from './support/answers.ts';
import { button, comeBack } from './support/applicant.ts';
import { callsOf } from './support/calls.ts';
import { expect, type Page, test } from './support/test.ts';

const first = (page: Page) => page.getByLabel('First Name', { exact: true });
const last = (page: Page) => page.getByLabel('Last Name', { exact: true });
const line = (page: Page) => page.locator('.saving-line');
const saved = async (page: Page, key: string) => (await savedAnswers(page))[key];

test('an answer that cannot be saved stays at its field, keeps no other from being saved, and keeps the page open', async ({
  page,
}) => {
  await comeBack(page);
  const calls = callsOf(page);
  const sent = () => calls.filter((call) => call.startsWith('PUT /api/answer'));
  const message = page.locator('#first_name-messages');
  await test.step('it is named at the field, and not sent', async () => {
    // Longer than the field allows, as a browser extension might fill it in.
    await first(page).evaluate((field) => field.removeAttribute('maxlength'));
    await first(page).fill('A'.repeat(300));
    await expect(message).toHaveText("This answer is longer than 45 characters, so it can't be saved.");
    await expect(line(page)).toHaveText('Not saved. First Name is longer than 45 characters.');
    await last(page).fill('Lindgren');
    await expect.poll(() => saved(page, 'last_name')).toBe('Lindgren');
    await expect(line(page)).toHaveText('Not saved. First Name is longer than 45 characters.');
    expect(sent().filter((call) => call.includes('first_name'))).toEqual([]);
  });
  await test.step('Save and Continue moves to it', async () => {
    await button(page, 'Save and Continue').click();
    await expect(page.locator('.toast')).toContainText('First Name is longer than 45 characters.');
    await expect(first(page)).toBeFocused();
    expect(new URL(page.url()).pathname).toBe('/about');
  });
  await test.step('closing the page asks, and a reload restores it', async () => {
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await expect(first(page)).toHaveValue('A'.repeat(300));
    await expect(message).toHaveText("This answer is longer than 45 characters, so it can't be saved.");
  });
  await test.step('once it is changed, everything is saved', async () => {
    await first(page).fill('Ada');
    await expect(message).toHaveCount(0);
    await expect(line(page)).toHaveText(/^Saved at /);
    await button(page, 'Save and Continue').click();
    await expect(page).toHaveURL(/\/education$/);
    expect(await savedAnswers(page)).toMatchObject({ first_name: 'Ada', last_name: 'Lindgren' });
  });
});

test('an answer that only the server refuses is named too, and is not sent again', async ({ page }) => {
  await comeBack(page);
  const calls = callsOf(page);
  await page.route('**/api/answer', async (route) => {
    const response = await route.fetch({ postData: { answer: {} } });
    const refused = { first_name: 'is not known here' };
    await route.fulfill({ response, json: { ...(await response.json()), refused } });
  });
  await first(page).fill('Ada');
  await expect(page.locator('#first_name-messages')).toHaveText(
    "This answer is not known here, so it can't be saved.",
  );
  await page.unroute('**/api/answer');
  await last(page).fill('Lindgren');
  await expect.poll(() => saved(page, 'last_name')).toBe('Lindgren');
  expect(await saved(page, 'first_name')).toBeUndefined();
  expect(calls.filter((call) => call.includes('first_name'))).toHaveLength(1);
});
