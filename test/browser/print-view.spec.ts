import { pdf } from '../support/samples.ts';
import { saveAnswers } from './support/answers.ts';
import { becomeApplicant, heading } from './support/applicant.ts';
import { completeAnswers } from './support/fill-page.ts';
import { serviceToken } from './support/service-token.ts';
import { type Browser, expect, type Page, test } from './support/test.ts';

/** A member of the staff, in a browser of their own. */
const staff = async (browser: Browser, baseURL: string | undefined) =>
  (await browser.newContext({ baseURL: String(baseURL) })).newPage();

const line = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) });

async function uploadTranscript(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Academics' }).click();
  const transcript = page.locator('#transcript_document');
  const buffer = Buffer.from(await pdf({ texts: ['Grades'] }));
  await transcript
    .locator('input[type=file]')
    .setInputFiles({ name: 'grades.pdf', mimeType: 'application/pdf', buffer });
  await expect(transcript.getByRole('status')).toHaveText('Done');
}

test('the print view shows staff the application on paper, without any other page [SV-01] [SV-03] [SV-19] [RT-16] [RO-11]', async ({
  page,
  browser,
  baseURL,
}) => {
  await becomeApplicant(page);
  await saveAnswers(page, '/api/answer', { answer: completeAnswers });
  const reader = await staff(browser, baseURL);
  const calls: string[] = [];
  reader.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|public|service|lookup)\//.test(pathname)) calls.push(`${request.method()} ${pathname}`);
  });
  await reader.goto(`/education?x=1&service_token=${await serviceToken(page)}`);
  await expect(heading(reader, 'First-year application')).toBeVisible();
  for (const [label, text] of [
    ['First Name', String(completeAnswers.first_name)],
    ['Last Name', String(completeAnswers.last_name)],
    ['Date of Birth', String(completeAnswers.birth_date).replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')],
  ] as const)
    await expect(line(reader, label).first()).toContainText(text);
  for (const name of ['About You', 'Academics', 'Final Steps'])
    await expect(reader.getByRole('heading', { level: 2, name })).toBeVisible();
  expect(calls).toEqual(['GET /service/tmp-pdf']);
  await expect(reader.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(reader).toHaveTitle('First-year application');
});

test('the print view shows nothing that could be pressed, filled in or followed [SV-02] [SV-09] [SV-10] [SV-11] [SV-12] [SV-13] [SV-14] [SV-15] [SV-16] [VS-09] [RT-34] [DG-07]', async ({
  page,
  browser,
  baseURL,
}) => {
  await becomeApplicant(page);
  await saveAnswers(page, '/api/answer', { answer: completeAnswers });
  const reader = await staff(browser, baseURL);
  await reader.goto(`/about?service_token=${await serviceToken(page)}`);
  await expect(heading(reader, 'First-year application')).toBeVisible();
  for (const hidden of [
    'input, select, textarea, [contenteditable]',
    'button, [role=button], a, summary',
    'nav, header, footer, aside, dialog, hr, form',
    '[role=separator], [popover], [tabindex]',
  ])
    await expect(reader.locator(hidden), hidden).toHaveCount(0);
  await expect(reader.getByText("We're missing some information!")).toHaveCount(0);
});

