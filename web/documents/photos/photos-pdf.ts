import { catalog, type PdfObject, pageList, pdfFile } from '../pdf-file.ts';
import type { Picture } from '../shrink-photo.ts';

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
