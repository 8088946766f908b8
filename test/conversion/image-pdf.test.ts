import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { imagePdf } from '../../lambdas/conversion/image-pdf.ts';
import { conversionErrorOf, cpuTimeOf } from '../support/conversion-error.ts';
import { readPdf } from '../support/pdf-reading.ts';
import { photograph, picture } from '../support/samples.ts';

/** The images inside a converted PDF. */
const picturesIn = async (bytes: Uint8Array) => {
  const { context } = await PDFDocument.load(bytes);
  return context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFRawStream)
    .filter(({ dict }) => dict.get(PDFName.of('Subtype'))?.toString() === '/Image')
    .map(({ contents }) => Buffer.from(contents));
};

const pictureIn = async (bytes: Uint8Array): Promise<Buffer> => {
  const [first] = await picturesIn(bytes);
  if (first === undefined) throw new Error('The PDF has no image.');
  return first;
};

const colorAt = async (image: Buffer, left: number, top: number) => {
  const [red = 0, green = 0, blue = 0] = await sharp(image)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return red > 150 && blue < 100 ? 'red' : blue > 150 && red < 100 ? 'blue' : `${red} ${green} ${blue}`;
};

const pageOf = async (bytes: Uint8Array) => {
  const { pages } = await readPdf(bytes);
  return [pages.length, pages[0]?.width, pages[0]?.height];
};

test.each(['png', 'jpeg'] as const)(
  'image: puts a %s on one Letter page in the orientation of the image',
  async (type) => {
    const wide = await imagePdf(await picture(type));
    const tall = await imagePdf(await picture(type, { width: 200, height: 300 }));
    expect(wide.pages).toBe(1);
    expect(await pageOf(wide.bytes)).toEqual([1, 792, 612]);
    expect(await pageOf(tall.bytes)).toEqual([1, 612, 792]);
  },
);

test('image: shows a phone photo upright, without its location and author', async () => {
  const original = await photograph(6);
  expect(original.includes('SECRET-ARTIST')).toBe(true);
  const { bytes } = await imagePdf(original);
  expect(await pageOf(bytes)).toEqual([1, 612, 792]);
  const shown = await pictureIn(bytes);
  // Orientation 6: the left side of the file is the top of the photo.
  expect(await colorAt(shown, 100, 20)).toBe('red');
  expect(await colorAt(shown, 100, 280)).toBe('blue');
  expect(shown.includes('Exif')).toBe(false);
  expect(Buffer.from(bytes).includes('SECRET-ARTIST')).toBe(false);
});

test('image: keeps the colors of an image made for print', async () => {
  const shown = await pictureIn((await imagePdf(await picture('jpeg', { cmyk: true }))).bytes);
  expect((await sharp(shown).metadata()).space).toBe('srgb');
  expect(await colorAt(shown, 20, 20)).toBe('red');
});

test('image: draws transparent parts on white', async () => {
  const clear = { create: { width: 50, height: 50, channels: 4 as const, background: '#00000000' } };
  const shown = await pictureIn((await imagePdf(await sharp(clear).png().toBuffer())).bytes);
  const [level = 0] = await sharp(shown).extract({ left: 5, top: 5, width: 1, height: 1 }).raw().toBuffer();
  expect(level).toBeGreaterThan(250);
});

test('image: rejects more than 50 million pixels before decoding them', async () => {
  const huge = { create: { width: 10_000, height: 5_001, channels: 3 as const, background: '#ffffff' } };
  const bytes = await sharp(huge).png({ compressionLevel: 9 }).toBuffer();
  expect(bytes.length).toBeLessThan(1_048_576);
  const effort = await cpuTimeOf(async () =>
    expect(await conversionErrorOf(() => imagePdf(bytes))).toBe(
      'This image has too many pixels. Please save a smaller copy and upload that.',
    ),
  );
  expect(effort).toBeLessThan(1_000);
});

test.each([
  ['an SVG drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a GIF image', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['a PBM picture', Buffer.from('P1 1 1 0')],
])('image: does not decode %s', async (_, bytes) => {
  expect(await conversionErrorOf(() => imagePdf(bytes))).toBe(
    'We could not read this file. Please save it again and upload it.',
  );
});

test('image: rejects a truncated file', async () => {
  for (const type of ['png', 'jpeg'] as const) {
    const whole = await picture(type);
    expect(await conversionErrorOf(() => imagePdf(whole.subarray(0, whole.length - 400)))).toBe(
      'We could not read this file. Please save it again and upload it.',
    );
  }
});

describe('a scrolled screenshot', () => {
  /** Lines of text as tall as a phone's, each with a black bar whose left end tells its number. */
  const screenshot = (lines: number) => {
    const bar = { create: { width: 900, height: 40, channels: 3 as const, background: '#000000' } };
    return sharp({ create: { width: 1080, height: lines * 200, channels: 3, background: '#ffffff' } })
      .composite(Array.from({ length: lines }, (_, line) => ({ input: bar, left: 60, top: line * 200 + 80 })))
      .png()
      .toBuffer();
  };

  /** The heights of the black bars of a page, in points. */
  const barsOf = async (image: Buffer, width: number) => {
    const { data, info } = await sharp(image).grayscale().raw().toBuffer({ resolveWithObject: true });
    const column = Array.from({ length: info.height }, (_, row) => (data[row * info.width + 500] ?? 0) < 128);
    const heights: number[] = [];
    for (const [row, isBlack] of column.entries()) {
      if (isBlack && !column[row - 1]) heights.push(0);
      if (isBlack) heights[heights.length - 1] = (heights.at(-1) ?? 0) + 1;
    }
    return heights.map((height) => (height * width) / info.width);
  };

  test('becomes pages of readable text, with each line whole on one of them', async () => {
    const { bytes, pages } = await imagePdf(await screenshot(90));
    expect(pages).toBe(14);
    const { pages: read } = await readPdf(bytes);
    expect(read.map(({ width, height }) => [width, height])).toEqual(Array(14).fill([612, 792]));
    const bars = (await Promise.all((await picturesIn(bytes)).map((each) => barsOf(each, 540)))).flat();
    expect(bars.filter((points) => points > 19).length).toBeGreaterThanOrEqual(90);
  });

  test('of one screen stays on one page', async () => {
    expect((await imagePdf(await picture('png', { width: 1170, height: 2532 }))).pages).toBe(1);
  });

  test('of more pages than a document may have is rejected', async () => {
    expect(
      await conversionErrorOf(async () => imagePdf(await picture('png', { width: 100, height: 10_000 }))),
    ).toBe('Your document has more than 50 pages. Please upload a shorter one.');
  });
});
