import { saveAnswers } from '../browser/support/answers.ts';
import { button, comeBack, heading } from '../browser/support/applicant.ts';
import { expectAccessible } from '../browser/support/expect-accessible.ts';
import { faults } from '../browser/support/faults.ts';
import { completeAnswers } from '../browser/support/fill-page.ts';
import { passTimeUntilAsked, startIdleWatch } from '../browser/support/idle-watch.ts';
import { staffToken } from '../browser/support/staff-token.ts';
import { expect, test } from '../browser/support/test.ts';
import { pdf } from '../support/samples.ts';

for (const [path, title] of [
  ['/login', 'Log In'],
  ['/signup', 'Sign Up'],
  ['/confirm', 'Confirm Your Account'],
  ['/forgot', 'Forgot Password'],
  ['/reset?username=ada@example.org&id=1', 'Reset Password'],
] as const)
  test(`${title}: axe reports nothing on the empty page and with errors`, async ({ page }) => {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expectAccessible(page);
    await button(page, 'Submit').click();
    await expectAccessible(page, 'main');
  });

test('the form of an anonymous visitor: axe reports nothing, nor in the dialog of the device link', async ({
  page,
}) => {
  for (const [path, title] of [
    ['/education', 'Academics'],
    ['/about', 'About You'],
  ] as const) {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expectAccessible(page);
  }
  await page.locator('#first_name input').fill('Ada');
  await button(page, 'Continue on your phone').click();
  await expect(page.getByRole('img', { name: 'QR code for the link' })).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await page.goto('/final-steps');
  await expect(page.getByRole('region', { name: 'Review your answers' })).toContainText('Ada');
  await expectAccessible(page);
});

test('the form of an applicant: axe reports nothing while validating, in dialogs and in popovers, and nothing violates the content security policy', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await comeBack(page);
  await page.locator('#country').getByRole('combobox').selectOption('USA');
  await page
    .locator('#citizenship_type')
    .getByLabel(/student visa/)
    .check();
  await page.getByRole('link', { name: 'Final Steps' }).click();
  await page.locator('#felony').getByLabel('Yes').check();
  await button(page, 'Submit').click();
  await expect(page.getByText("We're missing some information!")).toBeVisible();
  await expectAccessible(page);
  for (const [name, title] of [
    ['Academics', 'Academics'],
    ['Final Steps', 'Final Steps'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Application' }).getByRole('link', { name }).click();
    await expect(heading(page, title)).toBeVisible();
    await expectAccessible(page);
  }
  await button(page, 'Account').click();
  await expectAccessible(page, '[popover], dialog');
  await page.keyboard.press('Escape');
  await button(page, 'Help').click();
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  expect(errors).toEqual([]);
});

test('the "Still working?" dialog: axe reports nothing', async ({ page }) => {
  await page.clock.install();
  await comeBack(page);
  await startIdleWatch(page);
  await page.mouse.move(60, 60);
  await passTimeUntilAsked(page);
  await expectAccessible(page, 'dialog[open]');
});

test('the accessibility statement opens from the footer: axe reports nothing', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Accessibility' }).click();
  await expect(heading(page, 'Accessibility')).toBeFocused();
  await expect(page.getByText('WCAG')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(heading(page, 'Accessibility')).toBeVisible();
});

test('look-up suggestions: axe reports nothing with and without results', async ({ page }) => {
  await page.goto('/education');
  const school = page.locator('#hs_name');
  await school.locator('input').focus();
  await school.getByRole('combobox').pressSequentially('stargazer');
  await expect(school.getByRole('option').first()).toContainText('Stargazer');
  await page.keyboard.press('ArrowDown');
  await expectAccessible(page, '#hs_name');
  await school.getByRole('combobox').fill('qqqq');
  await expect(school.getByRole('option')).toHaveText(['Use: qqqq']);
  await expectAccessible(page, '#hs_name');
});

test('the print view for staff: axe reports nothing on screen and in print', async ({
  page,
  reader,
  cloud,
}) => {
  await comeBack(page, { answers: completeAnswers });
  await reader.goto(`/about?service_token=${await staffToken(cloud, page)}`);
  await expect(heading(reader, 'First-year application')).toBeVisible();
  await expectAccessible(reader);
  await reader.emulateMedia({ media: 'print' });
  await expectAccessible(reader);
});

test('an upload from its rejection to its deletion, and a toast: axe reports nothing', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { path: '/education' });
  const transcript = page.locator('#transcript_document');
  const choose = (name: string, buffer: Buffer) =>
    transcript.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer });
  await page.mouse.move(30, 30);
  await choose('transcript.pdf', Buffer.from('no paper'));
  await expect(transcript.getByRole('alert')).toContainText('could not read this file');
  await expectAccessible(page, '#transcript_document');

  const release = injectFault(faults.inspectingUploads, 'held');
  await choose('transcript.pdf', Buffer.from(await pdf()));
  await expect(transcript.locator('.file-state')).toHaveText('Converting...');
  await expectAccessible(page, '#transcript_document');
  release();
  await expect(transcript.getByRole('link', { name: 'View the PDF' })).toBeVisible();
  await expectAccessible(page, '#transcript_document');
  await transcript.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete File' })).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await page.keyboard.press('Escape');

  injectFault(faults.tableWrites);
  await page.getByRole('tab', { name: 'Upload a résumé' }).click();
  await expect(page.locator('.toast')).toBeVisible();
  await expectAccessible(page, '.toasts');
});

test('the offer to undo a change, leaving a tab, removing a repeated block and a conflicting edit: axe reports nothing', async ({
  page,
}) => {
  const answers = { citizenship_type: '2', alien_registration_number: 'A123', activity_name: 'Chess' };
  await comeBack(page, { answers });
  await page
    .locator('#citizenship_type')
    .getByLabel(/U.S. citizen/)
    .check();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Academics' }).click();
  await page.getByRole('tab', { name: 'Upload a résumé' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Upload a résumé?' })).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add Another honor' }).click();
  // Only a block with answers asks before it is removed.
  await page.getByRole('textbox', { name: 'Honor 2' }).fill('Science fair');
  await page.getByRole('button', { name: 'Remove honor 2' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Remove honor 2' })).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await saveAnswers(page, '/api/answer', { answer: { honors_name: 'Choir' } });
  await page.getByRole('textbox', { name: 'Honor 1' }).fill('Chess');
  await expect(page.getByRole('dialog', { name: 'You changed this somewhere else' })).toBeVisible();
  await expectAccessible(page, 'dialog[open]');
});

test('the error screen: axe reports nothing', async ({ page, injectFault }) => {
  injectFault(({ url }) => /log-in-[^/]*\.js$/.test(url.pathname));
  await page.goto('/login');
  await expect(heading(page, 'We are sorry')).toBeVisible();
  await expectAccessible(page);
});
