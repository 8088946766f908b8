import { drawnPages, type Pixels } from '../support/pdf-rendering.ts';
import { photoOfPage } from '../support/photos.ts';
import { largePhoto } from '../support/samples.ts';
import { comeBack, logOut, openCompletion } from './support/applicant.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { faults } from './support/faults.ts';
import { expectHeard, recordAnnouncements } from './support/live-regions.ts';
import { expect, type Page, test } from './support/test.ts';

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

async function openPanel(page: Page, name: RegExp | string = /^Take photos/, within = transcript(page)) {
  await page.mouse.move(30, 30);
  await within.getByRole('button', { name }).press('Enter');
  await expect(action(page, 'Add page')).toBeFocused();
}

/** The strongest color of a page at a place, in shares of the page. */
function colorAt({ width, height, data }: Pixels, x: number, y: number): string {
  const at = (Math.round(y * height) * width + Math.round(x * width)) * 4;
  const [r = 0, g = 0, b = 0] = data.slice(at, at + 3);
  if (Math.max(r, g, b) - Math.min(r, g, b) < 40) return 'none';
  return r > g && r > b ? 'red' : g > b ? 'green' : 'blue';
}

const shownPdf = async (page: Page, within = transcript(page)) => {
  const href = await within.getByRole('link', { name: /^View/ }).getAttribute('href');
  return (await page.request.get(String(href))).body();
};

/** The photos in the browser's storage; none if there is no database. */
const storedPhotos = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'matricula-photos')) return 0;
    return new Promise<number>((resolve) => {
      indexedDB.open('matricula-photos').onsuccess = ({ target }) => {
        const { result: database } = target as IDBOpenDBRequest;
        const count = database.transaction('pictures').objectStore('pictures').count();
        count.onsuccess = () => {
          database.close();
          resolve(count.result);
        };
      };
    });
  });

test('three photos become one PDF with the pages in the chosen order, turned and cropped, with the keyboard alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const announcements = await recordAnnouncements(page);
  await comeBack(page, { path: '/education' });
  await openPanel(page);
  await addPhotos(page, [
    await photo(red, { isTurnedByExif: true }),
    await photo(green, { tilt: 5 }),
    await photo(blue, { width: 4_032, height: 3_024, table: '#d8d8d8' }),
  ]);
  await expect(pageTitles(page)).toHaveText(['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3']);
  await expectHeard(announcements, '3 pages added. We cropped pages 1 and 2 to the paper.');
  await expectAccessible(page);

  await test.step('the focus follows a page that moves', async () => {
    await action(page, 'Move up page 3').press('Enter');
    await expect(action(page, 'Move up page 2')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(action(page, 'Move up page 1')).toBeFocused();
    await expect(action(page, 'Move up page 1')).toHaveAttribute('aria-disabled', 'true');
    await expectHeard(announcements, 'Page 2 is page 1 now.');
  });
  await test.step('a removed page can be added again', async () => {
    await action(page, 'Remove page 2').press('Enter');
    await expect(pageTitles(page)).toHaveCount(2);
    await expect(action(page, 'Undo removing page 2')).toBeFocused();
    await expectHeard(announcements, 'Page 2 removed. 2 pages left.');
    await page.keyboard.press('Enter');
    await expect(action(page, 'Rotate page 2')).toBeFocused();
    await expect(pageTitles(page)).toHaveCount(3);
  });
  await action(page, 'Rotate page 3').press('Enter');
  await expectHeard(announcements, 'Page 3 turned to the right.');
  await action(page, 'Use whole photo for page 2').press('Enter');
  await expect(action(page, 'Crop to the paper for page 2')).toBeFocused();

  await action(page, 'Upload as one PDF').press('Enter');
  await expect(panel(page)).toBeHidden();
  await expect(transcript(page).getByRole('button', { name: /ing\.\.\. for/ })).toBeFocused();
  await expect(transcript(page).locator('.file-state')).toHaveText('Uploaded.');
  await expect(transcript(page).locator('.file-name')).toContainText('Unofficial transcript.pdf');
  await expectHeard(announcements, 'Unofficial transcript.pdf uploaded.');
  const pages = await drawnPages(await shownPdf(page));
  expect(pages.map(({ width }) => width)).toEqual([612, 612, 612]);
  const [first, second, third] = pages as [Pixels, Pixels, Pixels];
  expect(first.height).toBe(459);
  expect(colorAt(first, 0.5, 0.2)).toBe('blue');
  // The whole photo has table around the paper; the cropped one has not, and its bar is on the right.
  expect([colorAt(second, 0.5, 0.1), colorAt(second, 0.5, 0.2)]).toEqual(['none', 'red']);
  expect(third.width).toBeGreaterThan(third.height);
  expect([colorAt(third, 0.87, 0.5), colorAt(third, 0.5, 0.12)]).toEqual(['green', 'none']);
  await expect.poll(() => storedPhotos(page)).toBe(0);
  await expect(transcript(page).getByRole('button', { name: /^Take photos/ })).toBeVisible();
});

