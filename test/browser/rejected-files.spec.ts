import { lockedPdf, pdf } from '../support/samples.ts';
import { comeBack } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { expectHeard, recordAnnouncements } from './support/live-regions.ts';
import { expect, type Page, test } from './support/test.ts';

const transcript = (page: Page) => page.locator('#transcript_document');
const choose = (page: Page, name: string, buffer: Buffer) =>
  transcript(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

test('a file that is empty, too large, misnamed or of another type is rejected before upload, with its size and what to do [UP-02, UP-03, UP-04, UP-05, UP-06]', async ({
  page,
}) => {
  const announcements = await recordAnnouncements(page);
  await comeBack(page, { path: '/education' });
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
  await test.step('a file that is too large is named with its size and what to do', async () => {
    for (const [name, advice] of [
      [
        'big.pdf',
        'big.pdf is 1.1 MB. Save it as a smaller PDF, or upload a photo of the page: we make photos smaller for you.',
      ],
      ['big.docx', 'big.docx is 1.1 MB. Make its pictures smaller, or save it as a PDF.'],
    ] as const) {
      await choose(page, name, Buffer.alloc(1_100_000, 1));
      await expect(transcript(page).getByText(advice)).toBeVisible();
      await expectHeard(announcements, advice);
    }
    await choose(page, 'empty.pdf', Buffer.alloc(0));
    await expect(transcript(page).locator('.file-problem')).toHaveCount(0);
  });
  const two = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ['a.pdf', 'b.pdf']) data.items.add(new File(['%PDF-1.7'], name));
    return data;
  });
  await transcript(page).locator('.file').dispatchEvent('drop', { dataTransfer: two });
  await expect(transcript(page).getByRole('alert')).toContainText('You can only upload one file.');
  expect(pathsOf(calls)).not.toContain('POST /api/presigned-url');
});

test('a failed conversion says why, and the next file is accepted, under a shorter name if its own is too long [UP-05, UP-17, UP-28, UP-31, ER-06]', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  await choose(page, 'disguised.pdf', Buffer.from('%PDF-1.7 this is no paper'));
  await expect(page.getByText('Error uploading file for Unofficial transcript').first()).toBeVisible();
  await expect(transcript(page).getByRole('alert')).not.toHaveText('');

  await choose(page, 'locked.pdf', Buffer.from(await lockedPdf({ user: 'open', owner: 'sesame' })));
  await expect(transcript(page).getByRole('alert')).toContainText('password-protected');

  const long = 'My Unofficial High School Transcript 2026.pdf';
  await choose(page, long, Buffer.from(await pdf()));
  await expect(transcript(page).getByRole('alert')).toHaveText(
    'Your file name is too long. The maximum file name length is 32 characters, including the extension.',
  );
  await expect(transcript(page).getByText(long)).toBeVisible();
  await transcript(page)
    .getByRole('button', { name: "Upload it as 'My Unofficial High School Tr.pdf'" })
    .press('Enter');
  await expect(transcript(page).locator('.file-state')).toHaveText('Uploaded.');
  await expect(transcript(page).locator('.file-name')).toContainText('My Unofficial High School Tr.pdf');
  await expect(transcript(page).getByRole('alert')).toHaveText('');
  await expect(transcript(page).getByRole('button', { name: /^Upload it as/ })).toHaveCount(0);
  await expect(transcript(page).locator(':focus')).toHaveCount(1);
  await page.reload();
  await expect(transcript(page).getByText('My Unofficial High School Tr.pdf').first()).toBeVisible();
});
