import { freshQpdf } from './qpdf.ts';

const done: readonly number[] = [0, 3];

/**
 * The copy with the converted uploads behind it. The copy's tags, title and outline stay; what is appended has none.
 * The program that joins them is opened while the copy is drawn.
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
  const pages = paths.flatMap((path) => [path, '1-z']);
  const code = qpdf.run('/copy.pdf', '--no-warn', '--pages', '.', '1-z', ...pages, '--', '/out.pdf');
  if (!done.includes(code)) throw new Error(`The documents could not be appended (${code})`);
  return qpdf.read('/out.pdf');
};
