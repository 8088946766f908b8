import { constants, inflateSync } from 'node:zlib';
import { PDFDict, type PDFDocument, PDFName, PDFRawStream, PDFStream } from '@cantoo/pdf-lib';
import type { Drawing } from './drawing.ts';
import { fieldDrawing, fieldText, markupDrawing } from './drawing.ts';
import { entriesOf, itemsIn, textIn } from './pdf-entries.ts';
import { rejectFile, rejectionMessages } from './rejections.ts';

const name = PDFName.of;
const unseen = { hidden: 1 << 1, noView: 1 << 5 };
const maxDrawings = 5_000;

interface Missing {
  readonly annotation: PDFDict;
  readonly drawing: Drawing;
}

/**
 * Draws form fields and annotations that have no appearance, as readers do. Appearances that exist stay, also
 * if the form asks readers to replace them: the file was saved with them.
 */
export const drawMissingAppearances = async (document: PDFDocument): Promise<void> => {
  const form = document.catalog.lookup(name('AcroForm'));
  if (form instanceof PDFDict) form.delete(name('NeedAppearances'));
  const missing = annotationsOf(document).flatMap((annotation): readonly Missing[] => {
    if (isUnseen(annotation) || hasAppearance(annotation)) return [];
    const isField = entriesOf(annotation).text('Subtype') === 'Widget';
    const drawing = isField ? fieldDrawing(annotation, form) : markupDrawing(annotation);
    return drawing ? [{ annotation, drawing }] : [];
  });
  if (missing.length === 0) return;
  if (missing.length > maxDrawings) rejectFile(rejectionMessages.undrawable, 'too many fields');
  const { drawAppearances } = await import('./draw-appearances.ts');
  const drawn = await document.embedPdf(await drawAppearances(missing.map(({ drawing }) => drawing)), [
    ...missing.keys(),
  ]);
  // Writes the drawings into the document.
  await document.flush();
  for (const [index, { annotation, drawing }] of missing.entries()) {
    const appearance = drawn[index]?.ref;
    const stream = document.context.lookup(appearance);
    if (appearance === undefined || !(stream instanceof PDFStream)) continue;
    const turn = turns[(((drawing.turned ?? 0) % 360) + 360) % 360];
    if (turn) stream.dict.set(name('Matrix'), document.context.obj([...turn, 0, 0]));
    annotation.set(name('AP'), document.context.obj({ N: appearance }));
    annotation.set(name('Rect'), document.context.obj([...drawing.box]));
  }
};

/** Matrices that turn an appearance. Readers move it to the annotation's rectangle. */
const turns: Readonly<Record<number, readonly number[]>> = {
  90: [0, 1, -1, 0],
  180: [-1, 0, 0, -1],
  270: [0, -1, 1, 0],
};

/** The annotations of all pages, each once. */
const annotationsOf = (document: PDFDocument): readonly PDFDict[] => {
  const found = new Set<PDFDict>();
  for (const { node } of document.getPages())
    for (const each of itemsIn(node.lookup(name('Annots')))) if (each instanceof PDFDict) found.add(each);
  return [...found];
};

const isUnseen = (annotation: PDFDict) =>
  ((entriesOf(annotation).number('F') ?? 0) & (unseen.hidden | unseen.noView)) !== 0;

/** A field that was filled in by a program may have a value and still the appearance of an empty field. */
const hasAppearance = (annotation: PDFDict) => {
  const { value, text, inherited } = entriesOf(annotation);
  const normal = entriesOf(value('AP')).value('N');
  if (normal instanceof PDFRawStream) return !(fieldText(annotation)?.trim() && isBlank(normal));
  if (!(normal instanceof PDFDict)) return false;
  const drawn = (state = 'Off') => normal.lookup(name(state)) instanceof PDFRawStream;
  const own = textIn(inherited('V'));
  const state = text('AS') ?? (drawn(own) ? own : undefined) ?? 'Off';
  annotation.set(name('AS'), name(state));
  return state === 'Off' || drawn(state);
};

const maxBlankBytes = 1_000;
const emptyText = /(?:\(\s*\)|<\s*>)\s*T[jJ]/g;
/** Operators that draw text, images or curves. Borders and backgrounds need only lines. */
const drawsContent = /\b(?:T[jJ]|Do|BI|[cvy])\b|['"]/;

/** True if an appearance shows no text. A long one always counts as drawn. */
const isBlank = ({ dict, contents }: PDFRawStream) => {
  if (contents.length > maxBlankBytes) return false;
  try {
    const isPacked = dict.has(name('Filter'));
    const limits = { maxOutputLength: 16 * maxBlankBytes, finishFlush: constants.Z_SYNC_FLUSH };
    const content = Buffer.from(isPacked ? inflateSync(contents, limits) : contents).toString('latin1');
    return !drawsContent.test(content.replace(emptyText, ''));
  } catch {
    return false;
  }
};
