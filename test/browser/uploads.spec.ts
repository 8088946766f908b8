import { uploadMessages } from '../../shared/rules/upload.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { docx, pdf } from '../support/samples.ts';
import { saveAnswers, savedAnswers } from './support/answers.ts';
import { button, comeBack, makePdfCopy } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { expireConversions } from './support/expire-conversions.ts';
import { faults } from './support/faults.ts';
import { expect, type Page, test } from './support/test.ts';
import {
  answerOf,
  attach,
  choose,
  chooser,
  conversion,
  state,
  statusOf,
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
  const until = statusRequests();
  await page.waitForTimeout(2_500);
  expect(statusRequests()).toBe(until);

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

const serverError = { status: 500, json: { message: 'Out of order.' } };
const attached = (page: Page) => transcript(page).getByText('grades.pdf').first();

test('a file stays attached exactly as long as the server has it, even when its deletion seems to fail [UP-07, UP-23, UP-24, UP-25, UP-26]', async ({
  page,
  context,
}) => {
  const calls = await open(page);
  await test.step('an upload with nothing unsaved still saves in parallel with the request for the upload', async () => {
    await attach(page);
    const firstSave = pathsOf(calls).indexOf('PUT /api/answer');
    expect(firstSave).toBeGreaterThanOrEqual(0);
    expect(firstSave).toBeLessThan(pathsOf(calls).indexOf(`POST ${conversion}`));
  });
  await test.step('a file whose conversion cannot be deleted stays, on the server and on the page', async () => {
    await page.route(`**${conversion}`, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill(serverError) : route.fallback(),
    );
    await deleteFile(page);
    await expect(page.getByText('Out of order.').first()).toBeVisible();
    await expect(attached(page)).toBeVisible();
    expect(pathsOf(calls)).not.toContain(`DELETE ${document}`);
    expect(await stored(page)).toHaveProperty('transcript_document');
    expect(await answerOf(page)).toBe('ANSWERED');
    await page.unroute(`**${conversion}`);
    await page.locator('.toasts').getByRole('button', { name: 'Close' }).first().click();
  });
  for (const lost of [conversion, document])
    await test.step(`a file whose deletion loses the response of ${lost} does not look attached`, async () => {
      if ((await attached(page).count()) === 0) await attach(page);
      await page.route(`**${lost}`, async (route) => {
        if (route.request().method() !== 'DELETE') return route.fallback();
        await route.fetch();
        await route.abort();
      });
      await deleteFile(page);
      await expect(chooser(page)).toBeVisible();
      await expect(attached(page)).toHaveCount(0);
      expect(await stored(page)).toEqual({});
      await expect.poll(() => answerOf(page)).toBe('');
      await page.unroute(`**${lost}`);
    });
  await test.step('a page that cannot load the status of a file shows it as soon as it can', async () => {
    await attach(page);
    await page.route(`**${conversion}`, async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      await route.fetch();
      await context.setOffline(true);
      await route.abort();
    });
    await deleteFile(page);
    await expect(page.locator('.toast').first()).toBeVisible();
    await context.setOffline(false);
    await expect(chooser(page)).toBeVisible();
    await expect(attached(page)).toHaveCount(0);
  });
});

