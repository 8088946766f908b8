import { describe, expect, test } from 'vitest';
import { findEdges, isDark } from '../../../web/documents/photos/find-edges.ts';
import { firstGuess, fitPages, pagesToRemove, steps } from '../../../web/documents/photos/fit-plan.ts';
import {
  inserted,
  moved,
  type PhotoPage,
  turned,
  without,
} from '../../../web/documents/photos/photo-page.ts';
import { addedText, photosFileName, tooLargeText } from '../../../web/documents/photos/photo-texts.ts';
import { overheadOf, photosPdf } from '../../../web/documents/photos/photos-pdf.ts';
import { readPdf } from '../../support/pdf-reading.ts';

const jpeg = new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xd9])]);
const page = (id: string): PhotoPage => ({
  ...{ id, turns: 0, isCropped: false, isDark: false },
  ...{ picture: jpeg, thumbnail: jpeg },
});
const idsOf = (pages: readonly PhotoPage[]) => pages.map(({ id }) => id).join('');
const pages = ['a', 'b', 'c'].map(page);

describe('the order of pages', () => {
  test('changes by one place, and stays at both ends', () => {
    expect(idsOf(moved(pages, 2, -1))).toBe('acb');
    expect(idsOf(moved(pages, 0, 1))).toBe('bac');
    expect(idsOf(moved(pages, 0, -1))).toBe('abc');
    expect(idsOf(moved(pages, 2, 1))).toBe('abc');
  });

  test('is the same after a page was removed and added again', () => {
    expect(idsOf(without(pages, 1))).toBe('ac');
    expect(idsOf(inserted(without(pages, 1), 1, page('b')))).toBe('abc');
  });

  test('does not change when a page is turned, four times to where it was', () => {
    const turns = [1, 2, 3, 4].reduce((all) => turned(all, 1), pages as readonly PhotoPage[]);
    expect(turns.map((each) => each.turns)).toEqual([0, 0, 0]);
    expect(turned(pages, 1).map((each) => each.turns)).toEqual([0, 1, 0]);
  });
});

/** Encodes pages whose bytes are these at the first step and shrink by a tenth with each step. */
function encoder(bytes: readonly number[]) {
  const tried: number[] = [];
  const encode = async (step: number) => {
    tried.push(step);
    return bytes.map((size) => size * (1 - step / 10));
  };
  return { tried, encode };
}

describe('the plan to fit pages', () => {
  test.each([
    ['pages that fit easily get the best step, whatever the guess', [100], 3, 0],
    ['pages that just fit keep the step of the guess', [500, 500], 2, 2],
    ['pages that fit only when smaller get the first smaller step that is enough', [600, 600], 0, 2],
    ['pages that would fit at the last step get that', [1_200, 1_200], 6, 6],
  ] as const)('%s', async (_, bytes, guess, step) => {
    const fit = await fitPages(encoder(bytes).encode, guess, 1_000);
    expect(fit).toEqual({ fits: true, step });
  });

  test('tries the last step once for pages that do not fit, and returns their sizes', async () => {
    const { tried, encode } = encoder([2_000, 4_000]);
    const fit = await fitPages(encode, firstGuess(1e9, 1_000), 1_000);
    expect(tried).toEqual([steps.length - 1]);
    expect(fit.fits || fit.sizes).toEqual([800, 1_600]);
  });

  test('starts with color at full size for a few small pictures', () => {
    expect(firstGuess(300_000, 1_000_000)).toBe(0);
    expect(steps[firstGuess(2_000_000, 1_000_000)]?.isGray).toBe(false);
  });

  test('names the fewest pages without which the rest fits, the largest first', () => {
    expect(pagesToRemove([10, 500, 20, 700, 30], 100)).toEqual([1, 3]);
    expect(pagesToRemove([50, 50], 100)).toEqual([]);
    expect(tooLargeText(20, [2])).toContain('Only 19 of 20 pages fit in 1 MB. The largest is page 3.');
    expect(tooLargeText(20, [2, 6, 14])).toContain('pages 3, 7 and 15. Remove them');
  });
});

/** A gray picture from a function of the place, in shares of the picture. */
function picture(luminance: (x: number, y: number) => number) {
  const [width, height] = [90, 120];
  const values = Uint8Array.from({ length: width * height }, (_, index) =>
    luminance((index % width) / width, Math.floor(index / width) / height),
  );
  return { width, height, values };
}

