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

/** Makes one PDF, below the limit of uploads, with the best quality at which all pages fit. */
export async function makePdf(title: string, pages: readonly PageToDraw[]): Promise<MadePdf> {
  const limit = limits.uploadBytes - 1 - overheadOf(pages.length);
  const sourceBytes = pages.reduce(
    (total, { picture, crop }) => total + picture.size * crop.width * crop.height,
    0,
  );
  const encoded = new Map<number, readonly Picture[]>();
  const encode = async (at: number) => {
    const pictures: Picture[] = [];
    for (const page of pages) pictures.push(await encodePage(page, steps[at] ?? steps[0]));
    encoded.set(at, pictures);
    return pictures.map(({ jpeg }) => jpeg.size);
  };
  const fit = await fitPages(encode, firstGuess(sourceBytes, limit), limit);
  if (!fit.fits) return { fits: false, removed: pagesToRemove(fit.sizes, limit) };
  const pdf = photosPdf(title, encoded.get(fit.step) ?? []);
  return { fits: true, pdf, isGray: steps[fit.step]?.isGray ?? false };
}
