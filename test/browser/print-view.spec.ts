import { PDFDocument } from '@cantoo/pdf-lib';
import type { LocalCloud } from '../../scripts/local-cloud/index.ts';
import { saveAnswers } from './support/answers.ts';
import { comeBack, haveAccount, heading, logInBehind, openCompletion } from './support/applicant.ts';
import { isSettingsRead } from './support/calls.ts';
import { completeAnswers } from './support/fill-page.ts';
import { staffToken } from './support/staff-token.ts';
import { expect, type Page, test } from './support/test.ts';
import { attach } from './support/transcript.ts';

const line = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) });

test('the print view shows staff the application on paper, with who applied when, and nothing that could be pressed or filled in [SV-01] [SV-02] [SV-03] [SV-09] [SV-10] [SV-11] [SV-12] [SV-13] [SV-14] [SV-15] [SV-16] [SV-19] [VS-09] [RT-16] [RT-34] [DG-07] [RO-11]', async ({
  page,
  reader,
  cloud,
}) => {
  const { email } = await openCompletion(page);
  const confirmation =
    (await page.locator('.receipt').textContent())?.match(/NLU-[0-9A-Z]{8}/)?.[0] ?? 'none';
  const calls: string[] = [];
  reader.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|public|service|lookup)\//.test(pathname) && !isSettingsRead(pathname))
      calls.push(`${request.method()} ${pathname}`);
  });
  await reader.goto(`/education?x=1&service_token=${await staffToken(cloud, page)}`);
  await expect(heading(reader, 'First-year application')).toBeVisible();
  await test.step('it loads one reply and shows every page', async () => {
    for (const [label, text] of [
      ['First Name', String(completeAnswers.first_name)],
      ['Last Name', String(completeAnswers.last_name)],
      ['Date of Birth', 'March 14, 2009'],
    ] as const)
      await expect(line(reader, label).first()).toContainText(text);
    for (const name of ['About You', 'Academics', 'Final Steps'])
      await expect(reader.getByRole('heading', { level: 2, name })).toBeVisible();
    expect(calls).toEqual(['GET /service/tmp-pdf']);
    await expect(reader.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(reader).toHaveTitle('First-year application');
  });
  await test.step('it has no buttons and no fields', async () => {
    for (const hidden of [
      'input, select, textarea, [contenteditable]',
      'button, [role=button], summary, a:not([href^="#"])',
      'nav, header, footer, aside, dialog, hr, form',
      '[role=separator], [popover], [tabindex]',
    ])
      await expect(reader.locator(hidden), hidden).toHaveCount(0);
    await expect(reader.getByText("We're missing some information!")).toHaveCount(0);
  });
  await test.step('it and its print begin with who applied for what and when', async () => {
    const facts = reader.locator('.facts').first();
    for (const fact of [
      'Ada Maria Lindgren III',
      email,
      'Submitted',
      confirmation,
      'March 14, 2009',
      'Forestry',
    ])
      await expect(facts.getByText(fact, { exact: true }).first()).toBeVisible();
    await reader.emulateMedia({ media: 'print' });
    await expect(facts).toBeVisible();
    await expect(reader.getByText(/^This link works until/)).toBeHidden();
    const printed = await PDFDocument.load(await reader.pdf({ format: 'Letter' }));
    expect(printed.getPageCount()).toBeLessThanOrEqual(6);
  });
  await test.step('a link for readers has no hidden question, heading or fact', async () => {
    await reader.goto(`/about?service_token=${await staffToken(cloud, page, 'reader')}`);
    await expect(reader.getByRole('heading', { name: 'Personal information' })).toBeVisible();
    for (const name of ['Ethnicity and race', 'Legal questions'])
      await expect(reader.getByRole('heading', { name })).toHaveCount(0);
    for (const label of ['Sex', 'Date of Birth', 'Alien Registration Number', 'How do you identify'])
      await expect(line(reader, label), label).toHaveCount(0);
    await expect(reader.getByText('felony')).toHaveCount(0);
  });
});