const within = (value: number, from: number, to: number) => value >= from && value < to;
const paper = (x: number, y: number) => within(x, 0.2, 0.8) && within(y, 0.1, 0.9);

describe('the edges of paper', () => {
  test('are found on a dark table, with a little of the table around them', () => {
    const { left, top, width, height } = findEdges(picture((x, y) => (paper(x, y) ? 220 : 40))) ?? {};
    expect(left).toBeCloseTo(0.185, 1);
    expect(top).toBeCloseTo(0.085, 1);
    expect(Number(left) + Number(width)).toBeGreaterThan(0.8);
    expect(Number(top) + Number(height)).toBeGreaterThan(0.9);
    expect(width).toBeLessThan(0.7);
  });

  test('of tilted paper include its corners', () => {
    const tilted = (x: number, y: number) => Math.abs(x - 0.5) + Math.abs(y - 0.5) < 0.4;
    const found = findEdges(picture((x, y) => (tilted(x, y) ? 220 : 40)));
    expect(found?.left).toBeLessThan(0.13);
    expect(Number(found?.top) + Number(found?.height)).toBeGreaterThan(0.87);
  });

  test('include a part in the shadow, and white text on a dark band', () => {
    const shadow = findEdges(picture((x, y) => (paper(x, y) ? (y > 0.6 ? 90 : 220) : 40)));
    expect(Number(shadow?.top) + Number(shadow?.height)).toBeGreaterThan(0.9);
    const band = findEdges(
      picture((x, y) => {
        if (!paper(x, y)) return 40;
        return y < 0.3 && !(within(y, 0.15, 0.2) && within(x, 0.4, 0.6)) ? 40 : 220;
      }),
    );
    expect(band?.top).toBeLessThan(0.15);
  });

  test.each([
    ['on a table as light as the paper', (x: number, y: number) => (paper(x, y) ? 220 : 190)],
    ['that reaches an edge of the photo', (x: number) => (x < 0.7 ? 220 : 40)],
    ['that fills the photo', () => 220],
    [
      'too small to be a page',
      (x: number, y: number) => (within(x, 0.4, 0.6) && within(y, 0.4, 0.6) ? 220 : 40),
    ],
    ['of a photo that is all dark', (x: number, y: number) => (paper(x, y) ? 60 : 20)],
  ] as const)('are not searched for in paper %s', (_, luminance) => {
    expect(findEdges(picture(luminance))).toBeUndefined();
  });

  test('are one thing, and light another: a photo with little light is dark', () => {
    expect(isDark(picture((x, y) => (paper(x, y) ? 60 : 20)))).toBe(true);
    expect(isDark(picture((x, y) => (paper(x, y) ? 220 : 40)))).toBe(false);
  });
});

describe('the PDF of photos', () => {
  test('has a page of US Letter width for each picture, with the ratio of the picture', async () => {
    const file = photosPdf('Transcript (unofficial)', [
      { jpeg, width: 600, height: 800 },
      { jpeg, width: 800, height: 600 },
    ]);
    expect(file.size - 2 * jpeg.size).toBeLessThan(overheadOf(2));
    const { pages: read } = await readPdf(new Uint8Array(await file.arrayBuffer()));
    expect(read.map(({ width, height }) => [width, height])).toEqual([
      [612, 816],
      [612, 459],
    ]);
  });

  test.each([
    ['Unofficial transcript', 'Unofficial transcript.pdf'],
    ['Upload a copy: test scores', 'Test scores.pdf'],
    ['Résumé of activities', 'Résumé of activities.pdf'],
    ['Documents about the suspension or expulsion', 'Documents about the.pdf'],
    ['A/B\nC', 'A-B-C.pdf'],
    ['Supercalifragilisticexpialidocious', 'Supercalifragilisticexpialid.pdf'],
  ])('of the question %j has the name %j', (label, name) => {
    expect(photosFileName(label)).toBe(name);
    expect(name.length).toBeLessThanOrEqual(32);
  });

  test('is announced page by page, with what was cropped and what is dark', () => {
    const added = (index: number, isCropped = false, isDark = false) => ({ index, isCropped, isDark });
    expect(addedText([])).toBe('');
    expect(addedText([added(1)])).toBe('Page 2 added.');
    expect(addedText([added(0, true), added(1, false, true), added(2, true)])).toBe(
      '3 pages added. We cropped pages 1 and 3 to the paper. Page 2 is dark. Take it again with more light.',
    );
  });
});
