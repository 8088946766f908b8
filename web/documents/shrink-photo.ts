import { limits } from '../../shared/rules/limits.ts';

/** Long enough for a page of small print; what is still too large then is drawn smaller and less finely. */
const longestSide = 2_400;
const shrink = 0.8;
const finest = 0.85;
const coarsest = 0.5;
const attempts = 10;

const jpeg = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

/** Drawn upright: what the telephone wrote about how it was held is followed, and gone. */
function drawn(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser draws no pictures.');
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const extension = '.jpg';
const nameOf = (name: string) =>
  name.slice(0, name.lastIndexOf('.')).slice(0, limits.fileName - extension.length) + extension;

/** The same photo, upright and small enough to be uploaded. Throws when it cannot be read or made small enough. */
export async function shrinkPhoto(photo: File): Promise<File> {
  const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  let [side, quality] = [longestSide, finest];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const bytes = await jpeg(drawn(picture, side), quality);
    if (bytes !== null && bytes.size <= limits.upload)
      return new File([bytes], nameOf(photo.name), { type: 'image/jpeg' });
    if (quality > coarsest) quality -= 0.1;
    else side *= shrink;
  }
  throw new Error('This photo cannot be made small enough.');
}
