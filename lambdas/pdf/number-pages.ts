import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  type PDFRef,
} from '@cantoo/pdf-lib';
import { drawPageNumbers, numberRise, stripHeight } from './page-numbers.ts';
import { pageSize } from './page-writer.ts';

const name = PDFName.of;

/** The lower left and the upper right corner of a rectangle. */
type Box = readonly [left: number, bottom: number, right: number, top: number];

/**
 * Draws "Page n of m" on each page. A page with a label is part of an appended document. Its content may
 * reach its edges, so it gets a strip below it for the number.
 */
export const numberPages = async (
  document: PDFDocument,
  labels: readonly (string | undefined)[],
): Promise<void> => {
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
