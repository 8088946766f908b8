/** Characters that XML cannot contain, even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what it looks for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text or the value of an attribute in XML. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '\ufffd')
    .replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Escapes the title, author and subject of a document for XML. pdfkit copies them unescaped, so a name with
 * "<" would break the metadata or add to it.
 */
export const escapeXmp = (document: PDFKit.PDFDocument): void => {
  // pdfkit's types omit this method. pdfkit calls it last, to write the document's XMP metadata.
  const writer = document as PDFKit.PDFDocument & { endMetadata(): void };
  const write = writer.endMetadata.bind(document);
  writer.endMetadata = () => {
    const entries = Object.entries(document.info).map(([key, value]) => [
      key,
      typeof value === 'string' ? escapeXml(value) : value,
    ]);
    document.info = Object.fromEntries(entries);
    write();
  };
};
