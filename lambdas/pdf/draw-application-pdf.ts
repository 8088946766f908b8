import { accessibleDocument, drawParts, partsOf } from './accessible-document.ts';
import { drawEdges, edgesOf } from './edges.ts';
import { documentsTitle } from './page-writer.ts';
import type { PdfContent } from './pdf-content.ts';
import { pdfBytes } from './pdfkit.ts';
import { freshQpdf, type Qpdf } from './qpdf.ts';

/** Draws an application: tagged for screen readers, with embedded fonts, and with every answer in full. */
export const drawApplicationPdf = (content: PdfContent): Promise<Buffer> => {
  const { title, partner, applicant, madeAt, documents } = content;
  const document = accessibleDocument({
    Title: `${title} – ${applicant}`,
    Author: partner,
    Subject: 'Copy of an application',
    CreationDate: madeAt,
  });
  const { writer, typesetter, bookmark } = drawParts(document, (setter) => partsOf(content, setter));
  // They lead to the last page until the documents are appended.
  if (documents.length > 0) bookmark('H2', documentsTitle);
  for (const { label } of documents) bookmark('H3', label);
  drawEdges(document, writer, edgesOf(content, typesetter));
  return pdfBytes(document);
};

/** Loads pdf-lib, which only a PDF with documents needs. */
const finish = async (bytes: Uint8Array, pagesOfDocuments: readonly number[]) =>
  (await import('./finish-pdf.ts')).finishPdf(bytes, pagesOfDocuments);

const done: readonly number[] = [0, 3];

const run = (qpdf: Qpdf, ...args: readonly string[]) => {
  const code = qpdf.run(...args);
  if (!done.includes(code)) throw new Error(`The documents could not be appended (${code})`);
};

const countPages = (qpdf: Qpdf, path: string): number => {
  run(qpdf, '--no-warn', '--json=2', '--json-key=pages', path, '/pages.json');
  return JSON.parse(Buffer.from(qpdf.read('/pages.json')).toString()).pages.length;
};

/**
 * Draws a PDF and appends converted uploads to it. The drawn pages keep their tags, title and outline; the
 * uploads have none. qpdf loads while the PDF is drawn.
 */
export const appendPdfs = async (
  draw: () => Promise<Uint8Array>,
  documents: readonly Uint8Array[],
): Promise<Uint8Array> => {
  if (documents.length === 0) return draw();
  const [qpdf, copy] = await Promise.all([freshQpdf(), draw()]);
  qpdf.write('/copy.pdf', copy);
  const paths = documents.map((bytes, index) => {
    qpdf.write(`/${index}.pdf`, bytes);
    return `/${index}.pdf`;
  });
  const counts = paths.map((path) => countPages(qpdf, path));
  const pages = ['.', '1-z', ...paths.flatMap((path) => [path, '1-z'])];
  run(qpdf, '/copy.pdf', '--no-warn', '--pages', ...pages, '--', '/out.pdf');
  return finish(qpdf.read('/out.pdf'), counts);
};
