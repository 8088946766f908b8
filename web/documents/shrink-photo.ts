import { limits } from '../../shared/rules/limits.ts';
import { allowedFileName, formatSize, isTooLarge, maxPageRatio } from '../../shared/rules/upload.ts';

const sideFactor = 0.8;
const maxQuality = 0.85;
const minQuality = 0.5;

/** A JPEG with its size in pixels. */
export interface Picture {
  readonly jpeg: Blob;
  readonly width: number;
  readonly height: number;
}

/** Limits of a JPEG: pixels on the long side of a page, and bytes. */
interface Fit {
  readonly maxSide: number;
  readonly minSide: number;
  readonly maxBytes: number;
  /** Quarter turns to the right. */
  readonly turns?: number;
}

/** Large enough for a page of small print. */
const photoFit: Fit = { maxSide: 2_400, minSide: 750, maxBytes: limits.uploadBytes };

const encode = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

/** The long side; of a scrolled screenshot that of one page, about 4/3 of its width. */
const pageSide = ({ width, height }: ImageBitmap): number =>
  height > width * maxPageRatio ? (width * 4) / 3 : Math.max(width, height);

/** The picture, turned, on a canvas, which drops EXIF data. */
function draw(bitmap: ImageBitmap, side: number, turns: number): HTMLCanvasElement {
  const scale = Math.min(1, side / pageSide(bitmap));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement('canvas');
  const isAcross = turns % 2 === 1;
  canvas.width = isAcross ? height : width;
  canvas.height = isAcross ? width : height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw on a canvas.');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return canvas;
}

/** The picture as a JPEG that fits. It loses quality first, then size. Throws when it cannot fit. */
export async function fittedJpeg(
  bitmap: ImageBitmap,
  { maxSide, minSide, maxBytes, turns = 0 }: Fit,
): Promise<Picture> {
  let [side, quality] = [maxSide, maxQuality];
  while (side >= minSide) {
    const canvas = draw(bitmap, side, turns);
    const jpeg = await encode(canvas, quality);
    if (jpeg !== null && jpeg.size <= maxBytes) return { jpeg, width: canvas.width, height: canvas.height };
    if (quality > minQuality) quality -= 0.1;
    else side *= sideFactor;
  }
  throw new Error("We couldn't make this photo small enough.");
}

/** Decodes a photo, upright as its EXIF data says. Throws when the browser cannot read it. */
export const decodePhoto = (photo: Blob): Promise<ImageBitmap> =>
  createImageBitmap(photo, { imageOrientation: 'from-image' });

function nameOf(name: string): string {
  const end = name.lastIndexOf('.');
  return allowedFileName(`${name.slice(0, end === -1 ? undefined : end)}.jpg`);
}

/** The same photo, upright and small enough to upload. Throws when it cannot be read or made small enough. */
export async function shrinkPhoto(photo: File): Promise<File> {
  const { jpeg } = await fittedJpeg(await decodePhoto(photo), photoFit);
  return new File([jpeg], nameOf(photo.name), { type: 'image/jpeg' });
}

/** A photo that is not too large is redrawn for its format alone. */
export const redrawnNote = (photo: File, { size }: File): string =>
  `We ${isTooLarge(photo) ? 'resized your photo to' : 'saved your photo as a JPEG of'} ${formatSize(size)}.`;
