import { limits } from '../../../shared/rules/limits.ts';
import { draw, jpegOf } from './draw.ts';
import { firstGuess, fitPages, pagesToRemove, type Step, steps } from './fit-plan.ts';
import type { Crop } from './photo-page.ts';
import { overheadOf, type Picture, photosPdf } from './photos-pdf.ts';

/** One page as it is drawn: a prepared picture, the part of it, and its quarter turns to the right. */
export interface PageToDraw {
  readonly picture: Blob;
  readonly crop: Crop;
  readonly turns: number;
}

export type MadePdf =
  | { readonly fits: true; readonly pdf: Blob; readonly isGray: boolean }
  /** Indexes of the largest pages, without which the rest fits. */
  | { readonly fits: false; readonly removed: readonly number[] };

async function encodePage({ picture, crop, turns }: PageToDraw, step: Step): Promise<Picture> {
  const bitmap = await createImageBitmap(picture);
  const canvas = draw(bitmap, { crop, turns, side: step.side, isGray: step.isGray });
  bitmap.close();
  return { jpeg: await jpegOf(canvas, step.quality), width: canvas.width, height: canvas.height };
}

/** Encodes pages, each at most once at a step. */
function encoderOf(pages: readonly PageToDraw[]) {
  const done = pages.map(() => new Map<number, Picture>());
  const encode = async (index: number, at: number): Promise<Picture> => {
    const [page, known] = [pages[index], done[index]];
    if (!page || !known) throw new Error(`There is no page ${index}.`);
    const picture = known.get(at) ?? (await encodePage(page, steps[at] ?? steps[0]));
    known.set(at, picture);
    return picture;
  };
  const encodeAll = async (at: number): Promise<readonly Picture[]> => {
    const pictures: Picture[] = [];
    for (const index of pages.keys()) pictures.push(await encode(index, at));
    return pictures;
  };
  return { encode, encodeAll };
}

const sourceBytes = ({ picture, crop }: PageToDraw): number => picture.size * crop.width * crop.height;

/** Makes one PDF, below the limit of uploads, with the best quality at which all pages fit. */
export async function makePdf(title: string, pages: readonly PageToDraw[]): Promise<MadePdf> {
  const limit = limits.uploadBytes - 1 - overheadOf(pages.length);
  const { encode, encodeAll } = encoderOf(pages);
  const sources = pages.map(sourceBytes);
  // Photos shrink differently, so the largest page is encoded first to estimate the bytes of all.
  const largest = sources.indexOf(Math.max(...sources));
  const shrunk = (await encode(largest, 0)).jpeg.size / (sources[largest] ?? 1);
  const guess = firstGuess(shrunk * sources.reduce((total, bytes) => total + bytes, 0), limit);
  const sizesAt = async (at: number) => (await encodeAll(at)).map(({ jpeg }) => jpeg.size);
  const fit = await fitPages(sizesAt, guess, limit);
  if (!fit.fits) return { fits: false, removed: pagesToRemove(fit.sizes, limit) };
  const pdf = photosPdf(title, await encodeAll(fit.step));
  return { fits: true, pdf, isGray: steps[fit.step]?.isGray ?? false };
}
