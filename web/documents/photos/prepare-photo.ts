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

/**
 * Decodes a photo to the size that is kept, so that no canvas has all pixels of a photo of 50 megapixels.
 * Throws if the browser cannot decode it.
 */
export async function preparePhoto({ file, width, height }: ChosenPhoto): Promise<PreparedPhoto> {
  const size = fitted(width, height, source.side);
  const bitmap = await createImageBitmap(file, {
    imageOrientation: 'from-image',
    resizeWidth: size.width,
    resizeHeight: size.height,
    resizeQuality: 'medium',
  });
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
