import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRawStream } from '@cantoo/pdf-lib';

const name = PDFName.of;

/**
 * Writes the layer of each annotation to what it draws. An annotation that is drawn onto its page would show
 * otherwise, though its layer is hidden.
 */
export const putLayersOnDrawings = (document: PDFDocument): void => {
  for (const { node } of document.getPages()) {
    const annotations = node.lookup(name('Annots'));
    if (!(annotations instanceof PDFArray)) continue;
    for (const each of annotations.asArray()) moveLayer(node.context.lookup(each));
  }
};

const moveLayer = (annotation: PDFObject | undefined) => {
  if (!(annotation instanceof PDFDict)) return;
  const layer = annotation.get(name('OC'));
  const drawings = annotation.lookup(name('AP'));
  if (layer === undefined || !(drawings instanceof PDFDict)) return;
  const normal = drawings.lookup(name('N'));
  if (normal instanceof PDFRawStream) drawings.set(name('N'), inLayer(normal, layer));
  if (!(normal instanceof PDFDict)) return;
  for (const state of normal.keys()) {
    const drawing = normal.lookup(state);
    if (drawing instanceof PDFRawStream) normal.set(state, inLayer(drawing, layer));
  }
};

/**
 * A copy, because annotations of several layers may share a drawing. It shows when its own layer does, too.
 */
const inLayer = ({ dict, contents }: PDFRawStream, layer: PDFObject) => {
  const { context } = dict;
  const copy = dict.clone(context);
  const own = dict.get(name('OC'));
  copy.set(name('OC'), own ? context.obj({ Type: 'OCMD', OCGs: [own, layer], P: 'AllOn' }) : layer);
  return context.register(PDFRawStream.of(copy, contents));
};
