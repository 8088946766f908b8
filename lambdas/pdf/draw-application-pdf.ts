import { accessibleDocument, drawParts } from './accessible-document.ts';
import { drawEdges, edgesOf } from './edges.ts';
import { documentsTitle } from './page-writer.ts';
import { partsOf } from './parts.ts';
import type { PdfContent } from './pdf-content.ts';
import { pdfBytes } from './pdfkit.ts';

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
