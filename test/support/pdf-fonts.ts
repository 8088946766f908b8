import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';

const fontFiles = ['FontFile', 'FontFile2', 'FontFile3'].map((name) => PDFName.of(name));

/**
 * The fonts that a PDF describes, without the letters that mark a subset, and whether their outlines are part
 * of it.
 */
export const fontsOf = async (bytes: Uint8Array) => {
  const { context } = await PDFDocument.load(bytes);
  return context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFDict)
    .filter((dict) => dict.get(PDFName.of('Type')) === PDFName.of('FontDescriptor'))
    .map((dict) => ({
      name: String(dict.get(PDFName.of('FontName'))).replace(/^\/([A-Z]{6}\+)?/, ''),
      embedded: fontFiles.some((each) => dict.has(each)),
    }));
};
