import { pdf } from '../support/samples.ts';
import { comeBack } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { faults } from './support/faults.ts';
import { holdRoute } from './support/routes.ts';
import { expect, type Page, type Request, test } from './support/test.ts';
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

const replace = (page: Page) => transcript(page).getByRole('button', { name: /^Replace/ });
const cancel = (page: Page) => transcript(page).getByRole('button', { name: /^Cancel/ });

const isConversion = (request: Request) => request.url().endsWith(conversion);

/**
 * Resolves when the server has responded to the conversion request. Leaving the page earlier cancels the
 * request.
 */
const conversionRequested = (page: Page) =>
  page.waitForResponse(
    (response) => isConversion(response.request()) && response.request().method() === 'POST',
  );

test('an upload shows its file name, and canceling it stops it and leaves nothing behind', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  const calls = callsOf(page);
  let isFirst = true;
  // The address of the bucket: nothing else is posted as a form.
  await page.route(/^http:\/\/[^/]+\/(?!api|public)[^?]*$/, (route) => {
    const isForm = /^multipart/.test(route.request().headers()['content-type'] ?? '');
    if (!isForm || !isFirst) return route.fallback();
    isFirst = false;
    return undefined; // no response: imitates a slow network
  });
  const stopped = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
  await choose(page, 'grades.pdf');
  await expect(state(page)).toHaveText('Uploading...');
  await expect(transcript(page).locator('.file-name')).toContainText(/^grades\.pdf/);
  await cancel(page).click();
  await stopped;
  await expect(transcript(page).locator('.file-note')).toHaveText('Upload canceled.');
  await expect(chooser(page)).toBeFocused();
  await expect(chooser(page)).not.toHaveAttribute('aria-disabled');
  await expect.poll(() => pathsOf(calls)).toContain(`DELETE ${conversion}`);
  expect(pathsOf(calls)).not.toContain(`POST ${conversion}`);
  expect(await statusOf(page)).toBe('NOT_ANSWERED');
  expect(await stored(page)).toEqual({});
  await expect(page.locator('.toast')).toHaveCount(0);
  await choose(page, 'other.pdf');
  await expect(state(page)).toHaveText('Uploaded.');
  expect(await stored(page)).toMatchObject({ transcript_document: { file_name: 'other.pdf' } });
});

test('an upload goes on while the applicant visits another page, and can be canceled for another file on return', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { path: '/education' });
  const visitAnotherPage = async () => {
    for (const name of ['About You', 'Academics']) {
      await page.getByRole('navigation').getByRole('link', { name }).first().click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
  };
  let endSending = injectFault(faults.sending, 'held');
  await choose(page, 'first.pdf');
  await expect(state(page)).toHaveText('Uploading...');
  await visitAnotherPage();
  await expect(state(page)).toHaveText('Uploading...');
  await expect(transcript(page).locator('.file-name')).toContainText(/^first\.pdf/);
  await cancel(page).click();
  endSending();
  await choose(page, 'second.pdf');
  await expect(state(page)).toHaveText('Uploaded.');
  expect(await stored(page)).toMatchObject({ transcript_document: { file_name: 'second.pdf' } });

  endSending = injectFault(faults.sending, 'held');
  await choose(page, 'third.pdf');
  await expect(state(page)).toHaveText('Uploading...');
  await visitAnotherPage();
  endSending();
  await expect(state(page)).toHaveText('Uploaded.');
  expect(await stored(page)).toMatchObject({ transcript_document: { file_name: 'third.pdf' } });

  // A chooser that was open already offers another file without Cancel.
  endSending = injectFault(faults.sending, 'held');
  await choose(page, 'fourth.pdf');
  await expect(state(page)).toHaveText('Uploading...');
  await choose(page, 'fifth.pdf');
  await expect(transcript(page).locator('.file-name').last()).toContainText(/^fifth\.pdf/);
  endSending();
  await expect(transcript(page).locator('.file-name')).toHaveText([/^fifth\.pdf.*Uploaded\.$/]);
  expect(await stored(page)).toMatchObject({ transcript_document: { file_name: 'fifth.pdf' } });
  await expect(page.locator('.toast')).toHaveCount(0);
});

test('a reload takes back no upload whose file was sent, and the page says when one was lost', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { path: '/education' });
  let hasArrived = false;
  const release = injectFault((request) => {
    const isRequested = faults.requestingConversions(request);
    hasArrived ||= isRequested;
    return isRequested;
  }, 'held');
  await choose(page, 'grades.pdf');
  await expect.poll(() => hasArrived).toBe(true);
  const asked = page.waitForResponse((response) => isConversion(response.request()));
  await page.reload();
  await page.mouse.move(40, 40);
  await expect(state(page)).toHaveText('Converting...');
  await asked;
  release();
  await expect(state(page)).toHaveText('Uploaded.');
  expect(await stored(page)).toMatchObject({ transcript_document: { file_name: 'grades.pdf' } });
  await expect.poll(() => answerOf(page)).toBe('ANSWERED');

  const endSending = injectFault(faults.sending, 'held');
  await choose(page, 'lost.pdf');
  await expect(state(page)).toHaveText('Uploading...');
  await page.reload();
  await page.mouse.move(40, 40);
  await expect(transcript(page).getByRole('alert')).toHaveText(
    /lost\.pdf didn't finish uploading\. Please choose it again\./,
  );
  await expect(transcript(page).locator('.file-name')).toHaveText([/^grades\.pdf/]);
  endSending();
  await page.reload();
  await page.mouse.move(40, 40);
  await expect(state(page)).toHaveText('Uploaded.');
  await expect(transcript(page).getByText('interrupted')).toHaveCount(0);
});

