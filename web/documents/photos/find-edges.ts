import type { Crop } from './photo-page.ts';

/** A small gray version of a picture: one luminance from 0 to 255 for each pixel, row by row. */
export interface Luminance {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
}

/** A photo with a lower mean is hard to read. */
const darkMean = 70;

export function isDark({ values }: Luminance): boolean {
  let total = 0;
  for (const value of values) total += value;
  return total / values.length < darkMean;
}

/** Width of the frame that must be background, as a share of the picture. */
const frameShare = 0.03;
/** The background has at most this luminance, and the paper is lighter by at least `minContrast`. */
const maxBackground = 110;
const minContrast = 60;
/** Pixels this much lighter than the background belong to the paper. */
const tolerance = 20;
/** A row or column with a smaller share of lighter pixels is background. */
const minLighter = 0.01;
/** Cropping a smaller strip is not worth it, and a smaller paper is probably something else. */
const maxArea = 0.92;
const minArea = 0.25;
/** Kept around the paper. */
const padding = 0.015;

/** The number of pixels of each luminance, from 0 to 255. */
type Histogram = readonly number[];

function percentile(histogram: Histogram, share: number): number {
  const place = Math.floor((histogram.reduce((sum, count) => sum + count, 0) - 1) * share);
  let seen = 0;
  return histogram.findIndex((count) => {
    seen += count;
    return seen > place;
  });
}

/** The first and the last line that is no background. */
const extent = (lines: readonly number[], minCount: number): readonly [number, number] => [
  lines.findIndex((count) => count >= minCount),
  lines.findLastIndex((count) => count >= minCount),
];

/** The luminances of the frame, and of the whole picture. */
function measure({ width, height, values }: Luminance) {
  const [x, y] = [Math.ceil(width * frameShare), Math.ceil(height * frameShare)];
  const [frame, all] = [new Array<number>(256).fill(0), new Array<number>(256).fill(0)];
  for (const [index, value] of values.entries()) {
    const [column, row] = [index % width, Math.floor(index / width)];
    const isInFrame = column < x || column >= width - x || row < y || row >= height - y;
    if (isInFrame) frame[value] = (frame[value] ?? 0) + 1;
    all[value] = (all[value] ?? 0) + 1;
  }
  return { frame, all };
}

/** For each row and column, the pixels that are lighter than a threshold. */
function countLighter({ width, height, values }: Luminance, threshold: number) {
  const [rows, columns] = [new Array<number>(height).fill(0), new Array<number>(width).fill(0)];
  for (const [index, value] of values.entries()) {
    if (value <= threshold) continue;
    const [row, column] = [Math.floor(index / width), index % width];
    rows[row] = (rows[row] ?? 0) + 1;
    columns[column] = (columns[column] ?? 0) + 1;
  }
  return { rows, columns };
}

/** The part from the first to the last line, with padding, as shares of `length`. */
function padded([first, last]: readonly [number, number], length: number) {
  const start = Math.max(0, first / length - padding);
  const end = Math.min(1, (last + 1) / length + padding);
  return { start, size: end - start };
}

/**
 * The edges of light paper on a dark background, or undefined. Removes only strips along the picture's edges
 * that look like the background, so anything lighter is kept, such as a tilted corner or white text.
 */
export function findEdges(picture: Luminance): Crop | undefined {
  const { frame, all } = measure(picture);
  const [background, bright] = [percentile(frame, 0.97), percentile(all, 0.75)];
  if (background > maxBackground || bright < background + minContrast) return undefined;
  const { rows, columns } = countLighter(picture, background + tolerance);
  const across = padded(extent(columns, picture.height * minLighter), picture.width);
  const down = padded(extent(rows, picture.width * minLighter), picture.height);
  const area = across.size * down.size;
  if (area > maxArea || area < minArea) return undefined;
  return { left: across.start, top: down.start, width: across.size, height: down.size };
}
