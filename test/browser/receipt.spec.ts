import { readPdf } from '../support/pdf-reading.ts';
import { button, comeBack, heading, openCompletion } from './support/applicant.ts';
import { callsOf } from './support/calls.ts';
import { faults } from './support/faults.ts';
import { completeAnswers } from './support/fill-page.ts';
import { loseResponse } from './support/routes.ts';
import { recordItem, staffToken } from './support/staff-token.ts';
import { expect, type Page, test } from './support/test.ts';

const number = async (page: Page) =>
  (await page.locator('.receipt').textContent())?.match(/NLU-[0-9A-Z]{8}/)?.[0] ?? '';

const nextSteps = (page: Page) => page.locator('.next-steps h3');
const mailTo = async (page: Page, email: string): Promise<string> => {
  const mails = await (await page.request.get(`/_local/mail.json?to=${encodeURIComponent(email)}`)).json();
  return mails[0].text;
};

test('the completion page has the proof of submission, at every path and in the mail, and says what happens next [RT-04, RT-13, RT-30, ST-12, ST-13, ST-14, BN-02, DG-01, CA-14, TS-01]', async ({
  page,
  reader,
  cloud,
}) => {
  const calls = callsOf(page);
  const { email } = await comeBack(page, { answers: completeAnswers, path: '/final-steps' });
  await button(page, 'Submit').click();
  await expect(heading(page, 'Your application is in')).toBeVisible();
  const receipt = page.locator('.receipt');
  const confirmation = await number(page);
  await test.step('the submission is sent once and its success is shown once', async () => {
    await expect(page).toHaveURL(/\/completion$/);
    const toast = page.getByRole('listitem').filter({ hasText: 'Success' });
    await expect(toast).toContainText('Your application was successfully submitted.');
    const order = calls.filter((call) => !call.startsWith('GET') && !call.startsWith('PUT /api/last-page'));
    expect(order.slice(-2)).toEqual(['POST /api/submit', 'POST /api/web-status {"web_status":"submitted"}']);
  });
  await expect(page).toHaveTitle(/^Application submitted - /);
  await test.step('the receipt has number, time and address, and the mail the same number', async () => {
    expect(confirmation).not.toBe('');
    await expect(receipt.locator('time')).toHaveText(/^\w+ \d+, \d{4} at \d+:\d\d [AP]M E[SD]T$/);
    await expect(receipt).toContainText(email);
    expect(await mailTo(page, email)).toContain(confirmation);
  });
  await test.step('the page thanks by name, and copies the number', async () => {
    await expect(page.getByText(`Thank you, ${completeAnswers.preferred_name}.`)).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page, 'Copy number').click();
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(confirmation);
  });
  await test.step('the page and the mail say until when the university decides', async () => {
    const decision = receipt.locator('div').filter({ hasText: 'Decision by' }).locator('dd');
    await expect(decision).toHaveText(/^[A-Z][a-z]+ \d+, \d{4}$/);
    const submitted = (await receipt.locator('time').getAttribute('datetime')) ?? '';
    const days = (Date.parse((await decision.textContent()) ?? '') - Date.parse(submitted)) / 86_400_000;
    expect(Math.abs(days - 14)).toBeLessThan(1.5);
    expect(await mailTo(page, email)).toContain(`by ${await decision.textContent()}`);
  });
  await test.step('the page says where to write about a mistake, with the number in the subject', async () => {
    const link = page.locator('.found-mistake').getByRole('link');
    await expect(link).toHaveAttribute('href', new RegExp(`^mailto:.+subject=.*${confirmation}`));
  });
  await test.step('the page has the next steps, and the steps of the form are plain text', async () => {
    await expect(nextSteps(page)).toContainText(['Send your official transcript', 'Send your test scores']);
    const steps = page.getByRole('navigation', { name: 'Application' });
    await expect(steps.getByRole('listitem')).toHaveCount(3);
    await expect(steps.getByRole('link')).toHaveCount(0);
  });
  await test.step('the page names the supporting documents that arrived, at every path, and staff read the same in the words of the office', async () => {
    const statuses = page.locator('.next-steps li .step-status');
    const completion = page.getByText('We have everything we need for your application.');
    await expect(statuses).toHaveText(['Still needed', 'Still needed']);
    await recordItem(cloud, email, 'transcript', '2026-03-03');
    await page.goto('/about');
    await expect(page).toHaveURL(/\/completion$/);
    await expect(
      page.getByRole('heading', {
        name: 'To complete your application, you must take the following steps.',
      }),
    ).toBeVisible();
    expect(await number(page)).toBe(confirmation);
    await expect(statuses).toHaveText(['Received on March 3, 2026', 'Still needed']);
    await expect(completion).toBeHidden();
    await reader.goto(`/about?service_token=${await staffToken(cloud, page)}`);
    await expect(reader.getByRole('region', { name: 'Supporting documents' }).locator('div')).toHaveText([
      'TranscriptReceived March 3, 2026',
      'Test scoresMissing',
      'FAFSAOptional, not received',
    ]);
    await recordItem(cloud, email, 'test-scores', '2026-03-04');
    await page.reload();
    await expect(completion).toBeVisible();
    await expect(page).toHaveURL(/\/completion$/);
  });
});