test('the print view prints choices as [X] and [ ], in a column when more than two, and months by name [SV-04] [SV-05] [SV-06] [SV-07]', async ({
  page,
  browser,
  baseURL,
}) => {
  await becomeApplicant(page);
  await saveAnswers(page, '/api/answer', {
    answer: {
      felony: 'N',
      citizenship_type: '1',
      legal_agree: true,
      race_asian: true,
      grad_month: '5',
      grad_year: '2027',
    },
  });
  const reader = await staff(browser, baseURL);
  await reader.goto(`/about?service_token=${await serviceToken(page)}`);
  const felony = line(reader, 'felony').locator('dd');
  await expect(felony).toHaveText('[ ] Yes[X] No');
  await expect(felony.locator('> span')).toHaveCSS('flex-direction', 'row');
  const citizenship = line(reader, 'What is your citizenship').locator('dd');
  await expect(citizenship).toHaveText(/^\[X\] .+\[ \] .+\[ \] /);
  await expect(citizenship.locator('> span')).toHaveCSS('flex-direction', 'column');
  const positions = await citizenship
    .locator('> span > span')
    .evaluateAll((options) => options.map((each) => (each as unknown as { offsetTop: number }).offsetTop));
  expect(new Set(positions).size).toBe(positions.length);
  await expect(reader.getByText('[X] Asian', { exact: true })).toBeVisible();
  const agreement = 'I certify that all of my answers are complete and accurate.';
  await expect(line(reader, agreement).locator('dd')).toHaveText('[X]');
  await expect(reader.getByText(agreement)).toHaveCount(1);
  await expect(line(reader, 'I give permission for my counselor').locator('dd')).toHaveText('[ ]');
  await expect(line(reader, 'Graduation Date').locator('dd')).toHaveText('May 2027');
});

test('the print view follows block counts, tabs and documents [SV-08] [SV-17] [SV-18]', async ({
  page,
  browser,
  baseURL,
}) => {
  await becomeApplicant(page);
  await uploadTranscript(page);
  await saveAnswers(page, '/api/answer', {
    answer: { college_3_name: 'Keweenaw College', activity_name: 'Cello' },
  });
  await saveAnswers(page, '/api/add-another', { button_id: 'college', num_components: 3 });
  const token = await serviceToken(page);
  const reader = await staff(browser, baseURL);
  await reader.goto(`/about?service_token=${token}`);
  await expect(reader.getByText('Document attached for Unofficial transcript')).toBeVisible();
  await expect(reader.getByText('Keweenaw College')).toBeVisible();
  await expect(reader.getByText('Cello')).toBeVisible();
  await expect(reader.getByText('Résumé of activities')).toHaveCount(0);

  await saveAnswers(page, '/api/add-another', { button_id: 'college', num_components: 2 });
  await saveAnswers(page, '/api/tabs', { tab_id: 'activities_tab', chosen_tab: 'upload' });
  await reader.goto('about:blank');
  await reader.goto(`/about?service_token=${token}`);
  await expect(line(reader, 'Résumé of activities').locator('dd')).toHaveText('Not answered');
  await expect(reader.getByText('Keweenaw College')).toHaveCount(0);
  await expect(reader.getByText('Cello')).toHaveCount(0);
});

test('the print view keeps the service token out of the URL and history and opens one application only', async ({
  page,
  browser,
  baseURL,
}) => {
  await becomeApplicant(page);
  await saveAnswers(page, '/api/answer', { answer: { first_name: 'Ada' } });
  const token = await serviceToken(page);
  const other = await (await browser.newContext({ baseURL: String(baseURL) })).newPage();
  await becomeApplicant(other);
  await saveAnswers(other, '/api/answer', { answer: { first_name: 'Grace' } });
  await other.goto('about:blank');
  await other.goto(`/about?keep=1&service_token=${token}#felony`);
  await expect(line(other, 'First Name').first()).toContainText('Ada');
  await expect(other.getByText('Grace')).toHaveCount(0);
  await expect(other).toHaveURL(/\/about\?keep=1#felony$/);
  const kept = await other.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  );
  expect(kept).not.toContain(token);
  await other.reload();
  await expect(other.getByLabel('First Name').first()).toHaveValue('Grace');
});

for (const [name, token] of [
  ['wrong', 'a.b.c'],
  ['empty', ''],
] as const)
  test(`the print view shows no data for a service token that is ${name} [SV-20]`, async ({ page }) => {
    await page.goto(`/about?service_token=${token}`);
    await expect(page.getByRole('alert')).toHaveText('This link is not valid or has expired.');
    await expect(page.locator('dl, input, button')).toHaveCount(0);
  });
