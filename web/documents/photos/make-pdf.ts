import { limits } from '../../../shared/rules/limits.ts';
import { decodePhoto, fittedJpeg, type Picture } from '../shrink-photo.ts';
import { overheadOf, photosPdf } from './photos-pdf.ts';

/** One page of the PDF. */
export interface PhotoPage {
  readonly id: string;
  /** A JPEG, upright and without EXIF data. */
  readonly picture: Blob;
  /** Quarter turns to the right, from 0 to 3. */
  readonly turns: number;
}

/** Pixels on the long side of a page. Small print is legible at the fewest. */
const sides = { maxSide: 1_700, minSide: 1_000 } as const;

/** The picture of a page. Throws if the browser cannot read the photo. */
export async function preparePhoto(photo: Blob): Promise<Blob> {
  const bitmap = await decodePhoto(photo);
  const { jpeg } = await fittedJpeg(bitmap, { ...sides, maxBytes: Number.POSITIVE_INFINITY });
  bitmap.close();
  return jpeg;
}

/**
 * Makes one PDF, at most as large as an upload. Each page may use an equal share of the bytes that are left.
 * Throws if a page does not fit into its share.
 */
export async function makePdf(title: string, pages: readonly PhotoPage[]): Promise<Blob> {
  let bytesLeft = limits.uploadBytes - overheadOf(pages.length);
  const pictures: Picture[] = [];
  for (const [index, { picture, turns }] of pages.entries()) {
    const bitmap = await createImageBitmap(picture);
    const fitted = await fittedJpeg(bitmap, {
      ...sides,
      turns,
      maxBytes: bytesLeft / (pages.length - index),
    });
    bitmap.close();
    bytesLeft -= fitted.jpeg.size;
    pictures.push(fitted);
  }
  return photosPdf(title, pictures);
}