test('photos wait after a reload or an upload without network, and are deleted at log-out or when another user logs in', async ({
  page,
  injectFault,
}) => {
  await comeBack(page, { path: '/education' });
  await openPanel(page);
  await addPhotos(page, [await photo(red, small), await photo(green, small)]);
  await expect(pageTitles(page)).toHaveCount(2);
  await action(page, 'Move down page 1').press('Enter');
  await expect.poll(() => storedPhotos(page)).toBe(2);
  await page.reload();
  await openPanel(page, /^Continue: 2 photos/);
  await expect(pageTitles(page)).toHaveCount(2);
  await test.step('offline, the PDF is made but cannot be uploaded', async () => {
    await page.context().setOffline(true);
    await action(page, 'Upload as one PDF').click();
    await expect(transcript(page).locator('.messages')).not.toBeEmpty();
    await expect(transcript(page).getByRole('button', { name: /^Continue: 2 photos/ })).toBeVisible();
  });
  await test.step('its PDF is sent when the network is back', async () => {
    await page.context().setOffline(false);
    await expect(transcript(page).locator('.file-state')).toHaveText('Uploaded.');
    const [first] = await drawnPages(await shownPdf(page));
    expect(first && colorAt(first, 0.5, 0.1)).toBe('green');
  });
  await test.step('a PDF whose conversion ended while the page was closed is recognized', async () => {
    await openPanel(page);
    await addPhotos(page, [await photo(green, small), await photo(red, small)]);
    await expect(pageTitles(page)).toHaveCount(2);
    const release = injectFault(faults.inspectingUploads, 'held');
    await action(page, 'Upload as one PDF').click();
    await expect(transcript(page).getByText('Converting...')).toBeVisible();
    await page.goto('about:blank');
    release();
    await page.goto('/education');
    await page.mouse.move(30, 30);
    await expect(transcript(page).locator('.file-state')).toHaveText('Uploaded.');
    await expect(transcript(page).getByRole('button', { name: /^Take photos/ })).toBeVisible();
    const [first] = await drawnPages(await shownPdf(page));
    expect(first && colorAt(first, 0.5, 0.1)).toBe('green');
  });
  const addOne = async () => {
    await openPanel(page);
    await addPhotos(page, [await photo(blue, small)]);
    await expect.poll(() => storedPhotos(page)).toBe(1);
    await page.keyboard.press('Escape');
  };
  await test.step('another user logs in', async () => {
    await addOne();
    await comeBack(page, { path: '/about' });
    await page.mouse.move(40, 40);
    await expect.poll(() => storedPhotos(page)).toBe(0);
  });
  await test.step('log-out', async () => {
    await comeBack(page, { path: '/education' });
    await addOne();
    await logOut(page);
    await expect.poll(() => storedPhotos(page)).toBe(0);
  });
});

test('photos that cannot be used are named with what to do, and lose nothing', async ({ page }) => {
  await comeBack(page, { path: '/education' });
  await openPanel(page);
  const alert = panel(page).getByRole('alert');
  const noise = await largePhoto();
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1')]);
  await test.step('no choice, a broken photo, one in HEIC format, and a dark one', async () => {
    await addPhotos(page, []);
    await addPhotos(page, [
      { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: noise.subarray(0, 300) },
      { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic },
      await photo(red, { ...small, paper: '#454540', table: '#101010' }),
    ]);
    await expect(pageTitles(page)).toHaveCount(1);
    await expect(alert).toContainText("We couldn't read broken.jpg. Please take the photo again.");
    await expect(alert).toContainText("We couldn't read IMG_1.HEIC. This photo is in HEIC format");
    await expect(panel(page).getByRole('listitem')).toContainText(
      'Page 1 is dark. Take it again with more light.',
    );
    await expectAccessible(page);
  });
  await test.step('pages of noise, of which few fit', async () => {
    await action(page, 'Remove page 1').click();
    const large = { name: 'noise.jpg', mimeType: 'image/jpeg', buffer: noise };
    await addPhotos(
      page,
      Array.from({ length: 8 }, () => large),
    );
    await expect(pageTitles(page)).toHaveCount(8);
    await action(page, 'Upload as one PDF').click();
    await expect(alert).toContainText(/^Only \d of 8 pages fit in 1 MB\. The largest are pages 1 and 2\./);
    await expect(pageTitles(page)).toHaveCount(8);
    await expect(action(page, 'Upload as one PDF')).toBeFocused();
  });
});

test('a browser that keeps no photos says so, and uploads them for a checklist item', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  });
  await openCompletion(page);
  const step = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Send your official transcript' }) });
  await openPanel(page, /^Take photos/, step);
  await addPhotos(page, [await photo(red, small), await photo(green, small)]);
  await expect(
    panel(page).getByText(/^This browser cannot keep the photos\. Upload them before/),
  ).toBeVisible();
  await expect(pageTitles(page)).toHaveCount(2);
  await expect(action(page, 'Upload as one PDF')).not.toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await action(page, 'Upload as one PDF').click();
  await expect(step.locator('.file-name').filter({ hasText: 'Transcript.pdf' })).toBeVisible();
  await expect(step.locator('.step-status')).toContainText(/^Sent on /);
  expect(await drawnPages(await shownPdf(page, step))).toHaveLength(2);
});
