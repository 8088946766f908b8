import { docx, pdf } from '../support/samples.ts';
import { button, comeBack } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { expect, type Page, test } from './support/test.ts';

const transcript = (page: Page) => page.locator('#transcript_document');
const conversion = '/api/pdf/document-answer/transcript_document';
const state = (page: Page) => transcript(page).getByRole('status');
const chooser = (page: Page) => transcript(page).getByRole('button', { name: /^Choose file/ });

async function open(page: Page): Promise<readonly string[]> {
  await comeBack(page, { path: '/education' });
  await page.mouse.move(30, 30);
  await expect(chooser(page)).toBeVisible();
  return callsOf(page);
}

const file = async (name = 'grades.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(name.endsWith('docx') ? docx() : await pdf()),
});

/** Leaves a mark in the page's own timeline for each form that is sent, with the mode of its request. */
function markModes(): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    if (init?.body instanceof FormData) performance.mark(`mode:${init.mode}`);
    return send(input, init);
  };
}

const answerOf = async (page: Page) =>
  (await (await page.request.get('/api/profile')).json()).answer.transcript_document ?? '';

test('a file is saved for, sent, converted, shown and deleted, step by step [UP-01, UP-07, UP-08, UP-09, UP-10, UP-11, UP-12, UP-15, UP-21, UP-22, UP-23, UP-24, UP-25, UP-26, UP-28]', async ({
  page,
}) => {
  await page.addInitScript(markModes);
  const calls = await open(page);
  // Neither of the two first calls ends before both have begun.
  let begun = 0;
  let begin = () => {};
  const both = new Promise<void>((resolve) => {
    begin = resolve;
  });
  for (const path of ['**/api/answer', '**/api/presigned-url'])
    await page.route(
      path,
      async (route) => {
        begun += 1;
        if (begun === 2) begin();
        await both;
        await route.continue();
      },
      { times: 1 },
    );
  let isConverting = true;
  await page.route(`**${conversion}`, (route) =>
    isConverting && route.request().method() === 'GET'
      ? route.fulfill({ json: { status: 'IN_PROGRESS', message: '', error: '' } })
      : route.continue(),
  );
  const sent = page.waitForRequest((request) =>
    /^multipart\/form-data/.test(request.headers()['content-type'] ?? ''),
  );
  await page.locator('#hs_city input').fill('Calumet');
  const choosing = page.waitForEvent('filechooser');
  await chooser(page).click();
  await (await choosing).setFiles(await file());

  const form = (await sent).postDataBuffer()?.toString('latin1') ?? '';
  const fields = [...form.matchAll(/; name="([^"]+)"/g)].map(([, name]) => name);
  expect(fields).toContain('key');
  expect(fields.at(-1)).toBe('file');
  expect(await page.evaluate(() => performance.getEntriesByName('mode:no-cors').length)).toBe(1);
  await expect(state(page)).toHaveText('Converting');
  await expect(chooser(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(transcript(page).getByRole('progressbar')).toBeVisible();
  expect(calls.find((call) => call.startsWith(`POST ${conversion}`))).toMatch(
    /\{"file_key":"[^"]+","file_name":"grades\.pdf"\}$/,
  );
  isConverting = false;
  await expect(state(page)).toHaveText('Done', { timeout: 30_000 });
  const asked = () => pathsOf(calls).filter((call) => call === `GET ${conversion}`).length;
  expect(asked()).toBeGreaterThan(1);
  await expect.poll(() => answerOf(page)).toBe('ANSWERED');
  const until = asked();
  await page.waitForTimeout(2_500);
  expect(asked()).toBe(until);

  await page.reload();
  await expect(transcript(page).getByText(/grades\.pdf \d+ KB|grades\.pdf 1 KB/)).toBeVisible();
  const remove = transcript(page).getByRole('button', { name: /^Delete/ });
  const dialog = page.getByRole('alertdialog', { name: 'Delete File' });
  await remove.click();
  await expect(dialog).toContainText('Are you sure you want to delete your file?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeVisible();
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  await remove.click();
  const before = calls.length;
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(chooser(page)).toBeVisible();
  const after = () => pathsOf(calls.slice(before));
  await expect
    .poll(after)
    .toEqual(
      expect.arrayContaining([
        'DELETE /api/document-answer/transcript_document',
        `DELETE ${conversion}`,
        'GET /api/document-answer',
      ]),
    );
  await expect.poll(() => answerOf(page)).toBe('');
});

test('a failure at any step is told, leaves no answer and no conversion, and the next file is taken [UP-18, UP-19, UP-20, ER-06]', async ({
  page,
}) => {
  const calls = await open(page);
  const failing: readonly (readonly [path: string | RegExp, method: string])[] = [
    ['**/api/answer', 'PUT'],
    ['**/api/presigned-url', 'POST'],
    [/^http:\/\/[^/]+\/(?!api)[^?]*$/, 'POST'],
    [`**${conversion}`, 'POST'],
  ];
  for (const [path, method] of failing) {
    await page.route(path, (route) =>
      route.request().method() === method ? route.abort() : route.continue(),
    );
    await page.locator('#hs_city input').fill(`Calumet ${method}`);
    const before = calls.length;
    await transcript(page)
      .locator('input[type=file]')
      .setInputFiles(await file());
    await expect(page.getByText('Error uploading file for Unofficial transcript').first()).toBeVisible();
    await expect(transcript(page).getByRole('alert')).toContainText('unexpected error');
    await expect(chooser(page)).not.toHaveAttribute('aria-disabled');
    await expect
      .poll(() => pathsOf(calls.slice(before)))
      .toEqual(
        expect.arrayContaining([`DELETE ${conversion}`, 'GET /api/document-answer', `GET ${conversion}`]),
      );
    expect(await answerOf(page)).toBe('');
    await page.unroute(path);
    await page.locator('.toasts').getByRole('button', { name: 'Close' }).first().click();
  }
  await transcript(page)
    .locator('input[type=file]')
    .setInputFiles(await file());
  await expect(state(page)).toHaveText('Done', { timeout: 30_000 });
});

/** Chooses a Word document and waits until its conversion has begun. */
async function begin(page: Page): Promise<void> {
  const begun = page.waitForResponse(
    (response) => response.url().endsWith(conversion) && response.request().method() === 'POST',
  );
  await transcript(page)
    .locator('input[type=file]')
    .setInputFiles(await file('grades.docx'));
  await begun;
}

test('a conversion that still runs after a reload is waited for; one that is gone is not [UP-16, UP-29]', async ({
  page,
}) => {
  await open(page);
  await begin(page);
  await page.reload();
  await page.mouse.move(60, 60);
  await expect(state(page)).toHaveText('Done', { timeout: 45_000 });

  await transcript(page)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(chooser(page)).toBeVisible();
  await begin(page);
  // Another tab takes the file back meanwhile.
  await page.request.delete(conversion);
  await expect(transcript(page).getByText('Converting')).toHaveCount(0, { timeout: 30_000 });
  await expect(chooser(page)).not.toHaveAttribute('aria-disabled');
});

test('a name of a file stands in one line on a phone, above what can be done with it', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await open(page);
  await transcript(page)
    .locator('input[type=file]')
    .setInputFiles(await file());
  const view = transcript(page).getByRole('link', { name: 'View the PDF' });
  await expect(view).toBeVisible({ timeout: 30_000 });
  const name = await transcript(page).locator('.file-name').boundingBox();
  expect(name?.height).toBeLessThan(40);
  expect(name?.y).toBeLessThan((await view.boundingBox())?.y ?? 0);
});

test('a copy that cannot be made is told [PD-05, ER-05]', async ({ page }) => {
  await comeBack(page, { answers: { first_name: 'Ada' }, path: '/final-steps' });
  await page.route('**/api/pdf', (route) => route.fulfill({ json: { status: 'FAILED', url: '' } }));
  await page.mouse.move(30, 30);
  await button(page, 'Download PDF copy').click();
  await expect(
    page.getByText('Error downloading PDF copy of your application.', { exact: true }).first(),
  ).toBeVisible();
});
