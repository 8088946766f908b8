import PDFDocument from 'pdfkit';
import { createBookmarks, documentsTitle } from './bookmarks.ts';
import { drawEdges } from './edges.ts';
import { createPageWriter } from './page-writer.ts';
import { heightToKeep, partsOf } from './parts.ts';
import { pdfBytes } from './pdf-bytes.ts';
import type { PdfContent } from './pdf-content.ts';
import { accessiblePdf, noDefaultFont } from './pdfkit-options.ts';
import { createTypesetter } from './typesetter.ts';
import { escapeXmp } from './xmp.ts';

/** Draws an application: tagged for screen readers, with embedded fonts, and with every answer in full. */
export const drawApplicationPdf = (content: PdfContent): Promise<Buffer> => {
  const document = emptyDocument(content);
  escapeXmp(document);
  const typesetter = createTypesetter(document);
  const writer = createPageWriter(document, typesetter);
  const root = document.struct('Document');
  document.addStructure(root);
  const tagged = (tag: string, draw: () => void) => root.add(document.struct(tag, {}, [draw]));
  const parts = partsOf(content, typesetter);
  const bookmark = createBookmarks(document);
  for (const [index, { tag, title, box, rows }] of parts.entries()) {
    writer.keepTogether(heightToKeep(parts.slice(index)));
    tagged(tag, () => bookmark(tag, title, writer.place(box)));
    for (const row of rows) writer.placeRow(row, (draw) => tagged('P', draw));
    if (tag === 'H1') writer.rule();
  }
  // They lead to the last page until the documents are appended.
  if (content.documents.length > 0) bookmark('H2', documentsTitle);
  for (const { label } of content.documents) bookmark('H3', label);
  root.end();
  drawEdges(document, writer, typesetter, content);
  return pdfBytes(document);
};

const emptyDocument = ({ title, partner, applicant, madeAt }: PdfContent) =>
  new PDFDocument({
    size: 'LETTER',
    // Text is positioned line by line, so pdfkit must not start pages by itself.
    margin: 0,
    pdfVersion: '1.7',
    subset: accessiblePdf,
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    font: noDefaultFont,
    info: {
      Title: `${title} – ${applicant}`,
      Author: partner,
      Subject: 'Copy of an application',
      CreationDate: madeAt,
    },
  });
