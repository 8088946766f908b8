import { type PDFContext, PDFDict, type PDFDocument, PDFName, type PDFRef, PDFString } from '@cantoo/pdf-lib';

/**
 * Layers ("optional content") of converted documents. Which ones are hidden is written in a PDF's catalog,
 * which is lost when documents are appended to each other. So the name of a layer says it too.
 */
export const layerName = (isHidden: boolean): PDFString => PDFString.of(isHidden ? 'Hidden' : 'Shown');

const name = PDFName.of;

/** The catalog entry that hides the layers whose name says so; undefined without layers. */
export const layerProperties = (context: PDFContext): PDFDict | undefined => {
  const layers = layersOf(context);
  if (layers.length === 0) return undefined;
  const refs = layers.map(([ref]) => ref);
  const hidden = layers.filter(([, layer]) => String(layer.lookup(name('Name'))) === String(layerName(true)));
  const automatic = ['View', 'Print', 'Export'].flatMap((event) => {
    const governed = layers.filter(([, layer]) =>
      layer.lookupMaybe(name('Usage'), PDFDict)?.has(name(event)),
    );
    return governed.length === 0
      ? []
      : [{ Event: event, Category: [event], OCGs: governed.map(([ref]) => ref) }];
  });
  return context.obj({ OCGs: refs, D: { OFF: hidden.map(([ref]) => ref), AS: automatic } });
};

const layersOf = (context: PDFContext): readonly (readonly [PDFRef, PDFDict])[] =>
  context
    .enumerateIndirectObjects()
    .flatMap(([ref, object]) =>
      object instanceof PDFDict && object.lookup(name('Type')) === name('OCG')
        ? [[ref, object] as const]
        : [],
    );

/** Hides the layers of documents that were appended to each other. */
export const hideLayers = ({ context, catalog }: PDFDocument): void => {
  const properties = layerProperties(context);
  if (properties) catalog.set(name('OCProperties'), properties);
};
