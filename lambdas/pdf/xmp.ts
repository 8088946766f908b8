/** What XML cannot contain, not even as a reference. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what it looks for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text or the value of an attribute in XML. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, '\ufffd')
    .replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Escapes the title, author and subject of a document where they are written as XML. pdfkit copies them as they are, so
 * that a name with "<" would break the metadata or add to it.
 */
export const escapeXmp = (document: PDFKit.PDFDocument): void => {
  // pdfkit's types leave out this method. It is called last, when the other description of the document is written.
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
