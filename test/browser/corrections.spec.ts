import { signIn } from '../support/staff.ts';
import { openCompletion } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { faults } from './support/faults.ts';
import { completeAnswers } from './support/fill-page.ts';
import { signInAsStaff } from './support/staff.ts';
import { expect, type Page, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

const part = (page: Page, name: string) => page.getByRole('region', { name });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ask for a correction' });
const request = (page: Page, text: string) =>
  part(page, 'Corrections').getByRole('listitem').filter({ hasText: text });

/** Asks for a correction of an answer in About You. */
async function ask(page: Page, question: string, text: string): Promise<void> {
  await part(page, 'Corrections').getByRole('button', { name: 'Ask for a correction' }).click();
  await dialog(page).getByLabel('Section').selectOption('About You');
  await dialog(page).getByLabel('Question').selectOption(question);
  await dialog(page).getByLabel('What should it say?').fill(text);
  await dialog(page).getByRole('button', { name: 'Send' }).click();
  await expect(request(page, text)).toBeVisible();
}

test('an applicant asks for a correction on a phone, keeps the text through a reload, and takes a request back', async ({
  page,
  injectFault,
}) => {
  await openCompletion(page);
  await page.locator('.submitted-answers summary').click();
  const opener = page.getByRole('button', { name: 'Ask for a correction of an answer in Academics' });
  await opener.scrollIntoViewIfNeeded();
  await test.step('the dialog opens for the section, names the missing fields, and gives the focus back', async () => {
    await opener.click();
    await expect(dialog(page).getByLabel('Section')).toHaveValue('/education');
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await expect(dialog(page).getByLabel('Question')).toBeFocused();
    await expect(dialog(page).getByText('Choose a question.')).toBeVisible();
    await expect(dialog(page).getByText('Write what your answer should say.')).toBeVisible();
    await expectAccessible(page, 'dialog[open]');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
  });
  await test.step('the typed text is there after a reload', async () => {
    await opener.click();
    await dialog(page).getByLabel('Question').selectOption('School Name');
    await expect(dialog(page)).toContainText(`You submitted: ${completeAnswers.hs_name}`);
    await dialog(page).getByLabel('What should it say?').fill('Northside Academy');
    await expect(dialog(page)).toContainText('483 characters left');
    await page.reload();
    await part(page, 'Corrections').getByRole('button', { name: 'Continue your request' }).click();
    await expect(dialog(page).getByLabel('What should it say?')).toHaveValue('Northside Academy');
    expect(await page.evaluate(() => sessionStorage.getItem('correction-request'))).toBeNull();
  });
  await test.step('a request that could not be sent stays in the dialog and can be sent again', async () => {
    const restore = injectFault(faults.call('/api/corrections'), { errorName: 'ServiceUnavailable' });
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await expect(dialog(page).getByRole('alert').filter({ hasText: /./ })).toBeVisible();
    restore();
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(request(page, 'High school: School Name')).toContainText('Northside Academy');
    await expectAccessible(page);
  });
  await test.step('it is taken back after a question', async () => {
    await request(page, 'Northside')
      .getByRole('button', { name: /^Take back/ })
      .click();
    const confirm = page.getByRole('alertdialog', { name: 'Take back this request?' });
    await confirm.getByRole('button', { name: 'Take back' }).click();
    await expect(request(page, 'Northside')).toHaveCount(0);
    await expect(title(page, 'Corrections')).toBeFocused();
  });
});

test('a reply that a colleague was faster to send is shown next to the answer, also after a reload', async ({
  page,
  reader,
  cloud,
}) => {
  const { email } = await openCompletion(page);
  await ask(page, 'First Name', 'It should say Adah.');
  await signInAsStaff(reader, 'Omar Office', `/staff?q=${email}`);
  await reader.getByRole('link', { name: /^Ada / }).click();
  const asked = part(reader, 'Corrections asked');
  await asked.getByLabel(/^Reply to the applicant/).fill('Changed in our records.');
  await asked.getByLabel('Corrected in our records').check();
  const applicant = new URL(reader.url()).pathname.split('/').at(-1);
  const dana = await signIn(cloud, 'Dana Director');
  const answers = `/api/staff/applications/${applicant}`;
  const { corrections } = (await dana.call('GET', `${answers}/answers`)).body as never;
  const [{ id }] = corrections as [{ id: string }];
  const reply = { outcome: 'unchanged', reply: 'Please send a copy of your passport.' };
  expect(await dana.call('PUT', `${answers}/corrections/${id}`, reply)).toMatchObject({ status: 200 });
  await asked.getByRole('button', { name: 'Send answer' }).click();
  await expect(asked.getByText(reply.reply)).toBeVisible();
  const unsent = asked.getByRole('alert').filter({ hasText: 'Your reply was not sent' });
  await expect(unsent).toContainText('Changed in our records.');
  await expect(unsent).toBeFocused();
  await expectAccessible(reader);
  await reader.reload();
  await unsent.getByRole('button', { name: 'Delete my reply' }).click();
  await expect(unsent).toHaveCount(0);
  await expect(title(reader, 'Corrections asked')).toBeFocused();
});

test('the office finds a request, answers it at 1280 pixels, and the applicant reads the answer', async ({
  page,
  reader,
}) => {
  await openCompletion(page);
  await ask(page, 'First Name', 'It should say Adah.');
  await reader.setViewportSize({ width: 1280, height: 900 });
  await signInAsStaff(reader, 'Omar Office');
  await reader.getByLabel('Status').selectOption('Correction asked');
  await expect(reader.locator('.list-status')).toHaveText('1 application shown');
  const cell = reader.getByText('1 correction asked');
  await expect(cell).toBeVisible();
  await reader.setViewportSize({ width: 390, height: 844 });
  await expect(cell).toBeVisible();
  await reader.setViewportSize({ width: 1280, height: 900 });
  await reader.getByRole('link', { name: /^Ada / }).click();
  const asked = part(reader, 'Corrections asked');
  await expect(asked).toContainText('It should say Adah.');
  await asked.getByRole('link', { name: 'Personal information: First Name' }).click();
  await expect(reader).toHaveURL(/#answers-about$/);
  await asked.getByLabel(/^Reply to the applicant/).fill('We changed it in our records.');
  await asked.getByRole('button', { name: 'Send answer' }).click();
  await expect(asked.getByRole('radio').first()).toBeFocused(); // with the browser's own message
  await asked.getByLabel('Corrected in our records').check();
  await expectAccessible(reader);
  await asked.getByRole('button', { name: 'Send answer' }).click();
  await expect(asked.getByRole('button', { name: 'Send answer' })).toHaveCount(0);
  await expect(title(reader, 'Corrections asked')).toBeFocused();
  await page.reload();
  await expect(request(page, 'First Name')).toContainText('Done: we corrected our records on');
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(request(page, 'First Name')).toContainText('We changed it in our records.');
  await expect(request(page, 'First Name').getByRole('button')).toHaveCount(0);
});