test('a cancellation that the server cannot hear shows the conversion again', async ({ page }) => {
  await comeBack(page, { path: '/education' });
  let status = 'IN_PROGRESS';
  await page.route(`**${conversion}`, (route) => {
    const method = route.request().method();
    if (method === 'DELETE') return route.fulfill({ status: 500, json: { message: 'Out of order.' } });
    return method === 'GET' ? route.fulfill({ json: { status, message: '', error: '' } }) : route.fallback();
  });
  await choose(page, 'grades.pdf');
  await expect(state(page)).toHaveText('Converting...');
  await cancel(page).click();
  await expect(page.getByText('Out of order.').first()).toBeVisible();
  await expect(state(page)).toHaveText(/^Converting/);
  status = 'COMPLETED';
  await expect(state(page)).toHaveText('Uploaded.');
});

test('a file stays until its replacement is converted, and also when that is canceled or fails', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { path: '/education' });
  await attach(page, 'older.pdf');
  const names = transcript(page).locator('.file-name');
  const isUnchanged = async () => {
    await expect(names).toHaveText([/^older\.pdf/]);
    await expect(replace(page)).not.toHaveAttribute('aria-disabled');
    expect(await stored(page)).toMatchObject({ transcript_document: { file_name: 'older.pdf' } });
    expect(await answerOf(page)).toBe('ANSWERED');
  };
  await test.step('the replacement is damaged', async () => {
    await choose(page, 'damaged.pdf', Buffer.from('%PDF-1.7 this is no paper'));
    await expect(page.getByText('Error uploading file for Unofficial transcript').first()).toBeVisible();
    await expect(transcript(page).getByRole('alert')).toBeVisible();
    await isUnchanged();
  });
  await test.step('the replacement cannot be stored', async () => {
    const endFault = injectFault(faults.tableWrites);
    await choose(page, 'newer.pdf');
    await expect(transcript(page).getByRole('alert')).toContainText('unexpected error');
    endFault();
    await isUnchanged();
  });
  await test.step('the replacement is converted, also over a reload', async () => {
    const release = injectFault(faults.inspectingUploads, 'held');
    const choosing = page.waitForEvent('filechooser');
    const requested = conversionRequested(page);
    await replace(page).click();
    const buffer = Buffer.from(await pdf());
    await (await choosing).setFiles({ name: 'newer.pdf', mimeType: '', buffer });
    await expect(state(page)).toHaveText('Converting...');
    await requested;
    await expect(names).toHaveText([/^older\.pdf/, /^newer\.pdf/]);
    expect(await stored(page)).toMatchObject({ transcript_document: { file_name: 'older.pdf' } });
    expect(await answerOf(page)).toBe('ANSWERED');
    await page.reload();
    await page.mouse.move(40, 40);
    await expect(state(page)).toHaveText('Converting...');
    await expect(names).toHaveText(/^older\.pdf/);
    release();
    await expect(state(page)).toHaveText('Uploaded.');
    await expect(names).toHaveText([/^newer\.pdf/]);
    expect(await stored(page)).toMatchObject({ transcript_document: { file_name: 'newer.pdf' } });
  });
  await test.step('the replacement is canceled', async () => {
    const release = injectFault(faults.inspectingUploads, 'held');
    await choose(page, 'canceled.pdf');
    await expect(state(page)).toHaveText('Converting...');
    await cancel(page).click();
    await expect.poll(() => statusOf(page)).toBe('COMPLETED');
    await expect(names).toHaveText([/^newer\.pdf/]);
    await expect(replace(page)).not.toHaveAttribute('aria-disabled');
    expect(await stored(page)).toMatchObject({ transcript_document: { file_name: 'newer.pdf' } });
    expect(await answerOf(page)).toBe('ANSWERED');
    release();
    await expect(transcript(page).locator('.file-note')).toHaveText('Upload canceled.');
  });
});

const dropOn = async (page: Page, selector: string) => {
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['%PDF-1.7 dropped'], 'dropped.pdf'));
    return transfer;
  });
  const target = page.locator(selector);
  await target.dispatchEvent('dragover', { dataTransfer: data });
  const event = await target.evaluateHandle((element, dataTransfer) => {
    const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
    element.dispatchEvent(drop);
    return drop;
  }, data);
  return event.evaluate(({ defaultPrevented }) => defaultPrevented);
};

test('a file can be dropped anywhere on its field, dropping it elsewhere does not replace the form, and a file that is being deleted cannot be replaced', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  await page.mouse.move(40, 40);
  await expect(chooser(page)).toBeVisible();
  await test.step('dropping a file', async () => {
    expect(await dropOn(page, 'h1')).toBe(true);
    await expect(page.locator('.file-progress')).toHaveCount(0);
    await dropOn(page, '#transcript_document legend');
    // The dropped file is not a PDF; it was uploaded and converted.
    await expect(page.getByText('Error uploading file for Unofficial transcript').first()).toBeVisible();
  });
  await test.step('replacing a file that is being deleted', async () => {
    await choose(page, 'older.pdf');
    await expect(state(page)).toHaveText('Uploaded.');
    const release = await holdRoute(page, `**${conversion}`, {
      only: (request) => request.method() === 'DELETE',
    });
    await transcript(page)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(replace(page)).toHaveAttribute('aria-disabled', 'true');
    await choose(page, 'newer.pdf');
    release();
    await expect(transcript(page).locator('.file-name')).toHaveText([/^newer\.pdf/]);
    await expect(state(page)).toHaveText('Uploaded.');
    expect(await stored(page)).toMatchObject({ transcript_document: { file_name: 'newer.pdf' } });
  });
});
