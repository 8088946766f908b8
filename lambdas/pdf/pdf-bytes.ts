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
