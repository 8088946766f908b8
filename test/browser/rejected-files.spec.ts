import { lockedPdf, pdf } from '../support/samples.ts';
import { becomeApplicant, heading } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { expect, type Page, test } from './support/test.ts';

const transcript = (page: Page) => page.locator('#transcript_document');
const choose = (page: Page, name: string, buffer: Buffer) =>
  transcript(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

async function openTranscript(page: Page): Promise<void> {
  await becomeApplicant(page);
  await page.getByRole('link', { name: 'Academics' }).click();
  await expect(heading(page, 'Academics')).toBeVisible();
}

test('a file that is empty, too large, misnamed or of another type is rejected before upload [UP-02, UP-03, UP-04, UP-05, UP-06]', async ({
  page,
}) => {
  await openTranscript(page);
  const calls = callsOf(page);
  const refused = [
    ['empty.pdf', Buffer.alloc(0), 'Your file is empty. Please upload a non-empty file.'],
    ['large.pdf', Buffer.alloc(1_048_577, 1), 'Your file is too large. The maximum file size is 1 MB.'],
    [
      'notes.txt',
      Buffer.from('hello'),
      'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx',
    ],
    [
      'a-name-that-is-far-too-long-for-us.pdf',
      Buffer.from('%PDF-'),
      'Your file name is too long. The maximum file name length is 32 characters, including the extension.',
    ],
  ] as const;
  for (const [name, bytes, message] of refused) {
    await choose(page, name, bytes);
    await expect(transcript(page).getByRole('alert')).toHaveText(message);
  }
  const two = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ['a.pdf', 'b.pdf']) data.items.add(new File(['%PDF-1.7'], name));
    return data;
  });
  await transcript(page).locator('.file').dispatchEvent('drop', { dataTransfer: two });
  await expect(transcript(page).getByRole('alert')).toContainText('You can only upload one file.');
  expect(pathsOf(calls)).not.toContain('POST /api/presigned-url');
});

test('a failed conversion says why, and the next file is accepted [UP-17, UP-28, UP-31, ER-06]', async ({
  page,
}) => {
  await openTranscript(page);
  await choose(page, 'disguised.pdf', Buffer.from('%PDF-1.7 this is no paper'));
  await expect(page.getByText('Error uploading file for Unofficial transcript').first()).toBeVisible();
  await expect(transcript(page).getByRole('alert')).not.toHaveText('');

  await choose(page, 'locked.pdf', Buffer.from(await lockedPdf({ user: 'open', owner: 'sesame' })));
  await expect(transcript(page).getByRole('alert')).toContainText('password-protected');

  await choose(page, 'right.pdf', Buffer.from(await pdf()));
  await expect(transcript(page).getByRole('status')).toHaveText('Done');
  await page.reload();
  await expect(transcript(page).getByText('right.pdf').first()).toBeVisible();
});
