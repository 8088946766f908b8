import { limits } from '../../shared/rules/limits.ts';
import { allowedFileName } from '../../shared/rules/upload.ts';

/** Large enough for a page of small print. A photo that is still too large loses quality first, then size. */
const maxSide = 2_400;
const sideFactor = 0.8;
const maxQuality = 0.85;
const minQuality = 0.5;
const attempts = 10;

const jpeg = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));

/** The photo on a canvas, upright as its EXIF data says. The canvas drops that data. */
function drawUpright(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw on a canvas.');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function nameOf(name: string): string {
  const end = name.lastIndexOf('.');
  return allowedFileName(`${name.slice(0, end === -1 ? undefined : end)}.jpg`);
}

/** The same photo, upright and small enough to upload. Throws when it cannot be read or made small enough. */
export async function shrinkPhoto(photo: File): Promise<File> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  let [side, quality] = [maxSide, maxQuality];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const bytes = await jpeg(drawUpright(bitmap, side), quality);
    if (bytes !== null && bytes.size <= limits.uploadBytes)
      return new File([bytes], nameOf(photo.name), { type: 'image/jpeg' });
    if (quality > minQuality) quality -= 0.1;
    else side *= sideFactor;
  }
  throw new Error("We couldn't make this photo small enough.");
}
