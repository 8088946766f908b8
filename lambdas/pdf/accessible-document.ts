import PDFDocument from 'pdfkit';
import { heightOfRow } from './line-boxes.ts';
import { createBookmarks, createPageWriter, type PageWriter } from './page-writer.ts';
import { heightToKeep, type Part } from './parts.ts';
import { accessiblePdf, escapeXmp, noDefaultFont } from './pdfkit.ts';
import { createTypesetter, type Typesetter } from './typesetter.ts';

interface Info {
  readonly Title: string;
  readonly Author: string;
  readonly Subject: string;
  readonly CreationDate: Date;
}

/** An empty document that is tagged for screen readers. */
export function accessibleDocument(info: Info): PDFKit.PDFDocument {
  const document = new PDFDocument({
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
    info: { ...info },
  });
  escapeXmp(document);
  return document;
}

interface Drawn {
  readonly writer: PageWriter;
  readonly typesetter: Typesetter;
  readonly bookmark: ReturnType<typeof createBookmarks>;
}

/** Draws headings with their rows, tagged and with bookmarks. The caller ends the document. */
export function drawParts(
  document: PDFKit.PDFDocument,
  partsOf: (typesetter: Typesetter) => readonly Part[],
): Drawn {
  const typesetter = createTypesetter(document);
  const writer = createPageWriter(document, typesetter);
  const root = document.struct('Document');
  document.addStructure(root);
  const tagged = (tag: string, draw: () => void) => root.add(document.struct(tag, {}, [draw]));
  const parts = partsOf(typesetter);
  const bookmark = createBookmarks(document);
  for (const [index, { tag, title, box, rows }] of parts.entries()) {
    writer.keepTogether(heightToKeep(parts.slice(index)));
    tagged(tag, () => bookmark(tag, title, writer.place(box)));
    for (const [place, row] of rows.entries()) {
      if (row[0]?.leads) writer.keepTogether(heightOfRow(row) + heightOfRow(rows[place + 1] ?? []));
      writer.placeRow(row, (draw) => tagged('P', draw));
    }
    if (tag === 'H1') writer.rule();
  }
  root.end();
  return { writer, typesetter, bookmark };
}
