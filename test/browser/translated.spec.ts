import { photograph } from '../support/samples.ts';
import { becomeApplicant, button, comeBack, heading } from './support/applicant.ts';
import { fillPage } from './support/fill-page.ts';
import { signInAsStaff, submitApplication } from './support/staff.ts';
import { expect, type Page, test } from './support/test.ts';
import { expectTranslated, translatePages } from './support/translator.ts';

// Parents read the pages through the translator of their browser, which moves every text into new elements.

/** Chooses every option of every radio group, checkbox and list of the page, those that appear included. */
async function chooseEverything(page: Page): Promise<void> {
  const choices = () =>
    page.$$eval('form :is(input[type=radio], input[type=checkbox], select)[name]', (controls) =>
      (controls as HTMLInputElement[]).map(({ localName, name, type, value }) =>
        type === 'radio' ? `input[name="${name}"][value="${value}"]` : `${localName}[name="${name}"]`,
      ),
    );
  const done = new Set<string>();
  for (
    let rest = await choices();
    rest.length > 0;
    rest = (await choices()).filter((each) => !done.has(each))
  )
    for (const selector of rest) {
      done.add(selector);
      const control = page.locator(selector);
      if ((await control.count()) === 0 || !(await control.isVisible())) continue;
      if (selector.startsWith('select')) {
        await control.focus(); // A long list is there when the applicant reaches for it.
        for (const index of [1, 2]) await control.selectOption({ index });
      } else if (await control.isEnabled()) await control.check();
    }
}

/** Adds one block of each kind that repeats on the page, and removes it again. */
async function repeatBlocks(page: Page): Promise<void> {
  for (const label of await page.getByRole('button', { name: /^Add Another/ }).allTextContents()) {
    await button(page, label).click();
    await page
      .getByRole('button', { name: /^Remove/ })
      .last()
      .click();
  }
}

async function openDialogs(page: Page): Promise<void> {
  await button(page, 'Help').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Account').click();
  await page.keyboard.press('Escape');
}

const steps = [
  ['/about', 'About You'],
  ['/education', 'Academics'],
  ['/final-steps', 'Final Steps'],
] as const;

test('an applicant fills in, submits and reads a translated application', async ({ page }) => {
  // Text typed into a page that is rendered again after its translation is lost: this sign-up is too fast.
  await becomeApplicant(page);
  const errors = await translatePages(page);
  await page.reload();
  for (const [path, title] of steps) {
    await expect(heading(page, title)).toBeVisible();
    await fillPage(page, path);
    await expectTranslated(page, errors);
    await button(page, path === '/final-steps' ? 'Submit' : 'Save and Continue').click();
  }
  await expect(page).toHaveURL(/\/completion$/);
  await expectTranslated(page, errors);
  // Codes and names stay as they are.
  await expect(page.getByText(/^NLU-/).locator('font')).toHaveCount(0);
  await button(page, 'Make a PDF copy').click();
  await expect(page.getByRole('link', { name: /PDF/ }).first()).toBeVisible();
  await expectTranslated(page, errors);
  for (const path of ['/account', '/signup']) {
    if (path === '/signup') await page.context().clearCookies();
    await page.goto(path);
    await expectTranslated(page, errors);
  }
  for (const typed of ['a', 'Abcdefgh-1234']) await page.getByLabel('Password', { exact: true }).fill(typed);
  await button(page, 'Submit').click();
  await expectTranslated(page, errors);
});

test('choices, blocks, dialogs, errors, hints and files change on translated pages', async ({ page }) => {
  const errors = await translatePages(page);
  await comeBack(page, { path: '/final-steps' });
  await chooseEverything(page);
  await openDialogs(page);
  await button(page, 'Submit').click();
  await expect(page).toHaveURL(/\/about/);
  for (const typed of ['123', '+44 20 7946 0958', '']) {
    await page.getByLabel('Home Phone').fill(typed);
    await page.getByLabel('Home Phone').blur();
  }
  await page.getByLabel('First Name', { exact: true }).fill('x'.repeat(90));
  await page.getByLabel('Last Name', { exact: true }).fill('Lovelace');
  await page.getByLabel('Last Name', { exact: true }).blur();
  await expectTranslated(page, errors);

  await page
    .getByRole('navigation', { name: 'Application' })
    .getByRole('link', { name: 'Academics' })
    .click();
  await expect(heading(page, 'Academics')).toBeVisible();
  const transcript = page.locator('#transcript_document');
  const send = (name: string, buffer: Buffer) =>
    transcript.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
  await send('letter.jpg', Buffer.from('no photo'));
  await expect(transcript.getByRole('alert')).toBeVisible();
  await send('letter.jpg', await photograph(6));
  await expect(transcript.locator('.file-done')).toBeVisible();
  await transcript.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(transcript.getByRole('button', { name: /^Choose file/ })).toBeVisible();
  await repeatBlocks(page);
  await page.getByRole('tab', { name: 'Upload a résumé' }).click();
  await page.getByRole('tab').first().click();
  await expectTranslated(page, errors);
});

test('staff read a translated console', async ({ page, cloud }) => {
  await submitApplication(cloud, 'Vasquez');
  const errors = await translatePages(page);
  await signInAsStaff(page, 'Dana Director', '/staff?q=vasquez');
  await expect(page.getByRole('link', { name: 'Ada Vasquez' })).toBeVisible();
  await expectTranslated(page, errors);
  await page.getByRole('link', { name: 'Ada Vasquez' }).click();
  await expect(heading(page, 'Ada Vasquez')).toBeVisible();
  await page
    .getByRole('button', { name: /^Mark .*received/i })
    .first()
    .click();
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await page.getByLabel('New note').fill('Called.');
  await button(page, 'Add note').click();
  await expect(page.getByText('Called.')).toBeVisible();
  await expectTranslated(page, errors);
  for (const path of ['/staff/checklist', '/staff/settings', '/staff/audit-log']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectTranslated(page, errors);
  }
});
