import { PDFArray, PDFDict, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';

const maxParents = 32;
/** Larger numbers cannot be written to a PDF. */
const largest = 1e10;

export const textIn = (value: unknown): string | undefined =>
  value instanceof PDFString || value instanceof PDFHexString || value instanceof PDFName
    ? value.decodeText()
    : undefined;

export const numberIn = (value: unknown): number | undefined =>
  value instanceof PDFNumber && Math.abs(value.asNumber()) < largest ? value.asNumber() : undefined;

/** The values of an array; none for any other value. */
export const itemsIn = (value: unknown): readonly unknown[] =>
  value instanceof PDFArray ? Array.from({ length: value.size() }, (_, index) => value.lookup(index)) : [];

/** The numbers of an array; none if it has other values. */
export const numbersIn = (value: unknown): readonly number[] => {
  const numbers = itemsIn(value).map(numberIn);
  return numbers.every((each) => each !== undefined) ? numbers : [];
};

/** Reads entries of an untrusted dictionary. A value of an unexpected type counts as missing. */
export const entriesOf = (dict: unknown) => {
  const value = (key: string) => (dict instanceof PDFDict ? dict.lookup(PDFName.of(key)) : undefined);
  return {
    value,
    text: (key: string) => textIn(value(key)),
    number: (key: string) => numberIn(value(key)),
    numbers: (key: string) => numbersIn(value(key)),
    /** An entry of a form field, which may be on a parent of the field. */
    inherited: (key: string) => {
      let node: unknown = dict;
      for (let depth = 0; node instanceof PDFDict && depth < maxParents; depth++) {
        const found = node.lookup(PDFName.of(key));
        if (found) return found;
        node = node.lookup(PDFName.of('Parent'));
      }
      return undefined;
    },
  };
};