/** Each step of an upload, and the request that fails. */
const steps = [
  ['saving', faults.call('/api/answer')],
  ['making room', faults.tableWrites],
  ['sending', faults.sending],
  ['finding what was sent', faults.findingUploads],
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

/**
 * Chooses a file and waits until its conversion has started. Only a Word document needs the office program.
 */
async function begin(page: Page, name = 'grades.docx'): Promise<void> {
  const begun = page.waitForResponse(
    (response) => response.url().endsWith(conversion) && response.request().method() === 'POST',
  );
  await choose(page, name, name.endsWith('docx') ? Buffer.from(docx()) : undefined);
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

test('after a reload the page waits for a running conversion or for another file, not for a deleted one, and can cancel it [UP-16, UP-29]', async ({
  page,
  injectFault,
  cloud,
}) => {
  await open(page);
  const release = injectFault(faults.inspectingUploads, 'held');
  await begin(page, 'grades.pdf');
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
  const end = injectFault(faults.inspectingUploads, 'held');
  await begin(page, 'grades.pdf');
  // Another tab deletes the file during the conversion.
  await page.request.delete(conversion);
  await expect(transcript(page).getByText('Converting')).toHaveCount(0);
  await expect(chooser(page)).not.toHaveAttribute('aria-disabled');

  end();
  await cloud.quiet();
  injectFault(faults.inspectingUploads, 'held');
  await begin(page, 'grades.pdf');
  await page.reload();
  await page.mouse.move(40, 40);
  await expect(state(page)).toHaveText('Converting...');
  await transcript(page)
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await expect(transcript(page).locator('.file-note')).toHaveText('Upload canceled.');
  await expect(chooser(page)).not.toHaveAttribute('aria-disabled');
  await expect.poll(() => statusOf(page)).toBe('NOT_ANSWERED');
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

test('on a phone an upload is one line for the file above one row of buttons', async ({
  page,
  injectFault,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const release = injectFault(faults.inspectingUploads, 'held');
  await choose(page);
  await expect(state(page)).toHaveText('Converting...');
  // One state, in the button that waits.
  await expect(transcript(page).getByText('Choose file')).toHaveCount(0);
  await expect(transcript(page).getByText(/^\d+ s$/)).toHaveCount(0);
  release();
  await expect(transcript(page).locator('.file-name')).toHaveText(/^grades\.pdf, \d+ KB\. Uploaded\.$/);
  const view = transcript(page).getByRole('link', { name: 'View the PDF' });
  await expect(view).toBeVisible();
  const name = await transcript(page).locator('.file-name').boundingBox();
  expect(name?.height).toBeLessThan(40);
  expect(name?.y).toBeLessThan((await view.boundingBox())?.y ?? 0);
  await page.setViewportSize({ width: 320, height: 800 });
  const middles = await transcript(page)
    .locator('a, button')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { top, height } = element.getBoundingClientRect();
        return Math.round((top + height / 2) / 4);
      }),
    );
  // View, Replace and Delete.
  expect(middles).toHaveLength(3);
  expect(new Set(middles).size).toBe(1);
});

test('a conversion that hangs ends with a message at its deadline, even if it finishes later, and the next one succeeds [UP-17, ER-06]', async ({
  page,
  office,
  cloud,
}) => {
  await open(page);
  const failed = page.getByText('Error uploading file for Unofficial transcript').first();
  await test.step('the conversion that hangs', async () => {
    const struck = office.stopNext();
    await begin(page);
    await struck;
    await expect.poll(() => statusOf(page)).toBe('IN_PROGRESS');
    await expect(state(page)).toHaveText('Converting...');
    // Instead of waiting 90 seconds, the test moves the deadline in the table to now.
    await expireConversions(cloud, 'transcript_document');
    await expect(failed).toBeVisible();
    await expect(transcript(page).getByRole('alert')).toContainText(uploadMessages.tookTooLong);
    await expect(chooser(page)).not.toHaveAttribute('aria-disabled');
    office.resume();
    await expect.poll(() => statusOf(page)).toBe('NOT_ANSWERED');
    await page.locator('.toasts').getByRole('button', { name: 'Close' }).first().click();
    await expect(failed).toHaveCount(0);
  });
  await test.step('the next conversion', async () => {
    await begin(page, 'grades.pdf');
    await expect(state(page)).toHaveText('Uploaded.');
  });
});

test('each press of the button makes a copy of the answers as they are now, or says why there is none [PD-05, ER-05]', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { path: '/final-steps' });
  const copy = page.getByRole('region', { name: 'PDF copy' });
  const expectCopy = async (first_name: string) => {
    const { text } = await readPdf(await makePdfCopy(page));
    expect(text).toContain(first_name);
    await expect(copy.getByRole('link', { name: 'Open PDF' })).toBeFocused();
    await expect(copy.getByText(/Answer a question first|Making your copy/)).toHaveCount(0);
  };
  await page.mouse.move(30, 30);
  await test.step('an applicant without answers reads that there is nothing to copy yet', async () => {
    await button(page, 'Make a PDF copy').click();
    await expect(copy.getByText('Answer a question first, then you can make a copy.')).toBeVisible();
    await expect(page.locator('.toast')).toHaveCount(0);
  });
  await test.step('a press makes a copy, and a changed answer needs another one', async () => {
    await saveAnswers(page, '/api/answer', { answer: { first_name: 'Ada' } });
    await expectCopy('Ada');
    await page.getByRole('checkbox').first().check();
    await expect(button(page, 'Make a PDF copy')).toBeVisible();
  });
  for (const [name, what] of [
    ['the PDF cannot be written', faults.writingPdfs],
    ['the PDF cannot be started', faults.startingStateMachines],
  ] as const)
    await test.step(`${name}, and the next one is made`, async () => {
      await saveAnswers(page, '/api/answer', { answer: { first_name: name } });
      await page.reload();
      const endFault = injectFault(what);
      await button(page, 'Make a PDF copy').click();
      await expect(
        page.getByText('Error downloading PDF copy of your application.', { exact: true }).first(),
      ).toBeVisible();
      endFault();
      await page.locator('.toasts').getByRole('button', { name: 'Close' }).first().click();
      await saveAnswers(page, '/api/answer', { answer: { first_name: 'Grace' } });
      await expectCopy('Grace');
    });
});
