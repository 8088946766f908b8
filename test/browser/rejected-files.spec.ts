import { largePhoto, lockedPdf, pdf } from '../support/samples.ts';
import { comeBack } from './support/applicant.ts';
import { callsOf, pathsOf } from './support/calls.ts';
import { expectHeard, recordAnnouncements } from './support/live-regions.ts';
import { expect, test } from './support/test.ts';
import { choose, chooser, state, transcript } from './support/transcript.ts';

/** The first bytes of a photo as iPhones take them. */
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1')]);
const heicMessage =
  "This photo is in HEIC format, which we can't read. On an iPhone, go to Settings > Camera > Formats, choose Most Compatible, and take the photo again. Or take a screenshot of the photo and upload that.";
const fileTypes = 'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx';

test('a file that is empty, too large, misnamed, unreadable or of another type is rejected before upload, with its size and what to do [UP-02, UP-03, UP-04, UP-05, UP-06]', async ({
  page,
}) => {
  const announcements = await recordAnnouncements(page);
  await comeBack(page, { path: '/education' });
  const calls = callsOf(page);
  const field = transcript(page).locator('input[type=file]');
  await expect(field).toHaveAttribute('accept', /image\/png,image\/jpeg/);
  await expect(field).not.toHaveAttribute('accept', /heic/);
  await expect(field).not.toHaveAttribute('capture');
  const damaged = (await largePhoto()).subarray(0, 300);
  for (const [name, bytes, message] of [
    ['empty.pdf', Buffer.alloc(0), 'Your file is empty. Please upload a non-empty file.'],
    ['noise.jpg', Buffer.alloc(1_048_577, 7), 'Your file is too large. The maximum file size is 1 MB.'],
    ['notes.txt', Buffer.from('hello'), fileTypes],
    [
      'a-name-that-is-far-too-long-for-us.pdf',
      Buffer.from('%PDF-'),
      'Your file name is too long. The maximum file name length is 32 characters, including the extension.',
    ],
    ['essay.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /older Word document, or one with a password/],
    ['photo.jpg', damaged, /could not read this file/],
  ] as const)
    await test.step(name, async () => {
      await choose(page, name, bytes);
      await expect(transcript(page).getByRole('alert')).toHaveText(message);
    });
  await test.step('a photo in HEIC format', async () => {
    await choose(page, 'IMG_0001.HEIC', heic);
    await expect(transcript(page).getByRole('alert')).toContainText(heicMessage);
  });
  await test.step('a file that is too large is named with its size and what to do', async () => {
    for (const [name, advice] of [
      ['noise.jpg', "noise.jpg is 1.1 MB. We couldn't make this photo smaller. Please take it again."],
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
  });
  const two = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ['a.pdf', 'b.pdf']) data.items.add(new File(['%PDF-1.7'], name));
    return data;
  });
  await transcript(page).locator('.file').dispatchEvent('drop', { dataTransfer: two });
  await expect(transcript(page).getByRole('alert')).toContainText('You can only upload one file.');
  await test.step('a file that was moved after it was chosen', async () => {
    await page.evaluate(() => {
      Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('Gone.', 'NotFoundError'));
    });
    await choose(page, 'moved.pdf', Buffer.from('%PDF-'));
    await expect(transcript(page).getByRole('alert')).toHaveText(/could not read this file/);
    await expect(chooser(page)).not.toHaveAttribute('aria-disabled');
  });
  expect(pathsOf(calls)).not.toContain('POST /api/presigned-url');
});

test('a failed conversion says why, and the next file is accepted, under a shorter name if its own is too long [UP-05, UP-17, UP-28, UP-31, ER-06]', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  await choose(page, 'disguised.pdf', Buffer.from('%PDF-1.7 this is no paper'));
  await expect(page.getByText('Error uploading file for Unofficial transcript').first()).toBeVisible();
  await expect(transcript(page).getByRole('alert')).toBeVisible();

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
  await expect(state(page)).toHaveText('Uploaded.');
  await expect(transcript(page).getByRole('alert')).toHaveCount(0);
  await page.reload();
  await expect(transcript(page).getByText('My Unofficial High School Tr.pdf').first()).toBeVisible();
});

test('a photo that is too large is made smaller and turned upright in the browser [UP-05]', async ({
  page,
}) => {
  const photo = await largePhoto();
  expect(photo.length).toBeGreaterThan(1_048_576);
  await comeBack(page, { path: '/education' });
  // The pixels of the uploaded file, as a browser that ignores EXIF orientation would draw them.
  const sent = page.evaluate(
    () =>
      new Promise<{ size: number; width: number; height: number }>((resolve) => {
        const append = FormData.prototype.append;
        FormData.prototype.append = function (this: FormData, name: string, value: string | Blob) {
          append.call(this, name, value as Blob);
          if (value instanceof Blob)
            createImageBitmap(value, { imageOrientation: 'none' }).then(({ width, height }) =>
              resolve({ size: value.size, width, height }),
            );
        };
      }),
  );
  await choose(page, 'transcript.jpg', photo);
  const { size, width, height } = await sent;
  expect(size).toBeLessThanOrEqual(1_048_576);
  expect(height).toBeGreaterThan(width);
  await expect(state(page)).toHaveText('Uploaded.');
  await expect(transcript(page).locator('.file-note')).toHaveText(
    `We resized your photo to ${Math.round(size / 1024)} KB.`,
  );
  await expect(transcript(page).getByRole('alert')).toHaveCount(0);
  await expect(transcript(page)).toContainText('transcript.jpg');
  const view = transcript(page).getByRole('link', { name: 'View the PDF' });
  await expect(view).toHaveAttribute('target', '_blank');
  const shown = await page.request.get(String(await view.getAttribute('href')));
  expect(shown.headers()['content-type']).toBe('application/pdf');
  expect(shown.headers()['content-disposition']).toMatch(/^inline/);
});
