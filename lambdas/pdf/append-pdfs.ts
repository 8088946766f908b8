import { freshQpdf } from './qpdf.ts';

/** PDFs with layers are converted so that these bytes are among theirs. */
const hasLayers = (bytes: Uint8Array) => Buffer.from(bytes).includes('/OCProperties');

/** pdf-lib loads with the first document that needs it. Few have layers. */
const layers = () => import('./layers.ts');

const done: readonly number[] = [0, 3];

/**
 * Draws a PDF and appends converted uploads to it. The drawn pages keep their tags, title and outline; the uploads
 * have none. qpdf loads while the PDF is drawn.
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
  const out = qpdf.read('/out.pdf');
  return documents.some(hasLayers) ? (await layers()).hideLayers(out) : out;
};
