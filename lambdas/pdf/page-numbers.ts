import PDFDocument from 'pdfkit';
import { pageNumber, shortened } from './edges.ts';
import { styles } from './line-boxes.ts';
import { createPageWriter, pageSize } from './page-writer.ts';
import { pdfBytes } from './pdf-bytes.ts';
import { noDefaultFont } from './pdfkit-options.ts';
import { createTypesetter } from './typesetter.ts';

export const stripHeight = 22;
/** Distance of a number's line from the top of its strip, in points. */
const line = 16;
/** Height at which a strip must be drawn so its number is on the line of the footer. */
export const numberRise: number = 28 - (stripHeight - line);

/**
 * Draws one strip for each page of a PDF: its number at the right, and a text at the left. Each is a page of
 * the result.
 */
export const drawPageNumbers = (texts: readonly string[]): Promise<Uint8Array> => {
  const size: [number, number] = [pageSize.width, stripHeight];
  const document = new PDFDocument({ size, margin: 0, autoFirstPage: false, font: noDefaultFont });
  const typesetter = createTypesetter(document);
  const writer = createPageWriter(document, typesetter);
  for (const [index, text] of texts.entries()) {
    document.addPage();
    writer.placeAt({ text: shortened(text, typesetter), style: styles.edge }, { y: line });
    const number = pageNumber(index, texts.length);
    writer.placeAt({ text: number, style: styles.edge }, { y: line, right: true });
  }
  return pdfBytes(document);
};
