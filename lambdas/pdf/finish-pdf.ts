import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { documentsTitle } from './bookmarks.ts';
import { hideLayers } from './layers.ts';
import { numberPages } from './number-pages.ts';

const name = PDFName.of;

/**
 * Numbers the pages of an application PDF with appended documents, points a bookmark at each document, and
 * hides their hidden layers. The document at each index has `pagesOfDocuments[index]` pages.
 */
export const finishPdf = async (
  bytes: Uint8Array,
  pagesOfDocuments: readonly number[],
): Promise<Uint8Array> => {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  hideLayers(document);
  const whole = documentsBookmark(document);
  const bookmarks = itemsBelow(whole);
  const pages = document.getPages();
  let start = pages.length - pagesOfDocuments.reduce((sum, count) => sum + count, 0);
  const labels: (string | undefined)[] = Array.from({ length: start });
  for (const [index, count] of pagesOfDocuments.entries()) {
    const bookmark = bookmarks[index];
    const target = pages[start];
    for (const each of index === 0 ? [whole, bookmark] : [bookmark])
      if (target) each?.set(name('Dest'), document.context.obj([target.ref, 'Fit']));
    labels.push(...Array.from({ length: count }, () => titleOf(bookmark)));
    start += count;
  }
  await numberPages(document, labels);
  return document.save({ updateFieldAppearances: false });
};

const titleOf = (bookmark: PDFDict | undefined): string => {
  const title = bookmark?.lookup(name('Title'));
  return title instanceof PDFString || title instanceof PDFHexString ? title.decodeText() : '';
};

/** The bookmarks below this one, in order. */
const itemsBelow = (item: PDFDict | undefined): readonly PDFDict[] => {
  const items: PDFDict[] = [];
  for (let next = item?.lookupMaybe(name('First'), PDFDict); next; ) {
    items.push(next);
    next = next.lookupMaybe(name('Next'), PDFDict);
  }
  return items;
};

/** The bookmark above those of the documents. */
const documentsBookmark = ({ catalog }: PDFDocument): PDFDict | undefined => {
  const last = itemsBelow(catalog.lookupMaybe(name('Outlines'), PDFDict)).at(-1);
  return titleOf(last) === documentsTitle ? last : undefined;
};
