import type { Luminance } from './find-edges.ts';
import { type Crop, wholePicture } from './photo-page.ts';

/** A part of a picture, and how it is drawn. */
export interface Drawing {
  readonly crop?: Crop;
  /** Quarter turns to the right. */
  readonly turns?: number;
  /** Maximum pixels on the long side. A smaller picture keeps its size. */
  readonly side: number;
  readonly isGray?: boolean;
}

/** Size in pixels with at most `side` on the long side. */
export function fitted(width: number, height: number, side: number) {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) throw new Error('This browser cannot draw on a canvas.');
  return context;
}

/** Draws a part of a picture, turned, on a canvas of the size that it needs. */
export function draw(
  picture: ImageBitmap | OffscreenCanvas,
  { crop = wholePicture, turns = 0, side, isGray = false }: Drawing,
): OffscreenCanvas {
  const [left, top] = [crop.left * picture.width, crop.top * picture.height];
  const [cropWidth, cropHeight] = [crop.width * picture.width, crop.height * picture.height];
  const { width, height } = fitted(cropWidth, cropHeight, side);
  const isAcross = turns % 2 === 1;
  const canvas = new OffscreenCanvas(isAcross ? height : width, isAcross ? width : height);
  const context = contextOf(canvas);
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  // From half the size up, four pixels are enough for each new one, and take a third of the time.
  context.imageSmoothingQuality = width * 2 >= cropWidth ? 'low' : 'medium';
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(
    picture,
    ...([left, top, cropWidth, cropHeight] as const),
    ...([-width / 2, -height / 2, width, height] as const),
  );
  if (isGray) {
    context.globalCompositeOperation = 'saturation';
    context.fillStyle = 'gray';
    context.fillRect(-width / 2, -height / 2, width, height);
  }
  return canvas;
}

export const jpegOf = (canvas: OffscreenCanvas, quality: number): Promise<Blob> =>
  canvas.convertToBlob({ type: 'image/jpeg', quality });

export function luminanceOf(canvas: OffscreenCanvas): Luminance {
  const { width, height } = canvas;
  const { data } = contextOf(canvas).getImageData(0, 0, width, height);
  const values = new Uint8Array(width * height);
  for (let index = 0; index < values.length; index += 1) {
    const at = index * 4;
    values[index] = 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
  }
  return { width, height, values };
}
