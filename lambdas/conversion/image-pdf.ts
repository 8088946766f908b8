import PDFDocument from 'pdfkit';
import sharp, { type Sharp } from 'sharp';
import { maxPageRatio } from '../../shared/rules/upload.ts';
import { noDefaultFont, pdfBytes } from '../pdf/pdfkit.ts';
import { RejectedFile, rejectFile, rejectionMessages } from './rejections.ts';
import { maxPages, type SanitizedPdf, sanitizePdf } from './sanitize-pdf.ts';

sharp.cache(false);
// The library would also draw SVG and decode many other formats.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] });

const maxPixels = 50_000_000;
const letter = { short: 612, long: 792, margin: 36 };
/** A4 and Letter have 300 dots per inch at this size. */
const maxSize = { width: 2550, height: 3300 };
/** The part of a page that the next one repeats, so that no line of text is cut on both. */
const overlap = 1 / 16;

/** Letter pages that show the image upright, on white, and without its metadata. */
export const imagePdf = async (picture: Uint8Array): Promise<SanitizedPdf> =>
  sanitizePdf(await pagesOf(await redrawn(picture)));

interface Picture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

const jpegOf = async (image: Sharp): Promise<Picture> => {
  const { data, info } = await image.jpeg({ quality: 85 }).toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
};

/** Cuts a long image into the parts of its pages. */
async function partsOf(image: Sharp): Promise<readonly Picture[]> {
  const { data, info } = await image
    .resize({ width: maxSize.width, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const { short, long, margin } = letter;
  const pageHeight = Math.ceil((width * (long - 2 * margin)) / (short - 2 * margin));
  const step = Math.ceil(pageHeight * (1 - overlap));
  const count = Math.ceil((height - pageHeight) / step) + 1;
  if (count > maxPages) return rejectFile(rejectionMessages.tooManyPages);
  const parts: Picture[] = [];
  for (let top = 0; parts.length < count; top += step) {
    const part = { left: 0, top, width, height: Math.min(pageHeight, height - top) };
    parts.push(await jpegOf(sharp(data, { raw: { width, height, channels } }).extract(part)));
  }
  return parts;
}

/**
 * Decodes and encodes the image again, so that nothing else in the file survives (EXIF, GPS, payloads).
 */
const redrawn = async (picture: Uint8Array): Promise<readonly Picture[]> => {
  try {
    const image = sharp(picture, { limitInputPixels: maxPixels, failOn: 'error' });
    const { width, height } = (await image.metadata()).autoOrient;
    const upright = image
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .timeout({ seconds: 10 });
    if (height > maxSize.height / 2 && height > width * maxPageRatio) return await partsOf(upright);
    return [await jpegOf(upright.resize({ ...maxSize, fit: 'inside', withoutEnlargement: true }))];
  } catch (cause) {
    if (cause instanceof RejectedFile) throw cause;
    return rejectFile(sentenceFor(String(cause)), cause);
  }
};

const sentenceFor = (cause: string) => {
  if (cause.includes('pixel limit')) return rejectionMessages.tooManyPixels;
  return /time.?out/i.test(cause) ? rejectionMessages.tookTooLong : rejectionMessages.unreadable;
};

const pagesOf = (pictures: readonly Picture[]) => {
  const { short, long, margin } = letter;
  const pdf = new PDFDocument({
    autoFirstPage: false,
    margin,
    info: { Title: 'Uploaded image' },
    font: noDefaultFont,
  });
  const isLong = pictures.length > 1;
  for (const { jpeg, width, height } of pictures) {
    const size: [number, number] = width > height && !isLong ? [long, short] : [short, long];
    const fit: [number, number] = [size[0] - 2 * margin, size[1] - 2 * margin];
    pdf.addPage({ size, margin });
    pdf.image(jpeg, margin, margin, { fit, align: 'center', valign: isLong ? undefined : 'center' });
  }
  return pdfBytes(pdf);
};
