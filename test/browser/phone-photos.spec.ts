import { largePhoto } from '../support/samples.ts';
import { comeBack } from './support/applicant.ts';
import { expect, type Page, test } from './support/test.ts';

const transcript = (page: Page) => page.locator('#transcript_document');
const choose = (page: Page, name: string, buffer: Buffer) =>
  transcript(page).locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer });

test('a photo that is too large is made smaller and turned upright in the browser, and uploaded under a name that fits [UP-05]', async ({
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
  await expect(transcript(page).locator('.file-state')).toHaveText('Uploaded.');
  await expect(transcript(page).locator('.file-note')).toHaveText(
    `Your file is too large. The maximum file size is 1 MB. We made it smaller: ${Math.round(size / 1024)} KB.`,
  );
  await expect(transcript(page).getByRole('alert')).toHaveText('');
  await expect(transcript(page)).toContainText('transcript.jpg');
  const view = transcript(page).getByRole('link', { name: 'View the PDF' });
  await expect(view).toHaveAttribute('target', '_blank');
  const shown = await page.request.get(String(await view.getAttribute('href')));
  expect(shown.headers()['content-type']).toBe('application/pdf');
  expect(shown.headers()['content-disposition']).toMatch(/^inline/);
  await test.step('a photo with a long name', async () => {
    await choose(page, 'transcript-of-my-last-year-of-school.jpg', photo);
    await expect(transcript(page).locator('.file-name')).toContainText([/^transcript-of-my-last-year-o/]);
    await expect(transcript(page).locator('.file-state')).toHaveText('Uploaded.');
    await expect(transcript(page).locator('.file-note')).toContainText('We made it smaller');
  });
});

/** The first bytes of a photo as iPhones take them. */
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1')]);
const heicMessage =
  "This photo is in HEIC format, which we can't read. On an iPhone, go to Settings > Camera > Formats, choose Most Compatible, and take the photo again. Or take a screenshot of the photo and upload that.";

test('a phone offers its camera, photos and files; a file that cannot be read gets a plain message before anything is sent', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  const messages = transcript(page).getByRole('alert');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await test.step('the field accepts photos from the camera', async () => {
    const input = transcript(page).locator('input[type=file]');
    await expect(input).toHaveAttribute('accept', /image\/png,image\/jpeg/);
    await expect(input).not.toHaveAttribute('accept', /heic/);
    await expect(input).not.toHaveAttribute('capture');
  });
  const oldWord = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  const damaged = (await largePhoto()).subarray(0, 300);
  for (const [name, bytes, message] of [
    ['essay.docx', oldWord, /older Word document, or one with a password/],
    ['paper.pdf', Buffer.from('MZ a program'), /could not read this file/],
    ['photo.jpg', damaged, /could not read this file/],
    ['nothing.pdf', Buffer.alloc(0), /Your file is empty/],
    ['noise.jpg', Buffer.alloc(1_048_577, 7), 'Your file is too large. The maximum file size is 1 MB.'],
  ] as const)
    await test.step(name, async () => {
      await choose(page, name, bytes);
      await expect(messages).toHaveText(message);
    });
  await expect(transcript(page).locator('.file-problem')).toContainText(
    "noise.jpg is 1.1 MB. We couldn't make this photo smaller. Please take it again.",
  );
  for (const name of ['IMG_0001.jpg', 'IMG_0001.HEIC'])
    await test.step(`${name} in HEIC format`, async () => {
      await choose(page, name, heic);
      await expect(messages).toContainText(heicMessage);
      await expect(transcript(page).getByRole('button', { name: /^Choose file/ })).not.toHaveAttribute(
        'aria-disabled',
      );
    });
  await expect(messages).toContainText(
    'You can only enter the following file types: .png, .jpeg, .jpg, .pdf, .docx',
  );
  expect(sent.filter((url) => url.includes('/api/presigned-url'))).toEqual([]);
});