test('the print view prints choices as [X] and [ ], months by name, block counts, tabs and documents [SV-04] [SV-05] [SV-06] [SV-07] [SV-08] [SV-17] [SV-18]', async ({
  page,
  reader,
  cloud,
}) => {
  await comeBack(page, { path: '/education' });
  await attach(page);
  await saveAnswers(page, '/api/answer', {
    answer: {
      ...{ felony: 'N', citizenship_type: '1' },
      ...{ grad_month: '5', grad_year: '2027', college_3_name: 'Keweenaw College', activity_name: 'Cello' },
    },
  });
  await saveAnswers(page, '/api/add-another', { button_id: 'college', num_components: 3 });
  const token = await staffToken(cloud, page);
  await reader.goto(`/about?service_token=${token}`);
  await test.step('choices, in a column when there are more than two, and months', async () => {
    const felony = line(reader, 'felony').locator('dd');
    await expect(felony).toHaveText('[ ] Yes[X] No');
    const citizenship = line(reader, 'What is your citizenship').locator('dd');
    await expect(citizenship).toHaveText(/^\[X\] .+\[ \] .+\[ \] /);
    await expect(citizenship.locator('> span')).toHaveCSS('flex-direction', 'column');
    await expect(line(reader, 'Graduation Date').locator('dd')).toHaveText('May 2027');
  });
  await test.step('documents, repeated blocks and the selected tab', async () => {
    await expect(reader.getByText('Document attached for Unofficial transcript')).toBeVisible();
    const file = reader.getByRole('region', { name: 'Files' }).getByRole('link', { name: /^grades\.pdf/ });
    const opened = await reader.request.get((await file.getAttribute('href')) ?? '');
    expect(opened.headers()['content-type']).toBe('application/pdf');
    await expect(reader.getByText('Keweenaw College')).toBeVisible();
    const blank = reader.locator('.printed-section', { hasText: 'College 2' }).last();
    await expect(blank).toHaveText(/College 2\s*Not answered$/);
    await expect(reader.getByText('Cello')).toBeVisible();
    await expect(reader.getByText('Résumé of activities')).toHaveCount(0);
  });
  await test.step('the other tab', async () => {
    await saveAnswers(page, '/api/tabs', { tab_id: 'activities_tab', chosen_tab: 'upload' });
    await reader.reload();
    await expect(line(reader, 'Résumé of activities').locator('dd')).toHaveText('Not answered');
    await expect(reader.getByText('Cello')).toHaveCount(0);
  });
});

/**
 * Everything that a later visitor of this browser could find: the address, the history's state, storage and
 * cookies.
 */
const keptByBrowser = (page: Page) =>
  page.evaluate('JSON.stringify([location.href, history.state, { ...localStorage }, document.cookie])');

/** A token for an applicant whose only answer is a first name, Ada. */
async function tokenForAda(cloud: LocalCloud, page: Page): Promise<string> {
  await logInBehind(page, await haveAccount(page));
  await saveAnswers(page, '/api/answer', { answer: { first_name: 'Ada' } });
  return staffToken(cloud, page);
}

test('the print view opens one application only, keeps the service token out of the URL and history, survives a reload, in its own tab only, and says until when', async ({
  page,
  reader,
  cloud,
}) => {
  const token = await tokenForAda(cloud, page);
  await comeBack(reader, { answers: { first_name: 'Grace' } });
  await reader.goto(`/about?keep=1&service_token=${token}#felony`);
  await expect(reader.getByText('Grace')).toHaveCount(0);
  await expect(reader).toHaveURL(/\/about\?keep=1#felony$/);
  const firstName = line(reader, 'First Name').first();
  await test.step('a reload', async () => {
    await expect(firstName).toContainText('Ada');
    await expect(reader.getByText(/^This link works until \d+:\d\d [AP]M\./)).toBeVisible();
    await reader.reload();
    await expect(firstName).toContainText('Ada');
    await expect(reader.locator('input')).toHaveCount(0);
    expect(await keptByBrowser(reader)).not.toContain(token);
  });
  await test.step('another tab, and another visit in the same tab', async () => {
    const second = await reader.context().newPage();
    // Another visit in the same tab is not a reload: it forgets the token.
    for (const tab of [second, reader]) {
      await tab.goto('/about');
      await expect(tab.getByLabel('First Name').first()).toHaveValue('Grace');
    }
  });
});

test('the print view says that its link has ended, and a reload then shows no data', async ({
  page,
  reader,
  cloud,
}) => {
  const token = await tokenForAda(cloud, page);
  await reader.clock.install();
  await reader.goto(`/about?service_token=${token}`);
  await expect(line(reader, 'First Name').first()).toContainText('Ada');
  await reader.clock.fastForward('01:01:00');
  await expect(reader.getByText(/^This link has expired\./)).toBeVisible();
  expect(await reader.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain(token);
  await reader.reload();
  await expect(reader.getByLabel('First Name').first()).toHaveValue('');
});

test('/service/pdf opened in a browser waits in plain words and then downloads the PDF; a wrong or empty service token shows no data [SV-20]', async ({
  page,
  reader,
  cloud,
}) => {
  const token = await tokenForAda(cloud, page);
  const shown = reader.waitForResponse(
    (response) => response.headers()['content-type'] === 'application/pdf',
  );
  await reader.goto(`/service/pdf?service_token=${token}`);
  await expect(reader.getByText(/^We're preparing the PDF\./)).toBeVisible();
  await shown;
  const invalid = 'This link is not valid or has expired. Ask the person who sent it for a new one.';
  await reader.goto('/service/pdf?service_token=wrong');
  await expect(reader.getByText(invalid)).toBeVisible();
  for (const wrong of ['a.b.c', '']) {
    await reader.goto(`/about?service_token=${wrong}`);
    await expect(reader.getByRole('alert')).toHaveText(invalid);
    await expect(reader.locator('dl, input, button')).toHaveCount(0);
  }
});
