import { draw, fitted, jpegOf, luminanceOf } from './draw.ts';
import { findEdges, isDark } from './find-edges.ts';
import { source } from './fit-plan.ts';
import type { PreparedPhoto } from './photo-page.ts';

const thumbnail = { side: 400, quality: 0.8 } as const;

/** A chosen photo with its size in pixels, upright. */
export interface ChosenPhoto {
  readonly file: Blob;
  readonly width: number;
  readonly height: number;
}

/** A larger photo is made smaller as it is decoded. That takes twice as long, and less memory. */
const maxPixels = 16_000_000;

function decode({ file, width, height }: ChosenPhoto): Promise<ImageBitmap> {
  const upright = { imageOrientation: 'from-image' } as const;
  if (width * height <= maxPixels) return createImageBitmap(file, upright);
  const { width: resizeWidth, height: resizeHeight } = fitted(width, height, source.side);
  return createImageBitmap(file, { ...upright, resizeWidth, resizeHeight, resizeQuality: 'medium' });
}

/** Makes the picture that is kept, and its thumbnails. Throws if the browser cannot decode the photo. */
export async function preparePhoto(photo: ChosenPhoto): Promise<PreparedPhoto> {
  const bitmap = await decode(photo);
  const picture = draw(bitmap, source);
  bitmap.close();
  const small = draw(picture, thumbnail);
  const luminance = luminanceOf(small);
  const crop = findEdges(luminance);
  const thumbnailOf = (canvas: OffscreenCanvas) => jpegOf(canvas, thumbnail.quality);
  return {
    picture: await jpegOf(picture, source.quality),
    thumbnail: await thumbnailOf(small),
    edges: crop && { crop, thumbnail: await thumbnailOf(draw(small, { ...thumbnail, crop })) },
    isDark: isDark(luminance),
  };
}
