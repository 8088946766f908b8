import sharp from 'sharp';

/** Photos of pages, made here by code. */

interface PhotographedPage {
  readonly width?: number;
  readonly height?: number;
  /** True for a photo whose EXIF data, not its pixels, turns it upright. */
  readonly isTurnedByExif?: boolean;
}

const lines = Array.from(
  { length: 40 },
  (_, line) =>
    `<rect x="12%" y="${20 + line * 1.8}%" width="${60 - (line % 5) * 8}%" height="0.7%" fill="#222"/>`,
).join('');

/** A JPEG, of 12 megapixels by default, of paper with a bar of this color at its top and lines below. */
export async function photoOfPage(bar: string, photo: PhotographedPage = {}): Promise<Buffer> {
  const { width = 3_024, height = 4_032 } = photo;
  const content = `<rect width="100%" height="100%" fill="#eeeae0"/><rect x="8%" y="6%" width="84%" height="8%" fill="${bar}"/>${lines}`;
  const page = `<svg x="14%" y="12%" width="72%" height="76%">${content}</svg>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#3a2f28"/>${page}</svg>`;
  const turn = photo.isTurnedByExif ? { angle: -90, orientation: 6 } : { angle: 0, orientation: 1 };
  return sharp(Buffer.from(drawing))
    .rotate(turn.angle)
    .withMetadata({ orientation: turn.orientation })
    .jpeg({ quality: 90 })
    .toBuffer();
}
