import { uploadMessages } from '../../shared/rules/upload.ts';
import { pdf } from '../support/samples.ts';
import { savedAnswers } from './support/answers.ts';
import { button, comeBack } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { faults } from './support/faults.ts';
import { expect, type Page, test } from './support/test.ts';
import {
  answerOf,
  attach,
  choose,
  chooser,
  conversion,
  state,
  stored,
  transcript,
} from './support/transcript.ts';

const document = '/api/document-answer/transcript_document';

async function open(page: Page): Promise<readonly string[]> {
  await comeBack(page, { path: '/education' });
  await page.mouse.move(30, 30);
  await expect(chooser(page)).toBeVisible();
  return callsOf(page);
}

/** Marks each sent form in the page's performance timeline, with the mode of its request. */
function markModes(): void {
  const send = window.fetch;
  window.fetch = (input, init) => {
    if (init?.body instanceof FormData) performance.mark(`mode:${init.mode}`);
    return send(input, init);
  };
}

test('an upload saves answers, sends, converts and shows the file, and deletes it again [UP-01, UP-07, UP-08, UP-09, UP-10, UP-11, UP-12, UP-15, UP-21, UP-22, UP-23, UP-24, UP-25, UP-26, UP-28]', async ({
  page,
  injectFault,
}) => {
  await page.addInitScript(markModes);
  const calls = await open(page);
  // Each of the two first calls waits until both have begun.
  let begun = 0;
  const { promise: both, resolve: begin } = Promise.withResolvers<void>();
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
  const release = injectFault(faults.inspectingUploads, 'held');
  // Playwright shows the file in a request body only when the request is intercepted.
  await page.route(/^http:\/\/[^/]+\/(?!api)[^?]*$/, (route) => route.continue());
  const sent = page.waitForRequest((request) =>
    /^multipart\/form-data/.test(request.headers()['content-type'] ?? ''),
  );
  await page.locator('#hs_city input').fill('Calumet');
  const choosing = page.waitForEvent('filechooser');
  await chooser(page).click();
  const buffer = Buffer.from(await pdf());
  await (await choosing).setFiles({ name: 'grades.pdf', mimeType: '', buffer });

  const form = (await sent).postDataBuffer()?.toString('latin1') ?? '';
  const fields = [...form.matchAll(/; name="([^"]+)"/g)].map(([, name]) => name);
  expect(fields).toContain('key');
  expect(fields.at(-1)).toBe('file');
  expect(await page.evaluate(() => performance.getEntriesByName('mode:no-cors').length)).toBe(1);
  await expect(state(page)).toHaveText('Converting...');
  await expect(transcript(page).getByRole('button', { name: /^Converting/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(transcript(page).getByRole('progressbar')).toBeVisible();
  expect(calls.find((call) => call.startsWith(`POST ${conversion}`))).toMatch(
    /\{"file_key":"[^"]+","file_name":"grades\.pdf"\}$/,
  );
  const statusRequests = () => pathsOf(calls).filter((call) => call === `GET ${conversion}`).length;
  await expect.poll(statusRequests).toBeGreaterThan(1);
  release();
  await expect(state(page)).toHaveText('Uploaded.');
  await expect.poll(() => answerOf(page)).toBe('ANSWERED');
  await page.reload();
  await expect(transcript(page).getByText(/grades\.pdf, \d+ KB/)).toBeVisible();
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
  await expect.poll(after).toContain('GET /api/document-answer');
  expect(after().filter((each) => each.startsWith('DELETE'))).toEqual([
    `DELETE ${conversion}`,
    `DELETE ${document}`,
  ]);
  await expect.poll(() => answerOf(page)).toBe('');
});

async function deleteFile(page: Page): Promise<void> {
  await transcript(page)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page
    .getByRole('alertdialog', { name: 'Delete File' })
    .getByRole('button', { name: 'Delete' })
    .click();
}

test('a file whose deletion fails stays attached [UP-07, UP-23, UP-24, UP-25, UP-26]', async ({ page }) => {
  const calls = await open(page);
  await test.step('an upload with nothing unsaved still saves in parallel with the request for the upload', async () => {
    await attach(page);
    const firstSave = pathsOf(calls).indexOf('PUT /api/answer');
    expect(firstSave).toBeGreaterThanOrEqual(0);
    expect(firstSave).toBeLessThan(pathsOf(calls).indexOf(`POST ${conversion}`));
  });
  await test.step('a file whose conversion cannot be deleted stays, on the server and on the page', async () => {
    await page.route(`**${conversion}`, (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 500, json: { message: 'Out of order.' } })
        : route.fallback(),
    );
    await deleteFile(page);
    await expect(page.getByText('Out of order.').first()).toBeVisible();
    await expect(transcript(page).getByText('grades.pdf').first()).toBeVisible();
    expect(pathsOf(calls)).not.toContain(`DELETE ${document}`);
    expect(await stored(page)).toHaveProperty('transcript_document');
    expect(await answerOf(page)).toBe('ANSWERED');
  });
});

/** Each step of an upload, and the request that fails. */
const steps = [
  ['saving', faults.call('/api/answer')],
  ['making room', faults.tableWrites],
  ['sending', faults.sending],
  ['asking for the conversion', faults.requestingConversions],
] as const;

test('a failure at any step of an upload shows an error, leaves nothing behind, and the next file is accepted [UP-18, UP-19, UP-20, ER-06]', async ({
  page,
  injectFault,
}) => {
  const calls = await open(page);
  for (const [step, what] of steps) {
    const endFault = injectFault(what);
    await page.locator('#hs_city input').fill(`Calumet ${step}`);
    const before = calls.length;
    await choose(page);
    await expect(page.getByText('Error uploading file for Unofficial transcript').first()).toBeVisible();
    await expect(transcript(page).getByRole('alert')).toContainText('unexpected error');
    await expect(chooser(page)).not.toHaveAttribute('aria-disabled');
    await expect
      .poll(() => pathsOf(calls.slice(before)))
      .toEqual(
        expect.arrayContaining([`DELETE ${conversion}`, 'GET /api/document-answer', `GET ${conversion}`]),
      );
    endFault();
    expect(await answerOf(page)).toBe('');
    await page.locator('.toasts').getByRole('button', { name: 'Close' }).first().click();
  }
  await choose(page);
  await expect(state(page)).toHaveText('Uploaded.');
});

/** Chooses a file and waits until its conversion has started. */
async function begin(page: Page): Promise<void> {
  const begun = page.waitForResponse(
    (response) => response.url().endsWith(conversion) && response.request().method() === 'POST',
  );
  await choose(page);
  await begun;
}

test('a file without a connection keeps its name, and is sent at a press or when the browser is online again', async ({
  page,
  context,
}) => {
  await open(page);
  const name = transcript(page).getByText('grades.pdf', { exact: true });
  const error = transcript(page).getByRole('alert');
  const fail = async () => {
    await choose(page);
    await expect(error).toContainText("No connection. We'll send it when you're online again.");
    await expect(name).toBeVisible();
  };
  await test.step('it is not sent after Cancel', async () => {
    await context.setOffline(true);
    await fail();
    await button(page, 'Cancel sending grades.pdf').click();
    await expect(name).toHaveCount(0);
    await expect(error).toHaveCount(0);
    await expect(chooser(page)).toBeFocused();
    await context.setOffline(false);
    await expect(state(page)).toHaveCount(0);
  });
  await test.step('it is sent when the browser is online again', async () => {
    await context.setOffline(true);
    await fail();
    await context.setOffline(false);
    await expect(state(page)).toHaveText('Uploaded.');
    await expect(error).toHaveCount(0);
    await expect(page.locator('.toast')).toHaveCount(0);
  });
  await test.step('its transfer breaks off, and it is sent at a press', async () => {
    await page.route(/uploads/, (route) => route.abort(), { times: 1 });
    await choose(page, 'new.pdf');
    await button(page, 'Try again to send new.pdf').click();
    await expect(transcript(page).getByText('new.pdf')).toBeVisible();
    await expect(state(page)).toHaveText('Uploaded.');
  });
});

test('after a reload the page waits for a running conversion or for another file, not for a deleted one [UP-16, UP-29]', async ({
  page,
  injectFault,
}) => {
  await open(page);
  const release = injectFault(faults.inspectingUploads, 'held');
  await begin(page);
  const waiting = { status: 'IN_PROGRESS', message: uploadMessages.waiting, error: '' };
  await page.route(`**${conversion}`, (route) => route.fulfill({ json: waiting }));
  await page.reload();
  await expect(state(page)).toHaveText('Waiting for your other file...');
  await page.unroute(`**${conversion}`);
  await page.mouse.move(60, 60);
  await expect(state(page)).toHaveText('Converting...');
  release();
  await expect(state(page)).toHaveText('Uploaded.');

  await deleteFile(page);
  await expect(chooser(page)).toBeVisible();
  injectFault(faults.inspectingUploads, 'held');
  await begin(page);
  // Another tab deletes the file during the conversion.
  await page.request.delete(conversion);
  await expect(transcript(page).getByText('Converting')).toHaveCount(0);
  await expect(chooser(page)).not.toHaveAttribute('aria-disabled');
  expect(await answerOf(page)).toBe('');
});

test('a file that a choice hides is no answer and returns with the choice, also after a reload [CC-02]', async ({
  page,
}) => {
  await comeBack(page, { answers: { felony: 'Y', felony_comment: 'x' }, path: '/final-steps' });
  const papers = page.locator('#felony_document');
  const felony = (answer: string) => page.locator('#felony').getByLabel(answer, { exact: true });
  const answer = async () => (await savedAnswers(page)).felony_document;
  const buffer = Buffer.from(await pdf());
  await papers.locator('input[type=file]').setInputFiles({ name: 'court.pdf', mimeType: '', buffer });
  await expect(papers.locator('.file-state')).toHaveText('Uploaded.');
  await expect.poll(answer).toBe('ANSWERED');
  await felony('No').check();
  await expect(papers).toHaveCount(0);
  await expect.poll(answer).toBe('');
  await page.reload();
  await expect(felony('No')).toBeChecked();
  await expect(page.getByText(/We cleared/)).toHaveCount(0);
  await felony('Yes').check();
  await expect(papers.getByText('court.pdf').first()).toBeVisible();
  await expect.poll(answer).toBe('ANSWERED');
});
