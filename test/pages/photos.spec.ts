import { comeBack } from '../browser/support/applicant.ts';
import { expectAccessible } from '../browser/support/expect-accessible.ts';
import { expectHeard, recordAnnouncements } from '../browser/support/live-regions.ts';
import { expect, type Page, test } from '../browser/support/test.ts';
import { drawnPages, type Pixels } from '../support/pdf-rendering.ts';
import { photoOfPage } from '../support/photos.ts';
import { largePhoto } from '../support/samples.ts';

test.use({ hasTouch: true });

const transcript = (page: Page) => page.locator('#transcript_document');
const panel = (page: Page) => page.getByRole('dialog', { name: /^Take photos: / });
const pageTitles = (page: Page) => panel(page).getByRole('heading', { level: 3 });
const action = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true });

interface Photo {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const photo = async (bar: string, how?: Parameters<typeof photoOfPage>[1]): Promise<Photo> => ({
  name: 'image.jpg', // phones name every photo so
  mimeType: 'image/jpeg',
  buffer: await photoOfPage(bar, how),
});
const [red, green, blue] = ['#c00000', '#008000', '#0000c0'];
const small = { width: 600, height: 800 };

const addPhotos = (page: Page, photos: readonly Photo[]) =>
  panel(page)
    .locator('input[capture]')
    .setInputFiles([...photos]);

async function openPanel(page: Page, name = /^Take photos/) {
  await page.mouse.move(30, 30);
  await transcript(page).getByRole('button', { name }).press('Enter');
  await expect(action(page, 'Add page')).toBeFocused();
}

/** The strongest color of a page at a place, in shares of the page. */
function colorAt({ width, height, data }: Pixels, x: number, y: number): string {
  const at = (Math.round(y * height) * width + Math.round(x * width)) * 4;
  const [r = 0, g = 0, b = 0] = data.slice(at, at + 3);
  if (Math.max(r, g, b) - Math.min(r, g, b) < 40) return 'none';
  return r > g && r > b ? 'red' : g > b ? 'green' : 'blue';
}

const shownPdf = async (page: Page) => {
  const href = await transcript(page).getByRole('link', { name: /^View/ }).getAttribute('href');
  return (await page.request.get(String(href))).body();
};

test('three photos become one PDF in their order, turned and upright, with the keyboard alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const announcements = await recordAnnouncements(page);
  await comeBack(page, { path: '/education' });
  await openPanel(page);
  await addPhotos(page, [await photo(red, { isTurnedByExif: true }), await photo(green)]);
  await expect(pageTitles(page)).toHaveText(['Page 1 of 2', 'Page 2 of 2']);
  await expectHeard(announcements, '2 pages added.');
  await addPhotos(page, [await photo(red, small), await photo(blue, { width: 4_032, height: 3_024 })]);
  await expect(pageTitles(page)).toHaveCount(4);
  await expectAccessible(page);

  await action(page, 'Remove page 3').press('Enter');
  await expect(pageTitles(page)).toHaveCount(3);
  await expect(action(page, 'Add page')).toBeFocused();
  await expectHeard(announcements, 'Page 3 removed. 3 pages left.');
  await action(page, 'Rotate page 2').press('Enter');
  await expectHeard(announcements, 'Page 2 turned to the right.');

  await action(page, 'Upload as one PDF').press('Enter');
  await expect(panel(page)).toBeHidden();
  await expect(transcript(page).getByRole('button', { name: /ing\.\.\. for/ })).toBeFocused();
  await expect(transcript(page).locator('.file-state')).toHaveText('Uploaded.');
  await expect(transcript(page).locator('.file-name')).toContainText('Unofficial transcript.pdf');
  await expectHeard(announcements, 'Unofficial transcript.pdf uploaded.');
  const pages = await drawnPages(await shownPdf(page));
  expect(pages.map(({ width }) => width)).toEqual([612, 612, 612]);
  const [first, second, third] = pages as [Pixels, Pixels, Pixels];
  expect([first.height, second.height, third.height]).toEqual([816, 459, 459]);
  expect(colorAt(first, 0.5, 0.2)).toBe('red');
  expect([colorAt(second, 0.8, 0.5), colorAt(second, 0.5, 0.2)]).toEqual(['green', 'none']);
  expect(colorAt(third, 0.5, 0.2)).toBe('blue');
  await expect(transcript(page).getByRole('button', { name: /^(?:Take photos|Continue)/ })).toHaveCount(0);
});

test('photos stay until their PDF is uploaded: after the dialog is closed, and without a connection', async ({
  page,
}) => {
  await comeBack(page, { path: '/education' });
  await openPanel(page);
  await addPhotos(page, [await photo(red, small), await photo(green, small)]);
  await expect(pageTitles(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await openPanel(page, /^Continue: 2 photos/);
  await expect(pageTitles(page)).toHaveCount(2);
  await page.context().setOffline(true);
  await action(page, 'Upload as one PDF').click();
  await expect(transcript(page).locator('.messages')).not.toBeEmpty();
  await expect(transcript(page).getByRole('button', { name: /^Continue: 2 photos/ })).toBeVisible();
  await page.context().setOffline(false);
  await expect(transcript(page).locator('.file-state')).toHaveText('Uploaded.');
  expect(await drawnPages(await shownPdf(page))).toHaveLength(2);
  await expect(transcript(page).getByRole('button', { name: /^(?:Take photos|Continue)/ })).toHaveCount(0);
});

test('photos that cannot be used are named with what to do, and lose nothing', async ({ page }) => {
  await comeBack(page, { path: '/education' });
  await openPanel(page);
  const alert = panel(page).getByRole('alert');
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1')]);
  await addPhotos(page, [
    { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: (await largePhoto()).subarray(0, 300) },
    { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic },
    await photo(red, small),
  ]);
  await expect(pageTitles(page)).toHaveCount(1);
  await expect(alert).toContainText("We couldn't read broken.jpg. Please take the photo again.");
  await expect(alert).toContainText("We couldn't read IMG_1.HEIC. This photo is in HEIC format");
  await expectAccessible(page);
});
