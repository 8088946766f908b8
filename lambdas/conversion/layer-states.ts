import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib';

const name = PDFName.of;

/** Layer settings in a PDF's catalog. Layers are identified by the tags of their references. */
export interface LayerStates {
  readonly isHidden: (layer: PDFRef) => boolean;
  /** True if the layer shows or hides automatically, on screen or in print. */
  readonly isAutomatic: (layer: PDFRef) => boolean;
}

export const layerStates = ({ catalog, context }: PDFDocument): LayerStates => {
  const dictionary = (value: PDFObject | undefined) => {
    const found = context.lookup(value);
    return found instanceof PDFDict ? found : undefined;
  };
  const listed = (dict: PDFDict | undefined, key: string): readonly PDFObject[] => {
    const found = dict?.lookup(name(key));
    return found instanceof PDFArray ? found.asArray() : [];
  };
  const tags = (dict: PDFDict | undefined, key: string) =>
    listed(dict, key).flatMap((each) => (each instanceof PDFRef ? [each.tag] : []));

  const state = dictionary(dictionary(catalog.get(name('OCProperties')))?.get(name('D')));
  const isHiddenFirst = state?.lookup(name('BaseState')) === name('OFF');
  const exceptions = new Set(tags(state, isHiddenFirst ? 'ON' : 'OFF'));
  const automatic = new Set(listed(state, 'AS').flatMap((each) => tags(dictionary(each), 'OCGs')));
  return {
    isHidden: ({ tag }) => exceptions.has(tag) !== isHiddenFirst,
    isAutomatic: ({ tag }) => automatic.has(tag),
  };
};
