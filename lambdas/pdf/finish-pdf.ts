import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import PdfkitDocument from 'pdfkit';
import { pageNumber, shortened } from './edges.ts';
import { hideLayers } from './layers.ts';
import { styles } from './line-boxes.ts';
import { createPageWriter, documentsTitle, pageSize } from './page-writer.ts';
import { noDefaultFont, pdfBytes } from './pdfkit.ts';
import { createTypesetter } from './typesetter.ts';

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

/** The lower left and the upper right corner of a rectangle. */
type Box = readonly [left: number, bottom: number, right: number, top: number];

/**
 * Draws "Page n of m" on each page. A page with a label is part of an appended document. Its content may
 * reach its edges, so it gets a strip below it for the number.
 */
const numberPages = async (document: PDFDocument, labels: readonly (string | undefined)[]): Promise<void> => {
  const title = document.getTitle() ?? '';
  const textFor = (label?: string) => (label === undefined ? '' : label ? `${title} · ${label}` : title);
  const drawn = await drawPageNumbers(labels.map(textFor));
  const numbers = await document.embedPdf(drawn, [...labels.keys()]);
  for (const [index, page] of document.getPages().entries()) {
    const number = numbers[index]?.ref;
    if (number === undefined) continue;
    if (labels[index] === undefined) drawFirst(page, number, [1, 0, 0, 1, 0, numberRise]);
    else addStrip(page, number);
  }
};

/** Adds a strip at the lower edge of a page as readers see it. */
const addStrip = (page: PDFPage, number: PDFRef) => {
  const media = boxOf(page, 'MediaBox') ?? [0, 0, pageSize.width, pageSize.height];
  const crop = boxOf(page, 'CropBox') ?? media;
  const shown: Box = [
    Math.max(crop[0], media[0]),
    Math.max(crop[1], media[1]),
    Math.min(crop[2], media[2]),
    Math.min(crop[3], media[3]),
  ];
  const { box, matrix } = stripped(shown, page.getRotation().angle);
  page.node.set(name('MediaBox'), page.doc.context.obj([...box]));
  page.node.set(name('CropBox'), page.doc.context.obj([...box]));
  const [left, bottom, right, top] = shown;
  // Content outside of the part that was shown stays hidden.
  drawFirst(page, number, matrix, `${left} ${bottom} ${right - left} ${top - bottom} re W n`);
};

/** The box of a page with its strip, and the matrix from points of the strip to points of the page. */
const stripped = ([left, bottom, right, top]: Box, angle: number) => {
  const turned = ((angle % 360) + 360) % 360;
  const scale = (turned % 180 === 0 ? right - left : top - bottom) / pageSize.width;
  const height = stripHeight * scale;
  const places: Readonly<Record<number, { readonly box: Box; readonly matrix: readonly number[] }>> = {
    90: { box: [left, bottom, right + height, top], matrix: [0, scale, -scale, 0, right + height, bottom] },
    180: { box: [left, bottom, right, top + height], matrix: [-scale, 0, 0, -scale, right, top + height] },
    270: { box: [left - height, bottom, right, top], matrix: [0, -scale, scale, 0, left - height, top] },
  };
  const upright: Box = [left, bottom - height, right, top];
  return places[turned] ?? { box: upright, matrix: [scale, 0, 0, scale, left, bottom - height] };
};

/** A box of a page with its corners in order. */
const boxOf = ({ node }: PDFPage, key: 'MediaBox' | 'CropBox'): Box | undefined => {
  const numbers = node.lookupMaybe(name(key), PDFArray)?.asArray() ?? [];
  const [x1, y1, x2, y2] = numbers.map((_, index) =>
    node.lookup(name(key), PDFArray).lookup(index, PDFNumber).asNumber(),
  );
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return undefined;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
};

/**
 * Draws a number before the contents of a page, which stay as they are. They may change the coordinates or
 * restore more states than they saved, so a number behind them could be anywhere.
 */
const drawFirst = (page: PDFPage, number: PDFRef, matrix: readonly number[], after = '') => {
  const { context } = page.doc;
  const own = `PageNumber${number.objectNumber}`;
  const artifact = '/Artifact <</Type /Pagination /Attached [/Bottom]>> BDC';
  const stream = context.stream(`${artifact} q ${matrix.join(' ')} cm /${own} Do Q EMC\n${after}\n`);
  const { node } = page;
  const contents = node.get(name('Contents'));
  const whole = node.lookup(name('Contents'));
  const others = whole instanceof PDFArray ? whole.asArray() : contents === undefined ? [] : [contents];
  node.set(name('Contents'), context.obj([context.register(stream), ...others]));
  const resources = node.lookupMaybe(name('Resources'), PDFDict) ?? context.obj({});
  const drawings = resources.lookupMaybe(name('XObject'), PDFDict) ?? context.obj({});
  drawings.set(name(own), number);
  resources.set(name('XObject'), drawings);
  node.set(name('Resources'), resources);
};

const stripHeight = 22;
/** Distance of a number's line from the top of its strip, in points. */
const line = 16;
/** Height at which a strip must be drawn so its number is on the line of the footer. */
const numberRise: number = 28 - (stripHeight - line);

/**
 * Draws one strip for each page of a PDF: its number at the right, and a text at the left. Each is a page of
 * the result.
 */
const drawPageNumbers = (texts: readonly string[]): Promise<Uint8Array> => {
  const size: [number, number] = [pageSize.width, stripHeight];
  const document = new PdfkitDocument({ size, margin: 0, autoFirstPage: false, font: noDefaultFont });
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
