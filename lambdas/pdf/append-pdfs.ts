import { freshQpdf, type Qpdf } from './qpdf.ts';

/** Loads pdf-lib, which only a PDF with documents needs. */
const finish = async (bytes: Uint8Array, pagesOfDocuments: readonly number[]) =>
  (await import('./finish-pdf.ts')).finishPdf(bytes, pagesOfDocuments);

const done: readonly number[] = [0, 3];

const run = (qpdf: Qpdf, ...args: readonly string[]) => {
  const code = qpdf.run(...args);
  if (!done.includes(code)) throw new Error(`The documents could not be appended (${code})`);
};

const countPages = (qpdf: Qpdf, path: string): number => {
  run(qpdf, '--no-warn', '--json=2', '--json-key=pages', path, '/pages.json');
  return JSON.parse(Buffer.from(qpdf.read('/pages.json')).toString()).pages.length;
};

/**
 * Draws a PDF and appends converted uploads to it. The drawn pages keep their tags, title and outline; the
 * uploads have none. qpdf loads while the PDF is drawn.
 */
export const appendPdfs = async (
  draw: () => Promise<Uint8Array>,
  documents: readonly Uint8Array[],
): Promise<Uint8Array> => {
  if (documents.length === 0) return draw();
  const [qpdf, copy] = await Promise.all([freshQpdf(), draw()]);
  qpdf.write('/copy.pdf', copy);
  const paths = documents.map((bytes, index) => {
    qpdf.write(`/${index}.pdf`, bytes);
    return `/${index}.pdf`;
  });
  const counts = paths.map((path) => countPages(qpdf, path));
  const pages = ['.', '1-z', ...paths.flatMap((path) => [path, '1-z'])];
  run(qpdf, '/copy.pdf', '--no-warn', '--pages', ...pages, '--', '/out.pdf');
  return finish(qpdf.read('/out.pdf'), counts);
};
