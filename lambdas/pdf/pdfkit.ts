// Additions to pdfkit.

/**
 * No default font: pdfkit would load one that no bundle contains, and compare it with every other at each
 * change. It reads null as "none", which its types leave out.
 */
export const noDefaultFont = null as unknown as string;

/** A tagged PDF with the metadata of PDF/UA. pdfkit knows this subset, but its types list only PDF/A. */
export const accessiblePdf = 'PDF/UA' as 'PDF/A-1';

const limit = 20_000;

/**
 * Ends a pdfkit document and collects its bytes. A document with an open structure never ends, and the
 * process would exit without an error, so there is a timeout.
 */
export const pdfBytes = (document: PDFKit.PDFDocument): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const late = setTimeout(() => reject(new Error('The PDF was never finished')), limit);
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('error', reject);
    document.on('end', () => {
      clearTimeout(late);
      resolve(Buffer.concat(chunks));
    });
    document.end();
  });

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
