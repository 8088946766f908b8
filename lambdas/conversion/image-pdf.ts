import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { pdfBytes } from '../pdf/pdf-bytes.ts';
import { noDefaultFont } from '../pdf/pdfkit-options.ts';
import { rejectFile, rejectionMessages } from './rejections.ts';
import { type SanitizedPdf, sanitizePdf } from './sanitize-pdf.ts';

sharp.cache(false);
// The library would also draw SVG and decode many other formats.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg'] });

const maxPixels = 50_000_000;
const letter = { short: 612, long: 792, margin: 36 };

/** One Letter page that shows the image upright, on white, and without its metadata. */
export const imagePdf = async (picture: Uint8Array): Promise<SanitizedPdf> =>
  sanitizePdf(await pageOf(await redrawn(picture)));

interface Picture {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Decodes and encodes the image again, so that nothing else in the file survives (EXIF, GPS, payloads). */
const redrawn = async (picture: Uint8Array): Promise<Picture> => {
  try {
    const { data, info } = await sharp(picture, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize({ width: 2550, height: 3300, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 85 })
      .timeout({ seconds: 10 })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height };
  } catch (cause) {
    return rejectFile(sentenceFor(String(cause)), cause);
  }
};

const sentenceFor = (cause: string) => {
  if (cause.includes('pixel limit')) return rejectionMessages.tooManyPixels;
  return /time.?out/i.test(cause) ? rejectionMessages.tookTooLong : rejectionMessages.unreadable;
};

const pageOf = ({ jpeg, width, height }: Picture) => {
  const { short, long, margin } = letter;
  const size: [number, number] = width > height ? [long, short] : [short, long];
  const page = new PDFDocument({
    size,
    margin,
    info: { Title: 'Uploaded image' },
    font: noDefaultFont,
  });
  const fit: [number, number] = [size[0] - 2 * margin, size[1] - 2 * margin];
  page.image(jpeg, margin, margin, { fit, align: 'center', valign: 'center' });
  return pdfBytes(page);
};
