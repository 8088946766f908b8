import { PDFArray, type PDFDocument, PDFName, PDFStream } from '@cantoo/pdf-lib';
import { entriesOf, itemsIn } from './pdf-entries.ts';
import { rejectFile, rejectionMessages } from './rejections.ts';

/** Rejects PDFs whose pages only stand in for content that other readers than Adobe Acrobat do not show. */
export const rejectAcrobatOnly = (document: PDFDocument): void => {
  const catalog = entriesOf(document.catalog);
  const xfa = entriesOf(catalog.value('AcroForm')).value('XFA');
  const isXfa = xfa instanceof PDFArray || xfa instanceof PDFStream;
  if (isXfa && (catalog.value('NeedsRendering')?.toString() === 'true' || isPlaceholder(document)))
    rejectFile(rejectionMessages.acrobatOnly);
  const view = entriesOf(catalog.value('Collection')).text('View');
  const files = entriesOf(entriesOf(catalog.value('Names')).value('EmbeddedFiles'));
  const hasFiles = itemsIn(files.value('Names')).length + itemsIn(files.value('Kids')).length > 0;
  // A hidden view (H) shows the pages, as every PDF with attachments does.
  if (document.catalog.has(PDFName.of('Collection')) && hasFiles && view !== 'H')
    rejectFile(rejectionMessages.portfolio);
};

/** The pages of a static XFA form contain its fields. */
const isPlaceholder = (document: PDFDocument) => {
  const annotations = document.getPages().flatMap(({ node }) => itemsIn(node.lookup(PDFName.of('Annots'))));
  const hasField = annotations.some((each) => entriesOf(each).text('Subtype') === 'Widget');
  return !hasField && document.getPageCount() === 1;
};
