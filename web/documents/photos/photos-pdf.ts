import type { Picture } from '../shrink-photo.ts';

/** A PDF object: its dictionary or array, and the bytes of its stream if it has one. */
interface PdfObject {
  readonly text: string;
  readonly stream?: Blob | string;
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** The letters of Latin-1, which every PDF reader can draw without a font in the file, and '?' for others. */
const latin1 = (text: string): string =>
  [...text.replaceAll(/[‐-―]/g, '-').replaceAll('\u202f', ' ')]
    .map((letter) => (letter.charCodeAt(0) > 0xff ? '?' : letter))
    .join('');

const pdfString = (text: string): string => `(${latin1(text).replaceAll(/[\\()]/g, '\\$&')})`;

/** The catalog: the first object of every file. The second one is the list of pages. */
const catalog: PdfObject = {
  text: '<</Type/Catalog/Pages 2 0 R/Lang(en-US)/ViewerPreferences<</DisplayDocTitle true>>>>',
};

const pageList = (pages: readonly number[]): PdfObject => ({
  text: `<</Type/Pages/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]/Count ${pages.length}>>`,
});

/** The file of these objects, numbered from 1, and of one more with the title. */
function pdfFile(title: string, objects: readonly PdfObject[]): Blob {
  const parts: BlobPart[] = [];
  let length = 0;
  const add = (part: string | Blob) => {
    parts.push(typeof part === 'string' ? bytesOf(part) : part);
    length += typeof part === 'string' ? part.length : part.size;
  };
  add('%PDF-1.4\n');
  const places = [...objects, { text: `<</Title${pdfString(title)}>>` }].map(({ text, stream }, index) => {
    const place = `${String(length).padStart(10, '0')} 00000 n \n`;
    add(`${index + 1} 0 obj\n${text}\n`);
    if (stream !== undefined) for (const part of ['stream\n', stream, '\nendstream\n']) add(part);
    add('endobj\n');
    return place;
  });
  const size = places.length + 1;
  const start = length;
  add(`xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`);
  add(`trailer\n<</Size ${size}/Root 1 0 R/Info ${places.length} 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}

/** US Letter, in points. */
const pageWidth = 612;
/** The catalog and the list of pages come first, then three objects for each page. */
const [firstPage, objectsPerPage] = [3, 3];

/** Bytes of a file without its pictures; more than it ever has. */
export const overheadOf = (pages: number): number => 1_000 + 600 * pages;

function objectsOf({ jpeg, width, height }: Picture, index: number): readonly PdfObject[] {
  const page = firstPage + index * objectsPerPage;
  const pageHeight = ((pageWidth * height) / width).toFixed(2);
  const drawn = `q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /P Do Q`;
  const resources = `/Resources<</XObject<</P ${page + 2} 0 R>>>>`;
  const colors = `/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.size}`;
  return [
    {
      text: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${pageWidth} ${pageHeight}]/Contents ${page + 1} 0 R${resources}>>`,
    },
    { text: `<</Length ${drawn.length}>>`, stream: drawn },
    {
      text: `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}${colors}>>`,
      stream: jpeg,
    },
  ];
}

/** A PDF with one picture on each page, which fills it. */
export const photosPdf = (title: string, pictures: readonly Picture[]): Blob =>
  pdfFile(title, [
    catalog,
    pageList(pictures.map((_, index) => firstPage + index * objectsPerPage)),
    ...pictures.flatMap(objectsOf),
  ]);
