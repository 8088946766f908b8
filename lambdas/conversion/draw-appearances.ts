import PDFDocument from 'pdfkit';
import { noDefaultFont, pdfBytes } from '../pdf/pdfkit.ts';
import { createTypesetter, leading, type Typesetter } from '../pdf/typesetter.ts';
import type { Drawing, DrawnText } from './drawing.ts';
import { rejectFile, rejectionMessages } from './rejections.ts';

const padding = 2;
const minSize = 4;
const automaticSize = { multiline: 12, longest: 144 };
/** Letters and coordinates that are laid out for one document. Long texts are tried in several sizes. */
const maxWork = 400_000;
const missingGlyph = '\ufffd';
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A part of a page, from its upper left corner. */
interface Space {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Draws each on a separate page, as large as its box. Rejects text that does not fit or has no font. */
export const drawAppearances = (drawings: readonly Drawing[]): Promise<Uint8Array> => {
  const document = new PDFDocument({ margin: 0, autoFirstPage: false, font: noDefaultFont });
  const typesetter = createTypesetter(document);
  let work = 0;
  const spend = (amount: number) => {
    work += amount;
    if (work > maxWork) rejectFile(rejectionMessages.undrawable, 'too much to draw');
  };
  for (const drawing of drawings) {
    const { box, text, turned = 0 } = drawing;
    const sides = [box[2] - box[0], box[3] - box[1]];
    const [width = 0, height = 0] = turned % 180 === 0 ? sides : sides.toReversed();
    document.addPage({ size: [width, height], margin: 0 });
    spend([...drawing.shape].flat().length);
    paintShape(document, drawing, width, height);
    if (text === undefined || text.text.trim() === '') continue;
    const edge = drawing.stroke === undefined ? 0 : drawing.lineWidth;
    const inner = { left: edge, top: edge, width: width - 2 * edge, height: height - 2 * edge };
    for (const [part, space] of partsOf(text, inner)) placeText(typesetter, part, space, spend);
  }
  return pdfBytes(document);
};

const paintShape = (document: PDFKit.PDFDocument, drawing: Drawing, width: number, height: number) => {
  const { box, shape, fill, opacity, multiplies, lineWidth } = drawing;
  const stroke = lineWidth > 0 ? drawing.stroke : undefined;
  if (opacity !== undefined) document.opacity(opacity);
  if (multiplies) multiply(document);
  if (fill === undefined && stroke === undefined) return;
  document.lineWidth(lineWidth);
  const [across, down] = [Math.max(0, width - lineWidth), Math.max(0, height - lineWidth)];
  if (shape === 'rectangle') document.rect(lineWidth / 2, lineWidth / 2, across, down);
  else if (shape === 'ellipse') document.ellipse(width / 2, height / 2, across / 2, down / 2);
  else
    for (const line of shape)
      for (let at = 0; at + 1 < line.length; at += 2)
        document[at === 0 ? 'moveTo' : 'lineTo']((line[at] ?? 0) - box[0], box[3] - (line[at + 1] ?? 0));
  if (fill && stroke) document.fillAndStroke(fill, stroke);
  else if (fill) document.fill(fill);
  else document.stroke(stroke);
};

/** pdfkit has no blend modes, and its types leave out where a page keeps its graphics states. */
const multiply = (document: PDFKit.PDFDocument) => {
  const page = document.page as unknown as { readonly ext_gstates: { Multiply?: object } };
  const state = document.ref({ Type: 'ExtGState', BM: 'Multiply' });
  state.end('');
  page.ext_gstates.Multiply = state;
  document.addContent('/Multiply gs');
};

/** The text with its space, or each of its letters with a cell. */
const partsOf = (text: DrawnText, space: Space): readonly (readonly [DrawnText, Space])[] => {
  const { cells = 0, alignment } = text;
  const each = cells > 0 ? [...letters.segment(text.text)] : [];
  if (cells <= 0 || each.length > cells)
    return [[text, { ...space, left: space.left + padding, width: space.width - 2 * padding }]];
  const width = space.width / cells;
  const first = Math.floor((cells - each.length) * alignment);
  return each.map(({ segment }, index) => [
    { ...text, text: segment, alignment: 0.5 },
    { ...space, left: space.left + width * (first + index), width },
  ]);
};

type Spend = (amount: number) => void;

const placeText = (typesetter: Typesetter, text: DrawnText, space: Space, spend: Spend) => {
  const { lines, height } = fitted(typesetter, text, space, spend);
  let bottom = space.top + (text.isMultiline ? 0 : (space.height - height) / 2);
  for (const line of lines) {
    bottom += line.height;
    const free = space.width - typesetter.widthOf(line);
    typesetter.drawLine(line, space.left + free * text.alignment, bottom);
  }
};

/** Lays out a text in the largest size, up to its own, in which all of it is visible. */
const fitted = ({ layOut, widthOf }: Typesetter, wanted: DrawnText, space: Space, spend: Spend) => {
  const { isMultiline, color } = wanted;
  const text = isMultiline ? wanted.text : wanted.text.replace(/\s+/g, ' ');
  const automatic = isMultiline
    ? automaticSize.multiline
    : Math.min(automaticSize.longest, space.height / leading);
  for (let size = Math.min(wanted.size || automatic, Math.max(space.height, minSize)); ; ) {
    spend(text.length);
    const box = layOut(
      [{ text, style: { size, color } }],
      isMultiline ? space.width : Number.POSITIVE_INFINITY,
    );
    const runs = box.lines.flatMap(({ line }) => line);
    if (!text.includes(missingGlyph) && runs.some((run) => run.text.includes(missingGlyph)))
      return rejectFile(rejectionMessages.undrawable, 'a letter without a font');
    const isWideEnough = box.lines.every((line) => widthOf(line) <= space.width);
    if (isWideEnough && box.height - size * (leading - 1) <= space.height) return box;
    if (size <= minSize) return rejectFile(rejectionMessages.undrawable, 'a text that does not fit');
    const share = isMultiline ? 1 : space.width / Math.max(1, ...box.lines.map(widthOf));
    size = Math.max(minSize, size * Math.min(0.9, share));
  }
};
