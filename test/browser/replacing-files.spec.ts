import { pdf } from '../support/samples.ts';
import { comeBack } from './support/applicant.ts';
import { faults } from './support/faults.ts';
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

test('a file can be dropped anywhere on its field, and dropping it elsewhere does not replace the form', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  await page.mouse.move(40, 40);
  await expect(chooser(page)).toBeVisible();
  expect(await dropOn(page, 'h1')).toBe(true);
  await expect(page.locator('.file-progress')).toHaveCount(0);
  await dropOn(page, '#transcript_document legend');
  // The dropped file is not a PDF; it was uploaded and converted.
  await expect(page.getByText('Error uploading file for Unofficial transcript').first()).toBeVisible();
});