test('the completion page shows the submitted answers when they are opened, and prints them without buttons and links', async ({
  page,
}) => {
  await openCompletion(page);
  const answers = page.locator('.submitted-answers');
  await test.step('folded answers are printed, and folded again afterwards', async () => {
    await page.reload();
    await expect(answers).toBeVisible();
    await expect
      .poll(async () => (await readPdf(await page.pdf({ format: 'Letter' }))).text.replaceAll('\n', ' '), {
        intervals: [500],
      })
      .toContain(String(completeAnswers.hs_name));
    await expect(answers).not.toHaveAttribute('open');
  });
  await test.step('the answers show when they are opened', async () => {
    await expect(answers.locator('dl')).toHaveCount(0);
    await answers.locator('summary').click();
    for (const name of ['About You', 'Academics', 'Final Steps'])
      await expect(answers.getByRole('heading', { level: 3, name })).toBeVisible();
    await expect(answers.getByText(String(completeAnswers.hs_name))).toBeVisible();
    await expect(answers).not.toContainText('[X]');
    await expect(answers.getByRole('link')).toHaveCount(0);
  });
  await test.step('the print leaves out the buttons and links', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('.receipt dl')).toBeVisible();
    await expect(heading(page, 'Your application is in')).toBeVisible();
    for (const hidden of ['.steps', '.toasts', '.footer', 'button'])
      for (const each of await page.locator(hidden).all()) await expect(each).toBeHidden();
  });
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test("a failed submission says so next to Submit; one whose response was lost opens the receipt with its time in the reader's zone and in the university's, also when the status update failed [ST-13, ST-14]", async ({
    page,
    injectFault,
  }) => {
    await page.route('**/api/web-status', (route) =>
      route.request().postData()?.includes('submitted') ? route.abort() : route.continue(),
    );
    await comeBack(page, { answers: completeAnswers, path: '/final-steps' });
    const submit = button(page, 'Submit');
    await test.step('the server cannot store it', async () => {
      const endFault = injectFault(faults.tableWrites);
      await submit.click();
      await expect(page.locator('.toasts')).toContainText('unexpected error');
      await expect(submit).toHaveAccessibleDescription(
        /Your application was not submitted\..*unexpected error/,
      );
      await expect(heading(page, 'Final Steps')).toBeVisible();
      endFault();
    });
    await test.step('the network drops between the submission and its response, and for some time after it', async () => {
      await loseResponse(page, '**/api/submit');
      await page.route('**/api/profile', (route) => route.abort(), { times: 1 });
      await submit.click();
      await expect(page.locator('.submitting')).toHaveText(
        "We're checking whether your application arrived.",
      );
      await expect(submit).toHaveAttribute('aria-disabled', 'true');
      await expect(page).toHaveURL(/\/completion$/);
    });
    await expect(page.locator('.toasts')).toContainText('Your application was successfully submitted.');
    await expect(page.getByText(/NLU-/).first()).toBeVisible();
    await expect(page.locator('.receipt time')).toHaveText(/GMT\+9.*E[SD]T$/);
  });
});

test('the completion page names only the steps that the applicant needs, and a save in another tab leads there [RT-13]', async ({
  page,
  context,
}) => {
  const answers = { ...completeAnswers, test_optional: 'Y' };
  // A page that loads saves that the test scores, which are hidden, are cleared.
  const cleared = page.waitForResponse('**/api/answer');
  await comeBack(page, { answers, path: '/final-steps' });
  await cleared;
  const other = await context.newPage();
  // A call that arrives after the submission would lead this tab to the completion page too early.
  const arrived = other.waitForResponse('**/api/last-page');
  await other.goto('/about#first_name');
  await arrived;
  const name = other.getByLabel('First Name', { exact: true });
  await expect(name).toHaveValue(String(completeAnswers.first_name));
  await button(page, 'Submit').click();
  await expect(heading(page, 'Your application is in')).toBeVisible();
  await expect(nextSteps(page).first()).toHaveText('Send your official transcript');
  await expect(nextSteps(page)).not.toContainText(['Send your test scores']);
  await name.fill('Too late');
  await expect(other).toHaveURL(/\/completion$/);
  await expect(other.locator('.toasts')).toContainText('you can no longer change it');
});
